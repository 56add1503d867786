import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, type ReactNode } from 'react'
import { fieldErrorText } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import { Button, IconButton } from '../ui/button/button'
import { Field } from '../ui/field/field'
import type { FormFieldModel, FormModel, FormFields } from '../ui/form/form'
import { ChevronDown, ChevronUp, Plus, Trash2 } from '../ui/icons'
import { computed } from '@preact/signals-react'

interface ChildRowsProps<Values, Name extends ListName<Values>> {
  form: FormModel<Values>
  name: Name
  label: string
  help?: string
  addLabel: string
  empty: NoInfer<ChildOf<Values, Name>>
  limit?: number
  unordered?: boolean
  /** In place of the add button, where rows of several kinds can be added. */
  addButtons?: (add: (row: NoInfer<ChildOf<Values, Name>>) => void, isFull: boolean) => ReactNode
  /** Renders the fields of one row, which is its own form: `{(row) => <FormField form={row} name="title" …>}`. */
  children: (row: FormModel<ChildOf<Values, Name>>, index: number) => ReactNode
}

/** A list within a form: rows can be added, removed and reordered, and errors are shown at their fields. */
export function ChildRows<Values, Name extends ListName<Values>>(props: ChildRowsProps<Values, Name>) {
  useSignals()
  const { form, name, label, help, addLabel, empty, limit, unordered, children, addButtons } = props
  const texts = useTexts()
  const field = form.fields[name] as FormFieldModel<readonly object[]>
  const rows = field.value.value
  const { keys, change, frame } = useRows(field)
  const error = form.errorAt(name)
  const isFull = limit !== undefined && rows.length >= limit
  return (
    <Field id={field.id} label={label} help={help} error={error === null ? null : fieldErrorText(texts, error)} group>
      <div className="child-rows" ref={frame}>
        {rows.map((_, index) => (
          <div key={keys[index]} className="child-row" role="group" aria-label={`${label} ${index + 1}`}>
            <div className="child-row-fields">{children(childForm(form, name, index), index)}</div>
            <RowButtons
              index={index}
              count={rows.length}
              unordered={unordered}
              onMove={(by) => change.move(index, index + by)}
              onRemove={() => change.remove(index)}
            />
          </div>
        ))}
        {addButtons?.((row) => change.add(row as object), isFull) ?? (
          <Button size="s" icon={Plus} disabled={isFull} onClick={() => change.add({ ...(empty as object) })}>
            {addLabel}
          </Button>
        )}
      </div>
    </Field>
  )
}

interface RowButtonsProps {
  index: number
  count: number
  unordered: boolean | undefined
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function RowButtons({ index, count, unordered, onMove, onRemove }: RowButtonsProps) {
  const t = useTexts().ui
  return (
    <span className="child-row-buttons">
      {!unordered && (
        <>
          <IconButton icon={ChevronUp} label={t.moveUp} size="s" disabled={index === 0} onClick={() => onMove(-1)} />
          <IconButton
            icon={ChevronDown}
            label={t.moveDown}
            size="s"
            disabled={index === count - 1}
            onClick={() => onMove(1)}
          />
        </>
      )}
      <IconButton icon={Trash2} label={t.remove} size="s" variant="danger" onClick={onRemove} />
    </span>
  )
}

/** Rows keep their identity when others are added, removed or moved; a new row gets the focus. */
function useRows(field: FormFieldModel<readonly object[]>) {
  const last = useRef(0)
  const keys = useRef<number[]>([])
  const frame = useRef<HTMLDivElement>(null)
  const isAdded = useRef(false)
  const { length } = field.value.value
  while (keys.current.length < length) keys.current.push(++last.current)
  keys.current.length = length

  useEffect(() => {
    if (!isAdded.current) return
    isAdded.current = false
    const added = [...(frame.current?.querySelectorAll('.child-row') ?? [])].at(-1)
    // Not the button that folds an open row.
    added?.querySelector<HTMLElement>('input, textarea, select, button:not([aria-expanded="true"])')?.focus()
  }, [length])

  function move(from: number, to: number) {
    keys.current = moved(keys.current, from, to)
    field.set(moved(field.value.peek(), from, to))
  }

  function remove(index: number) {
    keys.current = keys.current.filter((_, at) => at !== index)
    field.set(field.value.peek().filter((_, at) => at !== index))
    frame.current?.querySelector<HTMLElement>(':scope > button')?.focus()
  }

  function add(row: object) {
    isAdded.current = true
    field.set([...field.value.peek(), row])
  }

  return { keys: keys.current, frame, change: { move, remove, add } }
}

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}

type ListName<Values> = {
  [Name in keyof Values]: Values[Name] extends readonly object[] ? Name : never
}[keyof Values] &
  string

type ChildOf<Values, Name extends ListName<Values>> = Values[Name] extends readonly (infer Child)[] ? Child : never

/** For `FormField` and `SwitchField`: an error at `options.2.name` appears at `name`. Saved with the outer form. */
export function childForm<Values, Name extends ListName<Values>>(
  form: FormModel<Values>,
  name: Name,
  index: number,
): FormModel<ChildOf<Values, Name>> {
  type Child = ChildOf<Values, Name>
  const list = form.fields[name] as FormFieldModel<readonly Child[]>
  return innerForm(form, `${name}.${index}`, {
    id: `${list.id}-${index}`,
    touched: list.touched,
    read: () => list.value.value[index] as Child,
    peek: () => list.value.peek()[index] as Child,
    write: (child) => list.set(list.value.peek().map((item, at) => (at === index ? child : item))),
  })
}

/** As `childForm`, for a field whose value is an object. */
export function partForm<Values, Name extends keyof Values & string>(
  form: FormModel<Values>,
  name: Name,
): FormModel<Values[Name]> {
  const part = form.fields[name] as FormFieldModel<Values[Name]>
  return innerForm(form, name, {
    id: part.id,
    touched: part.touched,
    read: () => part.value.value,
    peek: () => part.value.peek(),
    write: (value) => part.set(value),
  })
}

interface Inner<Child> {
  id: string
  touched: FormFieldModel<unknown>['touched']
  read: () => Child
  peek: () => Child
  write: (child: Child) => void
}

function innerForm<Values, Child>(form: FormModel<Values>, path: string, inner: Inner<Child>): FormModel<Child> {
  type Fields = Child & Record<string, unknown>
  const { id, touched, peek, write } = inner
  const read = inner.read as () => Fields | undefined

  function fieldOf(key: string): FormFieldModel<unknown> {
    return {
      id: `${id}-${key}`,
      value: computed(() => read()?.[key]) as FormFieldModel<unknown>['value'],
      error: computed(() => form.errorAt(`${path}.${key}`)),
      touched,
      set: (value) => write({ ...peek(), [key]: value }),
      blur: () => form.leaveAt(`${path}.${key}`),
    }
  }

  const keys = Object.keys(peek() ?? {})
  return {
    ...form,
    fields: Object.fromEntries(keys.map((key) => [key, fieldOf(key)])) as FormFields<Child>,
    values: computed(read),
    errorAt: (at) => form.errorAt(`${path}.${at}`),
    boundsOf: () => ({}),
    leaveAt: (at) => form.leaveAt(`${path}.${at}`),
    set: (changed) => write({ ...peek(), ...changed }),
    reset: () => form.reset(),
  } as FormModel<Child>
}
