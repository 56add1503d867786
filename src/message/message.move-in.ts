import { and, eq, isNull, sql } from 'drizzle-orm'
import { statement } from '../kernel/database/statement'
import type { MoveIn, MoveInStep, SourceRow, Taken } from '../kernel/move-in/move-in-step'
import { flagOf, numberOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { startOfHour, timeZoneOf } from '../kernel/time/time-zone'
import { pick } from '../kernel/typed-object.contract'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'
import { noteLastMovedMessage } from '../ticket/ticket.move-in'
import { required } from '../kernel/errors'
import { refreshPreview } from './change/refresh-preview'
import { previewOf } from './inbound/inbound-content'
import { findMessageRow, type MessageRow } from './message.queries'
import { messageCountTable, messageReactionTable, messageTable } from './message.tables'
import { isReaction, movedContent } from './moved-content'
import { indexedTogether, indexNext } from './search/index-messages'

const written = [
  ...(['ticketId', 'connectionId', 'providerId', 'contactId', 'userId', 'fromMe', 'body', 'mediaType', 'ack'] as const),
  ...(['quotedMessageId', 'isPrivate', 'isDeleted', 'isForwarded', 'editedAt', 'data', 'providerData'] as const),
  'createdAt',
] as const
type Written = Pick<MessageRow, (typeof written)[number]>

const { startsAt, fromMe, isGroup, messages: counted } = messageCountTable

const statements = {
  insert: statement((db, row: Written) =>
    db
      .insert(messageTable)
      .values(pick(row, ...written))
      .onConflictDoNothing()
      .returning({ id: messageTable.id }),
  ),
  byProvider: statement((db, of: { providerId: string; connectionId: number }) =>
    db
      .select({ id: messageTable.id })
      .from(messageTable)
      .where(and(eq(messageTable.providerId, of.providerId), eq(messageTable.connectionId, of.connectionId))),
  ),
  quote: statement((db, of: { id: number; quotedMessageId: number }) =>
    db.update(messageTable).set({ quotedMessageId: of.quotedMessageId }).where(eq(messageTable.id, of.id)),
  ),
  change: statement((db, of: { id: number } & Pick<MessageRow, 'body' | 'ack' | 'isDeleted' | 'editedAt'>) =>
    db
      .update(messageTable)
      .set({ body: of.body, ack: of.ack, isDeleted: of.isDeleted, editedAt: of.editedAt })
      .where(eq(messageTable.id, of.id)),
  ),
  count: statement((db, of: { startsAt: number; fromMe: boolean; isGroup: boolean; messages: number }) =>
    db
      .insert(messageCountTable)
      .values({ startsAt: of.startsAt, fromMe: of.fromMe, isGroup: of.isGroup, messages: of.messages })
      .onConflictDoUpdate({ target: [startsAt, fromMe, isGroup], set: { messages: sql`${counted} + ${of.messages}` } }),
  ),
}

/** What a batch has seen of tickets, and leaves to its end. */
interface Batch {
  tickets: Map<string, TicketRow | undefined>
  last: Map<number, { messageId: number; preview: string }>
  counts: Map<string, { startsAt: number; fromMe: boolean; isGroup: boolean; messages: number }>
}

const batches = new WeakMap<MoveIn, Batch>()

function batchOf(moveIn: MoveIn): Batch {
  let batch = batches.get(moveIn)
  if (!batch) batches.set(moveIn, (batch = { tickets: new Map(), last: new Map(), counts: new Map() }))
  return batch
}

function ticketOf(moveIn: MoveIn, old: string) {
  const { tickets } = batchOf(moveIn)
  if (tickets.has(old)) return tickets.get(old)
  const id = moveIn.find('Tickets', old)
  const ticket = id === undefined ? undefined : findTicketRow(moveIn.ctx, id)
  tickets.set(old, ticket)
  return ticket
}

/** Ticketz has the same id in two tickets. */
const keyIn = ({ dialect }: Pick<MoveIn, 'dialect'>, row: SourceRow, id: string) =>
  dialect === 'T' ? `${id}@${row['ticketId']}` : id

function quotedBy(moveIn: MoveIn, row: SourceRow, connectionId: number | null) {
  const quoted = row['quotedMsgId']
  if (!quoted) return undefined
  const known = moveIn.find('Messages', keyIn(moveIn, row, quoted))
  if (known !== undefined || moveIn.dialect !== 'T' || connectionId === null) return known
  return statements.byProvider.get(moveIn.ctx, { providerId: quoted, connectionId })?.id
}

const ackMax = 5
const ackOf = (row: SourceRow) => numberOf(row['ack'], { max: ackMax })

function takeMessage(moveIn: MoveIn, row: SourceRow): Taken {
  const { ctx, find, later } = moveIn
  const times = timesOf(row)
  const ticket = ticketOf(moveIn, row['ticketId'] ?? '')
  if (!ticket) return { skipped: 'parent Tickets' }
  const { connectionId } = ticket
  const quoted = quotedBy(moveIn, row, connectionId)
  if (isReaction(row)) return takeReaction(moveIn, row, ticket, quoted)
  const content = movedContent(row)
  const isOurs = flagOf(row['fromMe'])
  const isPrivate = flagOf(row['isPrivate'])
  const providerId = textOf(moveIn.dialect === 'G' ? row['wid'] : row['id'], 255) || null
  const values: Written = {
    ...content,
    ticketId: ticket.id,
    connectionId,
    providerId: isPrivate ? null : providerId,
    contactId: isOurs ? null : (find('Contacts', row['contactId']) ?? ticket.contactId),
    // Only some systems know who wrote it.
    userId: isOurs ? (find('Users', row['userId']) ?? null) : null,
    fromMe: isOurs,
    ack: ackOf(row),
    quotedMessageId: quoted ?? null,
    isPrivate,
    isDeleted: flagOf(row['isDeleted']),
    isForwarded: flagOf(row['isForwarded']),
    editedAt: flagOf(row['isEdited']) ? times.updatedAt : null,
    // Nobody here wrote it, and no bot: as what is written on the phone.
    providerData: isOurs && !isPrivate ? { key: { id: providerId, fromMe: true } } : null,
    createdAt: times.createdAt,
  }
  const stored = statements.insert.get(ctx, values) ?? statements.insert.get(ctx, { ...values, providerId: null })
  const id = stored?.id ?? 0
  if (quoted === undefined && row['quotedMsgId'])
    later('message.quoted', id, 'Messages', keyIn(moveIn, row, row['quotedMsgId']))
  if (content.data?.file)
    moveIn.attach('message', id, { path: row['mediaUrl'], name: row['mediaName'] ?? undefined, at: times.createdAt })
  if (!isPrivate) noteMessage(moveIn, ticket, values, id)
  return { id, state: stateOf(values) }
}

/** A hash of what the other system may change after a message was imported. */
export const stateOf = ({ body, ack, isDeleted }: Pick<MessageRow, 'body' | 'ack' | 'isDeleted'>) =>
  Bun.hash.xxHash32(`${ack} ${isDeleted} ${body}`)

/** It was edited, deleted or acknowledged there. */
function changeMessage(moveIn: MoveIn, id: number, row: SourceRow) {
  const { ctx } = moveIn
  const { ticketId, ...before } = required(findMessageRow(ctx, id), 'ERR_NO_MESSAGE_FOUND')
  const { body } = movedContent(row)
  const editedAt = flagOf(row['isEdited']) || body !== before.body ? timesOf(row).updatedAt : before.editedAt
  const now = { body, ack: ackOf(row), isDeleted: flagOf(row['isDeleted']), editedAt }
  statements.change.run(ctx, { id, ...now })
  refreshPreview(ctx, { messageId: id, ticketId, preview: previewOf({ ...before, body }) })
  if (now.isDeleted) refreshPreview(ctx, { messageId: id, ticketId })
  return stateOf(now)
}

function noteMessage(moveIn: MoveIn, ticket: TicketRow, values: Written, messageId: number) {
  const { last, counts } = batchOf(moveIn)
  last.set(ticket.id, { messageId, preview: previewOf(values) })
  const startsAt = startOfHour(values.createdAt, timeZoneOf(moveIn.ctx))
  const key = `${startsAt} ${values.fromMe} ${ticket.isGroup}`
  const count = counts.get(key)
  if (count) count.messages++
  else counts.set(key, { startsAt, fromMe: values.fromMe, isGroup: ticket.isGroup, messages: 1 })
}

/** Theirs are messages that quote another. */
function takeReaction(moveIn: MoveIn, row: SourceRow, ticket: TicketRow, quoted: number | undefined): Taken {
  const emoji = textOf(row['body'], 40).trim()
  if (quoted === undefined || !emoji) return { skipped: 'reactionLost' }
  const author = flagOf(row['fromMe']) ? 0 : (moveIn.find('Contacts', row['contactId']) ?? ticket.contactId)
  const reaction = { messageId: quoted, author, emoji, at: timesOf(row).createdAt }
  moveIn.ctx.db
    .insert(messageReactionTable)
    .values(reaction)
    .onConflictDoUpdate({
      target: [messageReactionTable.messageId, messageReactionTable.author],
      set: { emoji, at: reaction.at },
    })
    .run()
  return { merged: quoted, why: 'reaction' }
}

const messages: MoveInStep = {
  table: 'Messages',
  key: (row, dialect) => keyIn({ dialect }, row, row['id'] ?? ''),
  owner: { column: 'ticketId', table: 'Tickets' },
  take: takeMessage,
  change: changeMessage,
  stateFrom: (row) => stateOf({ body: movedContent(row).body, ack: ackOf(row), isDeleted: flagOf(row['isDeleted']) }),
  stateOf({ ctx }, id) {
    const message = findMessageRow(ctx, id)
    return message && stateOf(message)
  },
  lacks: ({ ctx }, id, row) => Boolean(row['mediaUrl']) && findMessageRow(ctx, id)?.data?.file?.state === 'missing',
  complete: (moveIn, id, row) => moveIn.attach('message', id, { path: row['mediaUrl'], at: timesOf(row).createdAt }),
  flush(moveIn) {
    const { ctx } = moveIn
    const batch = batchOf(moveIn)
    for (const [ticketId, { messageId, preview }] of batch.last) noteLastMovedMessage(ctx, ticketId, messageId, preview)
    for (const count of batch.counts.values()) statements.count.run(ctx, count)
    batches.delete(moveIn)
  },
  settle: {
    'message.quoted': ({ ctx }, id, quotedMessageId) => void statements.quote.run(ctx, { id, quotedMessageId }),
  },
  files: {
    message: {
      kind: 'message',
      placed: (moveIn, id, media) => {
        const { name, type, size, pixels } = media
        setFile(moveIn, id, { name, type, size, ...pixels }, media.id)
      },
      missing: (moveIn, id, name) => setFile(moveIn, id, { name, type: '', size: 0, state: 'missing' }, null),
    },
  },
  end({ ctx, isInUse }) {
    const together = isInUse ? indexedTogether : indexedTogether * 16
    let isMore = true
    return {
      next: () => (isMore ? [together] : []),
      work: (count: number) => void (isMore = indexNext(ctx, count)),
      pace: 0,
    }
  },
}

type StoredFile = NonNullable<NonNullable<MessageRow['data']>['file']>

function setFile({ ctx }: MoveIn, id: number, file: StoredFile, mediaId: number | null) {
  const message = findMessageRow(ctx, id)
  if (!message) return
  ctx.db
    .update(messageTable)
    .set({ mediaId, data: { ...message.data, file } })
    .where(eq(messageTable.id, id))
    .run()
}

const oldMessages: MoveInStep = {
  table: 'OldMessages',
  owner: { column: 'ticketId', table: 'Tickets' },
  take(moveIn, row) {
    const id = moveIn.find('Messages', keyIn(moveIn, row, row['messageId'] ?? ''))
    if (id === undefined) return { skipped: 'parent Messages' }
    const editedAt = timesOf(row).createdAt
    const unmarked = and(eq(messageTable.id, id), isNull(messageTable.editedAt))
    moveIn.ctx.db.update(messageTable).set({ editedAt }).where(unmarked).run()
    return { merged: id, why: 'earlierText' }
  },
}

export const messageMoveIn = { messages, oldMessages }
