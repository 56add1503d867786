import type { MessageView } from '../../src/message/message.answers'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { announce } from './announce'
import { links } from '../app/links'
import { plainText } from '../message/bubble/format-text'
import type { NotificationParts } from './notification-parts'

export function announceMessage(
  { companyId, ...parts }: Pick<NotificationParts, 'appearance' | 'navigation'> & { companyId: number },
  ticket: TicketView,
  message: MessageView,
) {
  const { name, urlPicture } = ticket.contact
  announce(parts, {
    item: { key: `announced-messages-${companyId}`, id: message.id },
    title: name,
    body: plainText(message.body).slice(0, 120) || ticket.lastMessage,
    icon: urlPicture,
    tag: `ticket-${ticket.id}`,
    // The inbox sums up what arrives in its lists.
    isSpoken: parts.navigation.shown.peek().path.startsWith(links.tickets()),
    href: links.ticket(ticket.uuid),
  })
}
