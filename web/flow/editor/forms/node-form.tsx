import type { ReactNode } from 'react'
import type * as v from 'valibot'
import type { FlowNode, NodeType } from '../../../../src/flow/flow.contract'
import { useTexts } from '../../../i18n/i18n'
import { useForm, type FormModel } from '../../../ui/form/form'
import { FormDialog } from '../../../ui/form/form-dialog'

export interface NodeChange {
  data: FlowNode['data']
  /** The new handle of each remaining output, if they were renumbered. */
  handles?: ReadonlyMap<string, string>
}

export interface NodeFormProps {
  data: FlowNode['data'] | undefined
  save: (change: NodeChange) => void
  close: () => void
}

interface NodeFormDialogProps<Schema extends v.GenericSchema<Record<string, unknown>>> extends NodeFormProps {
  kind: NodeType
  schema: Schema
  initial: v.InferInput<Schema>
  /** Keys of other systems in the node's data stay. */
  toChange: (values: v.InferOutput<Schema>) => NodeChange
  children: (form: FormModel<v.InferInput<Schema>>) => ReactNode
}

export function NodeFormDialog<Schema extends v.GenericSchema<Record<string, unknown>>>(
  props: NodeFormDialogProps<Schema>,
) {
  const { kind, data, schema, initial, toChange, save, close, children } = props
  const t = useTexts('flowEditor').flowEditor
  const form = useForm({
    schema,
    initial,
    save(values) {
      const change = toChange(values)
      save({ ...change, data: { ...data, ...change.data } })
    },
  })
  const name = t.kinds[kind]
  return (
    <FormDialog
      placement="drawer"
      title={data ? t.dialog.edit(name) : t.dialog.create(name)}
      saveLabel={data ? undefined : t.dialog.add}
      form={form}
      close={close}
    >
      {children(form)}
    </FormDialog>
  )
}
