import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { useEffect, useId, useState } from 'react'
import * as v from 'valibot'
import { readRefused } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import { useUi } from './ui-context'

export interface FormFieldModel<Value> {
  /** Of the input element. */
  readonly id: string
  readonly value: Signal<Value>
  /** A key of the error texts or a sentence; null when there is nothing to say. */
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
  /** What went wrong and belongs to no field: a code of the server, a sentence, anything thrown. */
  readonly failure: ReadonlySignal<unknown>
  /** The fault of one place in a nested value: `errorAt('options.2.name')`. */
  errorAt(path: string): string | null
  set(values: Partial<Values>): void
  /** Checks all, saves, and resolves to whether it was saved. */
  save(): Promise<boolean>
  /** The first field with a fault takes the focus. */
  focusFault(): void
  /** Takes new values as the saved ones. */
  reset(values?: Values): void
}

export interface FormOptions<Schema extends v.GenericSchema<Record<string, unknown>>> {
  schema: Schema
  initial: v.InferInput<Schema>
  /** Throws the server's refusal. Its `fields` are shown at their fields, anything else above the buttons. */
  save: (values: v.InferOutput<Schema>) => unknown
  /** First part of the inputs' ids. */
  id?: string
}

const defaultKeys: Record<string, string> = {
  min_length: 'tooShort',
  max_length: 'tooLong',
  non_empty: 'required',
  min_value: 'tooSmall',
  max_value: 'tooLarge',
  email: 'invalidEmail',
  url: 'invalidUrl',
}

/** The state of one form. In components use `useForm`, which makes it once. */
export function createForm<Schema extends v.GenericSchema<Record<string, unknown>>>(
  options: FormOptions<Schema>,
): FormModel<v.InferInput<Schema>> {
  type Values = v.InferInput<Schema>
  const { schema, save, id: formId = 'form' } = options
  const names = Object.keys(options.initial) as (keyof Values & string)[]
  const saved = signal(options.initial as Values)
  const faults = signal<Record<string, string>>({})
  const saving = signal(false)
  const failure = signal<unknown>(null)
  const touched = signal<ReadonlySet<string>>(new Set())
  const cells = Object.fromEntries(names.map((name) => [name, signal(saved.peek()[name])])) as {
    [Name in keyof Values & string]: Signal<Values[Name]>
  }
  const values = computed(() => Object.fromEntries(names.map((name) => [name, cells[name].value])) as Values)
  const dirty = computed(() => names.some((name) => !sameValue(cells[name].value, saved.value[name])))

  function check() {
    const result = v.safeParse(schema, values.peek())
    return { result, found: result.success ? {} : readIssues(result.issues) }
  }

  /** Takes over the faults of some fields and leaves the others as they are. */
  function replaceFaults(found: Record<string, string>, of: (name: string) => boolean) {
    const kept = Object.entries(faults.peek()).filter(([path]) => !of(rootOf(path)))
    const fresh = Object.entries(found).filter(([path]) => of(rootOf(path)))
    faults.value = Object.fromEntries([...kept, ...fresh])
  }

  function setValue<Name extends keyof Values & string>(name: Name, value: Values[Name]) {
    batch(() => {
      cells[name].value = value
      // A fault that is shown goes as soon as it is mended; a new one waits until the field is left.
      if (faultOf(faults.peek(), name)) replaceFaults(check().found, (other) => other === name)
    })
  }

  function blur(name: string) {
    batch(() => {
      touched.value = new Set([...touched.peek(), name])
      replaceFaults(check().found, (other) => other === name)
    })
  }

  function refuse(cause: unknown) {
    const refused = readRefused(cause)
    const own = Object.entries(refused?.fields ?? {}).filter(([path]) =>
      names.includes(rootOf(path) as keyof Values & string),
    )
    batch(() => {
      replaceFaults(Object.fromEntries(own), () => true)
      failure.value = own.length > 0 ? null : cause
    })
  }

  function focusFault() {
    const first = names.find((name) => faultOf(faults.peek(), name))
    if (first !== undefined) focusField(`${formId}-${first}`)
  }

  async function saveForm() {
    if (saving.peek()) return false
    const { result, found } = check()
    batch(() => {
      touched.value = new Set(names)
      faults.value = found
      failure.value = null
    })
    if (!result.success) return false
    const sent = values.peek()
    saving.value = true
    try {
      await save(result.output)
      saved.value = sent
      return true
    } catch (cause) {
      refuse(cause)
      return false
    } finally {
      saving.value = false
    }
  }

  const fields = Object.fromEntries(
    names.map((name) => [
      name,
      {
        id: `${formId}-${name}`,
        value: cells[name],
        error: computed(() => faultOf(faults.value, name)),
        touched: computed(() => touched.value.has(name)),
        set: (value: Values[typeof name]) => setValue(name, value),
        blur: () => blur(name),
      },
    ]),
  ) as unknown as FormFields<Values>

  return {
    fields,
    values,
    dirty,
    saving,
    failure,
    errorAt: (path) => faults.value[path] ?? null,
    set(changed) {
      batch(() => {
        for (const name of names) if (Object.hasOwn(changed, name)) setValue(name, changed[name] as Values[typeof name])
      })
    },
    save: saveForm,
    focusFault,
    reset(next = saved.peek()) {
      batch(() => {
        saved.value = next
        for (const name of names) cells[name].value = next[name]
        faults.value = {}
        failure.value = null
        touched.value = new Set()
      })
    },
  }
}

/** The form of a component, made once. What `save` closes over is always the latest render's. */
export function useForm<Schema extends v.GenericSchema<Record<string, unknown>>>(options: FormOptions<Schema>) {
  const id = useId()
  const [latest] = useState({ save: options.save })
  useEffect(() => {
    latest.save = options.save
  })
  const [form] = useState(() => createForm({ id, ...options, save: (values) => latest.save(values) }))
  return form
}

/**
 * Asks before unsaved changes are lost: on leaving the screen, on closing the tab, and before `mayClose` lets a dialog go:
 * `onClose={() => mayClose().then((yes) => yes && close())}`.
 */
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
      // What a save leads to, such as signing out, leaves the page by itself.
      if (dirty.peek() && !saving.peek()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [dirty, saving])
  useEffect(() => guardNavigation(mayClose))

  return { mayClose }
}

function focusField(id: string) {
  const element = document.getElementById(id) ?? document.querySelector<HTMLElement>('[aria-invalid="true"]')
  element?.focus()
  element?.scrollIntoView({ block: 'nearest' })
}

function readIssues(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? ''
    found[path] ??= issueKey(issue)
  }
  return found
}

/** The schema's own message when it is a key; the library's English sentences are replaced by a key of ours. */
function issueKey(issue: v.BaseIssue<unknown>) {
  const empty = issue.input === '' || issue.input === null || issue.input === undefined
  if (empty && (issue.kind === 'schema' || issue.type === 'min_length')) return 'required'
  return /^\w+$/.test(issue.message) ? issue.message : (defaultKeys[issue.type] ?? 'invalid')
}

function faultOf(faults: Record<string, string>, name: string): string | null {
  return faults[name] ?? Object.entries(faults).find(([path]) => rootOf(path) === name)?.[1] ?? null
}

function rootOf(path: string) {
  return path.split('.')[0] ?? path
}

function sameValue(a: unknown, b: unknown) {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}
