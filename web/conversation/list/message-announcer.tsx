import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../../i18n/i18n'
import { useConversation } from '../state/conversation-context'
import { summaryOf } from '../../message/message-summary'

/** Announces the contact's new messages to screen readers. */
export function MessageAnnouncer() {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().message
  const message = model.latest.value
  const name = message?.contact?.name ?? model.ticket.value.contact.name
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {/* A new element, because an equal text would not be announced again. */}
      {message && <span key={message.id}>{t.announce(name, summaryOf(message, t))}</span>}
    </div>
  )
}
