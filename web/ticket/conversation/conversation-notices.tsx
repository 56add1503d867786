import { useSignals } from '@preact/signals-react/runtime'
import { Unplug } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { useConversation } from '../../message/conversation-context'

/** What one should know before writing: the connection is down. */
export function ConversationNotices() {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().conversation
  const { whatsapp, status } = model.ticket.value
  if (!whatsapp || status === 'closed' || whatsapp.status === 'CONNECTED') return null
  return (
    <p className="conversation-notice" role="status">
      <Unplug size={15} aria-hidden />
      {t.disconnected(whatsapp.name)}
    </p>
  )
}
