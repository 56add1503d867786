import type { ReactNode } from 'react'
import type * as v from 'valibot'
import { changedParts } from '../ui/changed-parts'
import type { DialogProps } from '../ui/dialog'
import { useForm, type FormModel } from '../ui/form'
import { FormDialog } from '../ui/form-dialog'
import { Tabs } from '../ui/tabs'
import { useFormTabs } from '../ui/use-form-tabs'
import { useUi } from '../ui/ui-context'
import type { RecordFormTexts } from './record-texts'

type FormSchema = v.GenericSchema<Record<string, unknown>>

/** A part of a form. A field with an error brings its tab to the front. */
export interface RecordTab<Values> {
  label: string
  /** Names of its fields. */
  fields: readonly (keyof Values & string)[]
  content: (form: FormModel<Values>) => ReactNode
}

interface RecordDialogProps<Schema extends FormSchema> {
  /** Undefined to add one. */
  record: object | undefined
  texts: RecordFormTexts
  schema: Schema
  /** The form as it opens; `valuesOf` takes the fields from a record. */
  initial: v.InferInput<Schema>
  /**
   * Sends what was filled in. `changes` holds only what differs from the record that was opened, so that nothing a colleague
   * changed meanwhile is written over. A refusal that is thrown is shown at its fields.
   */
  save: (body: v.InferOutput<Schema>, changes: Partial<v.InferOutput<Schema>>) => unknown
  close: () => void
  /** In place of the toast and `close`. */
  onSaved?: () => void
  size?: DialogProps['size']
  /** The fields; or `tabs` with them. False entries are left out, and a single tab is shown without a tab bar. */
  children?: (form: FormModel<v.InferInput<Schema>>) => ReactNode
  tabs?: readonly (RecordTab<v.InferInput<Schema>> | false)[]
  /** Names the tabs. */
  tabsLabel?: string
}

/** The dialog that adds or edits a record. */
export function RecordDialog<Schema extends FormSchema>(props: RecordDialogProps<Schema>) {
  const { record, texts, schema, initial, save, close, size, children } = props
  const tabs = (props.tabs ?? []).filter((tab) => tab !== false)
  const { toast } = useUi()
  const form = useForm({
    schema,
    initial,
    save: (body) => save(body, changedParts(body, record ?? {}) as Partial<v.InferOutput<Schema>>),
  })
  const open = useFormTabs(form, Object.fromEntries(tabs.map(({ fields }, index) => [index, fields])))

  function onSaved() {
    toast.success(record ? texts.saved : texts.created)
    close()
  }

  return (
    <FormDialog
      size={size ?? (tabs.length > 1 ? 'l' : undefined)}
      title={record ? texts.editTitle : texts.addTitle}
      form={open.form}
      close={close}
      onSaved={props.onSaved ?? onSaved}
    >
      {tabs.length > 1 ? (
        <Tabs
          label={props.tabsLabel ?? ''}
          value={open.tab}
          onValueChange={open.setTab}
          items={tabs.map(({ label }, index) => ({ value: String(index), label }))}
        >
          <div className="dialog-tab">{tabs[Number(open.tab)]?.content(form)}</div>
        </Tabs>
      ) : (
        (tabs[0]?.content(form) ?? children?.(form))
      )}
    </FormDialog>
  )
}

/** The fields of a form as they are in a record, or as they are empty where there is no record. */
export function valuesOf<Values extends object>(record: NoInfer<Values> | undefined, empty: Values): Values {
  if (!record) return empty
  const names = Object.keys(empty) as (keyof Values)[]
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Values
}
