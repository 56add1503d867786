import { useState } from 'react'
import type { ConnectionPick } from '../../src/connection/connection.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { ActionDialog } from '../ui/dialog/action-dialog'
import { Field } from '../ui/field/field'
import { Select } from '../ui/select/select'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { optionsOf } from '../ui/select/option'

interface AddressBookDialogProps {
  source: 'phonebook' | 'chats'
  connections: readonly ConnectionPick[]
  close: () => void
  onStarted: () => void
}

export function AddressBookDialog({ source, connections, close, onStarted }: AddressBookDialogProps) {
  const texts = useTexts('contact')
  const t = texts.contact
  const { api } = useApp()
  const { busy, attempt } = useBusyAttempt()
  const up = connections.filter(({ status }) => status === 'CONNECTED')
  const [connectionId, setConnectionId] = useState(up.find(({ isDefault }) => isDefault)?.id ?? up[0]?.id ?? null)

  async function start() {
    const body = { whatsappId: connectionId }
    const done = await attempt(
      () =>
        source === 'phonebook' ? api.post('/contacts/import', { body }) : api.post('/contacts/import/chats', { body }),
      t.importStarted,
    )
    if (!done) return
    close()
    onStarted()
  }

  return (
    <ActionDialog
      size="s"
      title={source === 'phonebook' ? t.importPhone : t.importChats}
      description={source === 'phonebook' ? t.importPhoneText : t.importChatsText}
      onClose={close}
      action={t.import}
      onAction={() => start()}
      busy={busy}
      disabled={connectionId === null}
    >
      <Field label={t.columns.connection} help={up.length === 0 ? t.notConnected : undefined}>
        <Select<number>
          value={connectionId}
          options={optionsOf(up)}
          onValueChange={setConnectionId}
          disabled={up.length === 0}
        />
      </Field>
    </ActionDialog>
  )
}
