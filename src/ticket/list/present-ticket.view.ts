import { eq, getTableColumns } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { connectionTable } from '../../connection/connection.tables'
import { maskContact, maskText } from '../../contact/number/mask-number'
import { contactTable } from '../../contact/contact.tables'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { WatchedTable } from '../../kernel/database/changed-rows'
import { listTable } from '../../kernel/database/expressions'
import { rowCache } from '../../kernel/database/row-cache'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { mediaTable } from '../../kernel/file/media.tables'
import { mediaUrl } from '../../kernel/file/media-store'
import { moreJson, openJson, withMore } from '../../kernel/http/json-text'
import type { MessageId, TicketId } from '../../kernel/ids'
import { colourOf } from '../../kernel/text/name-colour.contract'
import { queueTable } from '../../queue/queue.tables'
import { tagsOfTickets } from '../../tag/tag.queries'
import { userTable } from '../../user/user.tables'
import type { ContactMessage, TicketContact, TicketView } from '../ticket.answers'
import { areBotsPaused } from '../bot-state'
import { canSeeTicket, isUnanswered, mayIgnore } from '../ticket.policy'
import {
  deletedMessagesOf,
  idsOfContact,
  type LastMessageMark,
  ticketMessages,
  type TicketRow,
} from '../ticket.queries'
import { ticketTable } from '../ticket.tables'
import { hidesNumbers, mustMask } from '../../setting/setting.queries'

// Every list and live message shows tickets with contact, owner, queue, connection and tags.

const joinedSources: readonly WatchedTable[] = [
  { table: 'ticket', noted: { kind: 'ticket', id: 'id' } },
  { table: 'ticket_tag', noted: { kind: 'ticket', id: 'ticket_id' } },
  { table: 'contact', noted: { kind: 'contact', id: 'id' } },
  { table: 'contact_tag', noted: { kind: 'contact', id: 'contact_id' } },
  { table: 'tag', columns: ['name', 'color', 'kanban'] },
  { table: 'queue', columns: ['name', 'color'] },
  { table: 'user', columns: ['name'] },
  { table: 'connection', columns: ['name', 'status', 'group_as_ticket'] },
  { table: 'media', columns: ['key'] },
]

const seer = alias(userTable, 'seer')

const tickets = statement((db, { ids }: { ids: readonly TicketId[] }) => {
  const requested = listTable(ids)
  const { status, groupAsTicket } = connectionTable
  const { number, email, active, disableBot, acceptAudioMessage, lgpdAcceptedAt, isGroup } = contactTable
  return db
    .select({
      ...getTableColumns(ticketTable),
      queueName: queueTable.name,
      queueColor: queueTable.color,
      userName: userTable.name,
      seenUserName: seer.name,
      connectionName: connectionTable.name,
      connectionStatus: status,
      groupAsTicket,
      contactName: contactTable.name,
      contactNumber: number,
      contactEmail: email,
      contactActive: active,
      contactDisableBot: disableBot,
      contactAcceptAudio: acceptAudioMessage,
      contactLgpdAcceptedAt: lgpdAcceptedAt,
      contactIsGroup: isGroup,
      pictureKey: mediaTable.key,
    })
    .from(requested.table)
    .crossJoin(ticketTable)
    .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
    .leftJoin(queueTable, eq(queueTable.id, ticketTable.queueId))
    .leftJoin(userTable, eq(userTable.id, ticketTable.userId))
    .leftJoin(seer, eq(seer.id, ticketTable.seenUserId))
    .leftJoin(connectionTable, eq(connectionTable.id, ticketTable.connectionId))
    .leftJoin(mediaTable, eq(mediaTable.id, contactTable.pictureMediaId))
    .where(eq(ticketTable.id, requested.value))
})

type JoinedTicket = ReturnType<typeof tickets.all>[number]

interface CachedTicket {
  readonly view: TicketView
  text?: string
}

/** About 3 KB each. Reading them takes most of the time of a list. */
export const ticketCache = rowCache<CachedTicket>((company) => ({
  name: 'ticket',
  max: 4000,
  sources: [...joinedSources, ...company.services.ports.ticketMessages.sources],
  rowsOf: ({ kind, id }) =>
    kind === 'ticket' ? [id] : idsOfContact.all(company, { contactId: id }).map((ticket) => ticket.id),
}))

/** Keeps the given order. Checks no permissions. */
export function presentTickets(ctx: CompanyContext, ids: readonly TicketId[]): TicketView[] {
  const { present } = presenterFor(ctx)
  return readTickets(ctx, ids).map(present)
}

/** Serialised once for all readers if nothing is hidden. */
export function presentTicketTexts(ctx: CompanyContext, ids: readonly TicketId[]): string[] {
  const { isRedacted, present, ofReader } = presenterFor(ctx)
  const more = moreJson(ofReader)
  return readTickets(ctx, ids).map((ticket) => {
    if (isRedacted(ticket.view)) return JSON.stringify(present(ticket))
    return withMore((ticket.text ??= openJson(ticket.view)), more)
  })
}

