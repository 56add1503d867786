import { Camera, MessageCircle, MessageCircleMore, MessagesSquare } from '../ui/icons'
import type { TicketView } from '../../src/ticket/ticket.contract'
import { useTexts } from '../i18n/i18n'
import { tooltip } from '../ui/tooltip'

const icons = { whatsapp: MessageCircle, whatsappapi: MessageCircleMore, facebook: MessagesSquare, instagram: Camera }

/** By which channel and connection the contact writes; marked when that connection is down. */
export function ConnectionIcon({ ticket: { channel, whatsapp } }: { ticket: TicketView }) {
  const t = useTexts()
  const Icon = icons[channel]
  const label = t.ticket.row.connection(t.conversation.channels[channel], whatsapp?.name ?? '')
  return (
    <span
      className="connection-icon"
      role="img"
      aria-label={label}
      data-channel={channel}
      data-down={(whatsapp && whatsapp.status !== 'CONNECTED') || undefined}
      {...tooltip(label)}
    >
      <Icon size={14} aria-hidden />
    </span>
  )
}
