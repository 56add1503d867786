import * as v from 'valibot'
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { useEffect, useId, useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import { createFormErrors, readIssues } from './form-errors'
import { useUi } from '../context/ui-context'
import { keysOf } from '../../../src/kernel/typed-object.contract'

export interface FormFieldModel<Value> {
  readonly id: string
  readonly value: Signal<Value>
  /** A key of the error texts or a sentence; null without an error. */
  readonly error: ReadonlySignal<string | null>
  readonly touched: ReadonlySignal<boolean>
  set(value: Value): void
  blur(): void
}

export type FormFields<Values> = { readonly [Name in keyof Values & string]: FormFieldModel<Values[Name]> }

export interface FormModel<Values> {
  readonly fields: FormFields<Values>
  readonly values: ReadonlySignal<Values>
  readonly dirty: ReadonlySignal<boolean>
  readonly saving: ReadonlySignal<boolean>
  /** An error of the whole form: the server's code, a sentence, or anything thrown. */
  readonly failure: ReadonlySignal<unknown>
  /** The latest save was refused for some fields, and not all of them are corrected. */
  readonly saveFailed: ReadonlySignal<boolean>
  /** Returns the error at a path of a nested value: `errorAt('options.2.name')`. */
  errorAt(path: string): string | null
  hasErrorUnder(path: string): boolean
  boundsOf(name: string): { min?: number; max?: number }
  /** A part of a nested value lost the focus: its error is shown now. */
  leaveAt(path: string): void
  set(values: Partial<Values>): void
  /** Validates and saves; resolves to whether it was saved. */
  save(): Promise<boolean>
  focusError(): void
  reset(values?: Values): void
}

interface FormOptions<Schema extends v.GenericSchema<Record<string, unknown>>> {
  schema: Schema
  initial: v.InferInput<Schema>
  /** Throws the server's refusal, shown at its `fields`, else above the buttons. False if nothing is saved after all. */
  save: (values: v.InferOutput<Schema>) => unknown
  id?: string
}

export function createForm<Schema extends v.GenericSchema<Record<string, unknown>>>(
  options: FormOptions<Schema>,
): FormModel<v.InferInput<Schema>> {
  type Values = v.InferInput<Schema>
  const { save, id: formId = 'form' } = options
  const names = keysOf(options.initial)
  const { cells, values, dirty, setSaved, reset } = createFormValues(names, options.initial as Values)
  const check = () => v.safeParse(options.schema, values.peek())
  const errors = createFormErrors({ names, formId, check: () => readIssues(check().issues ?? []) })
  const saving = createSaving({ values, check, errors, save, setSaved })

  function setValue<Name extends keyof Values & string>(name: Name, value: Values[Name]) {
    batch(() => {
      cells[name].value = value
      errors.recheckShown(name)
    })
  }

  const fields = createFields({ names, formId, cells, errors, setValue })

  return {
    fields,
    values,
    dirty,
    saving: saving.active,
    failure: errors.failure,
    saveFailed: computed(() => saving.refused.value && errors.atFields.value),
    errorAt: errors.at,
    hasErrorUnder: errors.isUnder,
    boundsOf: (name) => numberBounds(options.schema, name),
    leaveAt: errors.leaveAt,
    set(changed) {
      batch(() => {
        for (const name of names) if (Object.hasOwn(changed, name)) setValue(name, changed[name] as Values[typeof name])
      })
    },
    save: saving.save,
    focusError: errors.focusFirst,
    reset(next) {
      batch(() => {
        reset(next)
        errors.clear()
      })
    },
  }
}

interface SavingOptions<Schema extends v.GenericSchema> {
  values: ReadonlySignal<v.InferInput<Schema>>
  check: () => v.SafeParseResult<Schema>
  errors: ReturnType<typeof createFormErrors>
  save: (values: v.InferOutput<Schema>) => unknown
  setSaved: (values: v.InferInput<Schema>) => void
}

function createSaving<Schema extends v.GenericSchema>({
  values,
  check,
  errors,
  save,
  setSaved,
}: SavingOptions<Schema>) {
  const active = signal(false)
  const refused = signal(false)
  return {
    active,
    refused,
    async save() {
      if (active.peek()) return false
      const result = check()
      errors.showAll()
      refused.value = !result.success
      if (!result.success) return false
      const sent = values.peek()
      active.value = true
      try {
        if ((await save(result.output)) === false) return false
        setSaved(sent)
        return true
      } catch (cause) {
        errors.refuse(cause)
        refused.value = true
        return false
      } finally {
        active.value = false
      }
    },
  }
}

interface FieldsOptions<Values> {
  names: readonly (keyof Values & string)[]
  formId: string
  cells: { readonly [Name in keyof Values & string]: Signal<Values[Name]> }
  errors: ReturnType<typeof createFormErrors>
  setValue: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void
}

function createFields<Values>({ names, formId, cells, errors, setValue }: FieldsOptions<Values>) {
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        id: `${formId}-${name}`,
        value: cells[name],
        error: computed(() => errors.of(name)),
        touched: computed(() => errors.isLeft(name)),
        set: (value: Values[typeof name]) => setValue(name, value),
        blur: () => errors.leave(name),
      },
    ]),
    // The type that `fromEntries` returns does not relate names and values.
  ) as unknown as FormFields<Values>
}

