import { mediaUrl } from '../../kernel/file/media-store'
import { colourOf } from '../../kernel/text/name-colour.contract'
import { shownBot } from '../bot-state'
import type { JoinedTicket } from './joined-ticket.view'
import type { TicketContact, TicketView } from '../ticket.answers'
import { isUnanswered } from '../ticket.policy'

export function toTicketView(
  row: JoinedTicket,
  mark: TicketView['lastMessageMark'],
  tags: TicketView['tags'],
  contact: TicketContact,
): TicketView {
  const { queueId, connectionId, userId } = row
  const view: TicketView = {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    queueId,
    queue: queueId === null ? null : { id: queueId, name: row.queueName ?? '', color: row.queueColor ?? '' },
    contactId: row.contactId,
    contact,
    channel: row.channel,
    whatsappId: connectionId,
    whatsapp: connectionId === null ? null : connectionOf(row, connectionId),
    userId,
    user: userId === null ? null : ownerOf(row, userId),
    tags,
    lastMessage: row.lastMessage,
    lastMessageMark: mark,
    unreadMessages: row.unreadMessages,
    isGroup: row.isGroup,
    isBot: row.isBot,
    bot: shownBot(row.isBot, row.automation),
    useIntegration: row.useIntegration,
    amount: row.amount,
    userRating: row.rating === null ? null : { rate: row.rating },
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
  if (!isUnanswered(row.status)) return view
  view.waitingSince = (row.queuedAt ?? row.createdAt).toISOString()
  if (row.seenUserId !== null && row.seenUserName !== null) view.seenBy = { id: row.seenUserId, name: row.seenUserName }
  return view
}

function ownerOf({ userName }: JoinedTicket, id: number) {
  const name = userName ?? ''
  return { id, name, color: colourOf(name) }
}

export function contactOf(row: JoinedTicket, tags: TicketView['tags']): TicketContact {
  return {
    id: row.contactId,
    name: row.contactName,
    number: row.contactNumber,
    email: row.contactEmail,
    urlPicture: row.pictureKey === null ? '' : mediaUrl(row.pictureKey),
    active: row.contactActive,
    disableBot: row.contactDisableBot,
    acceptAudioMessage: row.contactAcceptAudio,
    lgpdAcceptedAt: row.contactLgpdAcceptedAt?.toISOString() ?? null,
    isGroup: row.contactIsGroup,
    tags: tags.filter(({ kanban }) => !kanban).map(({ id, name, color }) => ({ id, name, color })),
  }
}

function connectionOf(row: JoinedTicket, id: number): NonNullable<TicketView['whatsapp']> {
  return {
    id,
    name: row.connectionName ?? '',
    groupAsTicket: row.groupAsTicket ? 'enabled' : 'disabled',
    status: row.connectionStatus ?? '',
  }
}
