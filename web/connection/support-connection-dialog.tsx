import * as v from 'valibot'
import type { CompanyConnection } from '../../src/connection/connection.calls'
import { ConnectionBody } from '../../src/connection/connection.contract'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog, valuesOf } from '../records/record-dialog'
import { FormField } from '../ui/form-field'
import { SwitchField } from '../ui/switch-field'
import { TextInput } from '../ui/text-input'

const SupportForm = v.object({
  name: ConnectionBody.entries.name,
  isDefault: v.boolean(),
  allowGroup: v.boolean(),
})

interface SupportConnectionDialogProps {
  companyId: number
  connection: CompanyConnection | undefined
  close: () => void
  onSaved: (saved: CompanyConnection, isNew: boolean) => void
}

/** What the host changes of another company's connection. Queues, bots and messages are the company's. */
export function SupportConnectionDialog({ companyId, connection, close, onSaved }: SupportConnectionDialogProps) {
  const t = useTexts('connection').connection
  const { api } = useApp()
  const wasDefault = connection?.isDefault ?? false
  return (
    <RecordDialog
      record={connection}
      texts={{ ...t, created: t.saved }}
      schema={SupportForm}
      initial={valuesOf(connection, { name: '', isDefault: false, allowGroup: false })}
      save={async (body, changes) => {
        const saved = connection
          ? await api.put('/companies/:id/connections/:connectionId', {
              params: { id: companyId, connectionId: connection.id },
              body: changes,
            })
          : await api.post('/companies/:id/connections', { params: { id: companyId }, body })
        onSaved(saved, connection === undefined)
      }}
      close={close}
    >
      {(form) => (
        <>
          <FormField form={form} name="name" label={t.fields.name} required>
            {(field) => <TextInput {...field} autoComplete="off" />}
          </FormField>
          <SwitchField
            form={form}
            name="isDefault"
            label={t.fields.isDefault}
            help={wasDefault ? t.fields.isDefaultFixed : t.fields.isDefaultHelp}
            disabled={wasDefault}
          />
          <SwitchField form={form} name="allowGroup" label={t.fields.allowGroup} help={t.fields.allowGroupHelp} />
        </>
      )}
    </RecordDialog>
  )
}