/** Returns a component's form, created once. `schema` and `save` are always those of the latest render. */
export function useForm<Schema extends v.GenericSchema<Record<string, unknown>>>(options: FormOptions<Schema>) {
  const id = useId()
  const [latest] = useState({ schema: options.schema, save: options.save })
  useEffect(() => {
    latest.schema = options.schema
    latest.save = options.save
  })
  const [form] = useState(() =>
    createForm<Schema>({
      id,
      initial: options.initial,
      get schema() {
        return latest.schema
      },
      save: (values) => latest.save(values),
    }),
  )
  return form
}

/** Asks before unsaved changes are lost: `onClose={() => mayClose().then((yes) => yes && close())}`. */
export function useUnsavedGuard({ dirty, saving }: Pick<FormModel<unknown>, 'dirty' | 'saving'>) {
  const { confirm, guardNavigation } = useUi()
  const { ui: t } = useTexts()

  const mayClose = async () => {
    if (!dirty.peek() || saving.peek()) return true
    return confirm({
      title: t.unsavedTitle,
      text: t.unsavedText,
      action: t.discard,
      cancel: t.keepEditing,
      danger: true,
    })
  }

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      // A save may itself leave the page, such as by signing out.
      if (dirty.peek() && !saving.peek()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [dirty, saving])
  useEffect(() => guardNavigation(mayClose))

  return { mayClose }
}

function createFormValues<Values extends object>(names: readonly (keyof Values & string)[], initial: Values) {
  const saved = signal(initial)
  const cells = Object.fromEntries(names.map((name) => [name, signal(initial[name])])) as {
    [Name in keyof Values & string]: Signal<Values[Name]>
  }
  return {
    cells,
    values: computed(() => Object.fromEntries(names.map((name) => [name, cells[name].value])) as Values),
    dirty: computed(() => names.some((name) => !sameValue(cells[name].value, saved.value[name]))),
    setSaved: (values: Values) => void (saved.value = values),
    /** Sets the values and the saved ones, by default to the saved ones. */
    reset(next = saved.peek()) {
      batch(() => {
        saved.value = next
        for (const name of names) cells[name].value = next[name]
      })
    },
  }
}

function sameValue(a: unknown, b: unknown) {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

interface Bounds {
  min?: number
  max?: number
}

interface SchemaPart {
  type?: string
  requirement?: unknown
  wrapped?: SchemaPart
  pipe?: readonly SchemaPart[]
  options?: readonly SchemaPart[]
  entries?: Readonly<Record<string, SchemaPart>>
}

/** Returns the limits that a form's schema sets for one of its numbers, so that no form repeats those of the server. */
function numberBounds(schema: object, name: string): Bounds {
  const field = (schema as SchemaPart).entries?.[name]
  return field ? boundsOf(field) : {}
}

function boundsOf({ type, requirement, wrapped, pipe = [], options = [] }: SchemaPart): Bounds {
  if (typeof requirement === 'number') {
    if (type === 'min_value') return { min: requirement }
    if (type === 'max_value') return { max: requirement }
  }
  const parts = [...(wrapped ? [wrapped] : []), ...options, ...pipe]
  return Object.assign({}, ...parts.map(boundsOf)) as Bounds
}

/** Only these are saved, so that a colleague's changes are not overwritten with old values. */
export function changedParts<Body extends object>(body: Body, opened: object): Partial<Body> {
  const before = opened as Record<string, unknown>
  const parts = Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  return Object.fromEntries(parts) as Partial<Body>
}
