import { useState } from 'react'
import { useApp } from '../../app/app-context'
import { searchContacts, searchLengthMin } from '../../contact/search-contacts'
import { useTexts } from '../../i18n/i18n'
import { Combobox } from '../../ui/select/combobox'
import { ActionDialog } from '../../ui/dialog/action-dialog'
import { Field } from '../../ui/field/field'
import type { Option } from '../../ui/select/option'
import { useConversation } from '../state/conversation-context'

export function SendContactDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts()
  const t = texts.message.sendContact
  const { api } = useApp()
  const { model, composer } = useConversation()
  const [search] = useState(() => searchContacts(api, { isGroup: 'false' }))
  const [chosen, setChosen] = useState<Option<number> | null>(null)

  function send() {
    if (!chosen) return
    const contact = { id: chosen.value, name: chosen.label, number: chosen.description ?? '' }
    model.outbox.send(composer.takeExtra({ contact }, false))
    onClose()
  }

  return (
    <ActionDialog size="s" title={t.title} onClose={onClose} action={t.send} onAction={send} disabled={!chosen}>
      <Field label={texts.message.kinds.contact}>
        <Combobox
          value={chosen?.value ?? null}
          onValueChange={(_, option) => setChosen(option)}
          selected={chosen}
          search={search}
          lengthMin={searchLengthMin}
          placeholder={t.search}
        />
      </Field>
    </ActionDialog>
  )
}
