import type { FlowView } from '../../src/flow/flow.calls'
import { FlowBody } from '../../src/flow/edit/flow-body.contract'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog, valuesOf } from '../records/record-dialog'
import { FormField } from '../ui/form/form-field'
import { TextInput } from '../ui/field/text-input'
import { useUi } from '../ui/context/ui-context'

interface FlowNameDialogProps {
  flow: FlowView | undefined
  close: () => void
  onCreated?: (flow: FlowView) => void
}

export function FlowNameDialog({ flow, close, onCreated }: FlowNameDialogProps) {
  const t = useTexts('flow').flow
  const { api } = useApp()
  const { toast } = useUi()

  async function save({ name }: { name: string }) {
    if (flow) await api.put('/flowbuilder', { body: { flowId: flow.id, name } })
    else {
      const created = await api.post('/flowbuilder', { body: { name } })
      onCreated?.(created)
    }
    toast.success(flow ? t.saved : t.created)
  }

  return (
    <RecordDialog
      record={flow}
      texts={t}
      schema={FlowBody}
      initial={valuesOf(flow, { name: '' })}
      save={save}
      onSaved={close}
      close={close}
      size="s"
    >
      {(form) => (
        <FormField form={form} name="name" label={t.fields.name} required>
          {(field) => <TextInput {...field} maxLength={60} placeholder={t.fields.namePlaceholder} autoComplete="off" />}
        </FormField>
      )}
    </RecordDialog>
  )
}
