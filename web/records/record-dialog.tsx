import { useSignals } from '@preact/signals-react/runtime'
import { useState, type ReactNode } from 'react'
import type * as v from 'valibot'
import type { Calls } from '../../src/domains'
import type { JsonPath } from '../api/api-client'
import { useApp } from '../app/app-context'
import type { DialogProps } from '../ui/dialog/dialog'
import { useForm, type FormModel, changedParts } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { Tabs } from '../ui/layout/tabs'
import { useUi } from '../ui/context/ui-context'
import { useReportMade } from './made-row'
import type { RecordFormTexts } from './record-texts'
import { FieldHint } from '../ui/field/field'
import { useFocusedField, useOpenedField, type ShownBy } from './opened-field'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { flushSync } from 'react-dom'

type CallBody<Name extends string> = Calls extends { [Key in Name]: { body: infer Schema extends v.GenericSchema } }
  ? v.InferInput<Schema>
  : never
type PathFor<Body> = {
  [Path in JsonPath<'POST'>]: `PUT ${Path}/:id` extends keyof Calls
    ? Body extends CallBody<`POST ${Path}`>
      ? Path
      : never
    : never
}[JsonPath<'POST'>]

type FormSchema = v.GenericSchema<Record<string, unknown>>

/** A tab of a form. It is marked while one of its fields shows an error; a refused save opens the first such tab. */
interface RecordTab<Values> {
  label: string
  fields: readonly (keyof Values & string)[]
  content: (form: FormModel<Values>) => ReactNode
}

interface RecordDialogProps<Schema extends FormSchema> {
  record: object | undefined
  texts: RecordFormTexts
  schema: Schema
  /** The initial values; by default those of the record, or blank ones with `newValues`. */
  initial?: v.InferInput<Schema>
  newValues?: Partial<v.InferInput<Schema>>
  /** The call that adds a record. Its `PUT` with the id saves the changes of an edit. */
  path?: PathFor<v.InferOutput<Schema>>
  /** In place of `path`. `changes`: only what differs. The answer to a new record has its id. */
  save?: (body: v.InferOutput<Schema>, changes: Partial<v.InferOutput<Schema>>) => unknown
  close: () => void
  /** Replaces the toast and `close`. */
  onSaved?: () => void
  /** Where a record is opened that was made on another record's screen. */
  address?: (id: number) => string
  size?: DialogProps['size']
  /** Why the record may only be read; its title is then `readTitle`. */
  readOnly?: string | undefined
  /** The fields, or `tabs` with fields. False entries are skipped; a single tab has no tab bar. */
  children?: (form: FormModel<v.InferInput<Schema>>) => ReactNode
  tabs?: readonly (RecordTab<v.InferInput<Schema>> | false)[]
  shownBy?: ShownBy<v.InferInput<Schema>>
  tabsLabel?: string
}

export function RecordDialog<Schema extends FormSchema>(
  props: RecordDialogProps<Schema> & ({ path: string } | { save: object }),
) {
  useSignals()
  const { record, texts, schema, close, size, children } = props
  const blank = { ...(blankOf(schema) as v.InferInput<Schema>), ...props.newValues }
  const initial = props.initial ?? valuesOf(record as never, blank)
  const saveAtPath = useSaveAt(props)
  const save = props.save ?? saveAtPath
  const tabs = (props.tabs ?? []).filter((tab) => tab !== false)
  const { toast } = useUi()
  const reportMade = useReportMade()
  const [made] = useState<{ id?: number | undefined }>({})
  const form = useForm({
    schema,
    initial,
    async save(body) {
      const answer = await save(body, changedParts(body, record ?? {}) as Partial<v.InferOutput<Schema>>)
      made.id = idOf(answer)
      return answer
    },
  })
  const opened = useOpenedField()
  const open = useFormTabs(form, Object.fromEntries(tabs.map(({ fields }, index) => [index, fields])), opened)
  const hint = useFocusedField(form, opened, props.shownBy)

  function onSaved() {
    if (record) toast.success(texts.saved)
    else reportMade(texts.created, made.id, made.id === undefined ? undefined : props.address?.(made.id))
    close()
  }

  return (
    <FormDialog
      size={size ?? (tabs.length > 1 ? 'l' : undefined)}
      title={titleOf(props)}
      readOnly={props.readOnly}
      form={open.form}
      close={close}
      onSaved={props.onSaved ?? onSaved}
      failureHint={texts.saveHint}
    >
      <FieldHint value={hint}>
        {tabs.length > 1 ? (
          <Tabs
            label={props.tabsLabel ?? ''}
            value={open.tab}
            onValueChange={open.setTab}
            items={tabs.map(({ label }, index) => ({
              value: String(index),
              label,
              isInvalid: open.hasError(String(index)),
            }))}
          >
            <div className="dialog-tab">{tabs[Number(open.tab)]?.content(form)}</div>
          </Tabs>
        ) : (
          (tabs[0]?.content(form) ?? children?.(form))
        )}
      </FieldHint>
    </FormDialog>
  )
}

