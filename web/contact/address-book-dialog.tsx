import { useState } from 'react'
import type { ConnectionPick } from '../../src/connection/connection.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { Field } from '../ui/field/field'
import { Select } from '../ui/select/select'
import { useAttempt } from '../ui/form/use-attempt'
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
  const attempt = useAttempt()
  const up = connections.filter(({ status }) => status === 'CONNECTED')
  const [connectionId, setConnectionId] = useState(up.find(({ isDefault }) => isDefault)?.id ?? up[0]?.id ?? null)
  const [starting, setStarting] = useState(false)

  async function start() {
    setStarting(true)
    const body = { whatsappId: connectionId }
    const done = await attempt(
      () =>
        source === 'phonebook' ? api.post('/contacts/import', { body }) : api.post('/contacts/import/chats', { body }),
      t.importStarted,
    )
    setStarting(false)
    if (!done) return
    close()
    onStarted()
  }

  return (
    <Dialog
      open
      size="s"
      title={source === 'phonebook' ? t.importPhone : t.importChats}
      description={source === 'phonebook' ? t.importPhoneText : t.importChatsText}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{texts.ui.cancel}</Button>
          <Button variant="primary" loading={starting} disabled={connectionId === null} onClick={() => void start()}>
            {t.import}
          </Button>
        </>
      }
    >
      <Field label={t.columns.connection} help={up.length === 0 ? t.notConnected : undefined}>
        <Select<number>
          value={connectionId}
          options={optionsOf(up)}
          onValueChange={setConnectionId}
          disabled={up.length === 0}
        />
      </Field>
    </Dialog>
  )
}