function presenterFor(ctx: CompanyContext) {
  const { actor } = ctx
  const masked = mustMask(ctx)
  const deleted = deletedMessagesOf(ctx)
  // The system actor presents for many users.
  const ofReader: Partial<TicketView> =
    actor.kind === 'system' ? {} : { userClosePendingTicket: mayIgnore(actor) ? 'enabled' : 'disabled' }
  return {
    ofReader,
    isRedacted: (view: TicketView) => masked || deleted.areHidden(view.whatsappId),
    /** A copy: the cached view is shared. */
    present({ view }: CachedTicket): TicketView {
      const shown: TicketView = { ...view, ...ofReader }
      if (deleted.areHidden(view.whatsappId)) {
        if (view.lastMessageMark?.isDeleted) shown.lastMessage = ''
        if (view.contactMessage?.isDeleted) shown.contactMessage = { ...view.contactMessage, body: '' }
      }
      return masked ? maskTicket(ctx, shown) : shown
    },
  }
}

export function maskTicket(ctx: CompanyContext, view: TicketView): TicketView {
  const contact = { ...maskContact(ctx, view.contact), email: maskText(ctx, view.contact.email) }
  const masked: TicketView = { ...view, contact, lastMessage: maskText(ctx, view.lastMessage) }
  const { contactMessage } = view
  if (contactMessage) masked.contactMessage = { ...contactMessage, body: maskText(ctx, contactMessage.body) }
  return masked
}

/** One message for all, or two where numbers are hidden: complete for admins, masked for agents. `ticket`: as presented to the system. */
export function forEachAudience(ctx: CompanyContext, topics: readonly string[], ticket: TicketView) {
  if (!hidesNumbers(ctx)) return [{ topics: [...topics], ticket }]
  const plain = topics.filter((topic) => topic !== 'admin')
  const masked = maskTicket(ctx, ticket)
  return [
    { topics: ['admin'], ticket },
    { topics: plain, ticket: masked },
  ].filter((part) => part.topics.length > 0)
}

export function presentTicket(ctx: CompanyContext, id: TicketId): TicketView {
  return presentTickets(ctx, [id])[0] ?? refuse('ERR_NO_TICKET_FOUND')
}

/** Presents a ticket after a change. A user who was too late learns only its owner. */
export function presentTicketInReach(ctx: CompanyContext, ticket: TicketRow): TicketView {
  const view = presentTicket(ctx, ticket.id)
  if (canSeeTicket(ctx.actor, ticket)) return view
  return {
    ...view,
    lastMessage: '',
    lastMessageMark: null,
    contactMessage: undefined,
    unreadMessages: 0,
    amount: null,
    userRating: null,
    tags: [],
    contact: { ...view.contact, tags: [] },
  }
}

/** Tickets as every reader may see them, in the order of the ids, without unknown ones. */
function readTickets(ctx: CompanyContext, ids: readonly TicketId[]): CachedTicket[] {
  if (ids.length === 0) return []
  const found = ticketCache.read(ctx, ids, (others) => joinTickets(ctx, others).map((view) => [view.id, { view }]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const noMessages: ReadonlyMap<TicketId, ContactMessage> = new Map()

function joinTickets(ctx: CompanyContext, ids: readonly TicketId[]): TicketView[] {
  if (ids.length === 0) return []
  const rows = tickets.all(ctx, { ids })
  const tagsOf = tagsOfTickets(ctx, rows)
  const marks = ticketMessages(ctx).marks(
    ctx,
    rows.flatMap(({ lastMessageId }) => lastMessageId ?? []),
  )
  const ofContacts = contactMessagesOf(ctx, rows, marks)
  return rows.map((row) => {
    const lastMessage = marks.get(row.lastMessageId ?? 0) ?? null
    const view = toTicketView(row, lastMessage, tagsOf(row))
    const contactMessage = ofContacts.get(row.id)
    return contactMessage ? { ...view, contactMessage } : view
  })
}

function contactMessagesOf(
  ctx: CompanyContext,
  rows: readonly JoinedTicket[],
  marks: ReadonlyMap<MessageId, LastMessageMark>,
) {
  const ids = rows
    .filter(
      ({ status, lastMessageId }) => isUnanswered(status) && lastMessageId !== null && marks.get(lastMessageId)?.fromMe,
    )
    .map(({ id }) => id)
  return ids.length === 0 ? noMessages : ticketMessages(ctx).contactMessages(ctx, ids)
}

function toTicketView(row: JoinedTicket, mark: TicketView['lastMessageMark'], tags: TicketView['tags']): TicketView {
  const { queueId, connectionId, userId } = row
  const view: TicketView = {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    queueId,
    queue: queueId === null ? null : { id: queueId, name: row.queueName ?? '', color: row.queueColor ?? '' },
    contactId: row.contactId,
    contact: contactOf(row, tags),
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
    bot: shownBot(row),
    useIntegration: row.useIntegration,
    priority: row.priority,
    due: dueOf(row),
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

function dueOf({ dueKind, dueAt, dueWarnAt }: JoinedTicket): TicketView['due'] {
  if (dueKind === null || dueAt === null) return null
  return { kind: dueKind, at: dueAt.toISOString(), warnAt: (dueWarnAt ?? dueAt).toISOString() }
}

function ownerOf({ userName }: JoinedTicket, id: number) {
  const name = userName ?? ''
  return { id, name, color: colourOf(name) }
}

function contactOf(row: JoinedTicket, tags: TicketView['tags']): TicketContact {
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

interface ShownBot {
  kind: string
  name: string
  retryAt?: string
}

function shownBot({ isBot, automation: state }: JoinedTicket): ShownBot | null {
  if (!isBot || !state || areBotsPaused({ automation: state })) return null
  const { kind, name = '' } = state
  const retryAt = 'retryAt' in state ? state.retryAt : undefined
  return { kind, name, ...(retryAt !== undefined && { retryAt: new Date(retryAt).toISOString() }) }
}