const idOf = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'number'
    ? answer.id
    : undefined

function titleOf({ record, texts, readOnly }: Pick<RecordDialogProps<FormSchema>, 'record' | 'texts' | 'readOnly'>) {
  if (readOnly !== undefined && texts.readTitle) return texts.readTitle
  return record ? texts.editTitle : texts.addTitle
}

/** The types of the props have checked path and body against the calls. */
function useSaveAt({ path, record }: { path?: string; record: object | undefined }) {
  const { api } = useApp()
  return (body: object, changes: object) =>
    record
      ? api.put<never>(`${path}/:id` as never, { params: { id: idOf(record) }, body: changes } as never)
      : api.post<never>(path as never, { body } as never)
}

interface AnySchema {
  type: string
  entries?: Record<string, AnySchema>
  wrapped?: AnySchema
  default?: unknown
  options?: readonly unknown[]
}

/** The values of a new record's form. Numbers have none: a form with one states it in `newValues`. */
function blankOf({ type, entries, wrapped, options = [], default: usual }: AnySchema): unknown {
  if (entries) return Object.fromEntries(Object.entries(entries).map(([name, inner]) => [name, blankOf(inner)]))
  if (type === 'string') return ''
  if (type === 'boolean') return false
  if (type === 'array') return []
  if (type === 'picklist') return options[0]
  if (type === 'nullable') return wrapped?.type === 'string' ? '' : null
  if (type === 'union')
    return (options as AnySchema[]).some((one) => one.type === 'null') ? null : blankOf(options[0] as AnySchema)
  return usual ?? (wrapped && blankOf(wrapped))
}

/** Returns the form's values from a record; what it does not have, such as a secret, is empty. */
export function valuesOf<Values extends object>(record: NoInfer<Values> | undefined, empty: Values): Values {
  if (!record) return empty
  const names = keysOf(empty)
  return Object.fromEntries(names.map((name) => [name, name in record ? record[name] : empty[name]])) as Values
}

/** Pass the returned `form` to `Form`: if saving fails, the first tab with an error opens before its field is focused. */
function useFormTabs<Values, Tab extends string>(
  form: FormModel<Values>,
  fields: Record<Tab, readonly (keyof Values & string)[]>,
  first?: string,
) {
  const tabs = keysOf(fields)
  const holdsFirst = (of: Tab) => fields[of].some((name) => name === first)
  const [tab, setTab] = useState<Tab>(() => tabs.find(holdsFirst) ?? (tabs[0] as Tab))
  // A form without tabs has none of these.
  const hasError = (of: Tab) => fields[of]?.some((name) => form.fields[name].error.value !== null) ?? false

  async function save() {
    const saved = await form.save()
    const invalidTab = saved ? undefined : tabs.find(hasError)
    // Synchronous, because the field is focused next.
    if (invalidTab) flushSync(() => setTab(invalidTab))
    return saved
  }

  return { tab, setTab, hasError, form: { ...form, save } }
}
