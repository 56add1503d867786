import { withoutSignature } from '../../src/message/compose/signature.contract'
import type { MediaType } from '../../src/message/message.contract'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { useTexts } from '../i18n/i18n'
import { DeliveryMark } from './bubble/delivery-mark'
import { summaryIcon, summaryOf } from './message-summary'
import { deliveryOf } from './shown-message'
import { cutText } from '../ui/text/cut-text'

const defaultLengthMax = 40

/** While the contact waits, automatic answers do not replace what they wrote. */
export function LastMessage({ ticket, lengthMax = defaultLengthMax }: { ticket: TicketView; lengthMax?: number }) {
  const { lastMessage, mark } = shownMessageOf(ticket)
  const t = useTexts()
  if (!mark && lastMessage === '') return <span className="last-message grows row gap-1">{t.ticket.row.noMessage}</span>
  const mediaType = (mark?.mediaType ?? null) as MediaType | null
  const Icon = mark?.isDeleted ? undefined : summaryIcon(mediaType)
  const isDeleted = mark?.isDeleted ?? false
  const dataJson = mark?.isAwaited ? { awaited: true as const } : null
  const text = summaryOf({ body: lastMessage, mediaType, isDeleted, dataJson }, t.message)
  return (
    <span className="last-message grows row gap-1" data-deleted={mark?.isDeleted || undefined}>
      {mark?.fromMe && !mark.isDeleted && (
        <DeliveryMark state={deliveryOf({ ack: mark.ack, sendState: null, mediaType })} />
      )}
      {Icon && <Icon size={14} aria-hidden />}
      <span dir="auto">{cutText(text.replace(/\s+/g, ' '), lengthMax)}</span>
    </span>
  )
}

/** The message of the preview. The signature of the ticket's own agent is left out, because it would fill a narrow row. */
export function shownMessageOf({ contactMessage, lastMessage, lastMessageMark, user }: TicketView) {
  if (!contactMessage) {
    const isSigned = lastMessageMark?.fromMe && user
    return { lastMessage: isSigned ? withoutSignature(user.name, lastMessage) : lastMessage, mark: lastMessageMark }
  }
  const { body, ...mark } = contactMessage
  return { lastMessage: body, mark: { ...mark, fromMe: false, ack: 0 } }
}
