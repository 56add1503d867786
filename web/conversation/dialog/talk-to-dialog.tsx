import { useState } from 'react'
import { useApp, useUser } from '../../app/app-context'
import type { ApiClient } from '../../api/api-client'
import { useTexts } from '../../i18n/i18n'
import { links } from '../../app/links'
import { openTicket } from '../../ticket/change-ticket'
import { useOwnQueues } from '../../queue/use-queues'
import { ActionDialog } from '../../ui/dialog/action-dialog'
import { Field } from '../../ui/field/field'
import { Select } from '../../ui/select/select'
import { useConversation } from '../state/conversation-context'
import type { Person } from '../state/conversation-view'
import { optionsOf } from '../../ui/select/option'
import { useBusyAttempt } from '../../ui/form/use-attempt'

/** Opens the user's own ticket with a group member, the person on a contact card, or a number in a text. */
export function TalkToDialog({ name, person, onClose }: { name: string; person: Person; onClose: () => void }) {
  const texts = useTexts('ticketDialog')
  const { busy, attempt } = useBusyAttempt()
  const t = texts.ticketDialog.accept
  const { api, navigation } = useApp()
  const user = useUser()
  const { model, view } = useConversation()
  const { queueId: present, whatsappId } = model.ticket.peek()
  const queues = useOwnQueues()
  const [chosen, setQueueId] = useState<number | null>(null)
  const queueId = chosen ?? (queues?.find(({ id }) => id === present) ?? queues?.[0])?.id ?? null

  async function open() {
    await attempt(async () => {
      const contactId = await contactOf(api, person)
      const outcome = await openTicket(api, { contactId, userId: user.id, queueId, status: 'open', whatsappId })
      if (outcome.kind === 'alreadyAssigned') return void (view.dialog.value = outcome)
      onClose()
      await navigation.go(links.ticket(outcome.kind === 'own' ? outcome.uuid : outcome.ticket.uuid))
    })
  }

  return (
    <ActionDialog
      size="s"
      title={`${texts.message.actions.talkTo} ${name}`}
      onClose={onClose}
      action={texts.message.contactCard.talk}
      onAction={() => open()}
      busy={busy}
      disabled={queueId === null}
    >
      <Field label={t.queue} help={queues?.length === 0 ? t.noQueues : undefined}>
        <Select value={queueId} onValueChange={setQueueId} options={optionsOf(queues)} />
      </Field>
    </ActionDialog>
  )
}

/** Returns the contact, created if necessary. The number of a card may be hidden here. */
async function contactOf(api: ApiClient, person: Person): Promise<number> {
  if ('contactId' in person) return person.contactId
  if ('number' in person) return (await api.post('/contacts/by-number', { body: person })).id
  const { messageId: id, index } = person
  return (await api.post('/messages/:id/cards/:index/contact', { params: { id, index } })).id
}
