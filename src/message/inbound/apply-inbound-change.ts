import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { InboundEvent, Party } from '../../channel/channel'
import { findContactIdByIdentity } from '../../contact/contact.queries'
import { isGroupAdmin } from '../../contact/identity/group-admins'
import { identityKey, resolveContact } from '../../contact/identity/resolve-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { InboundConnection } from './inbound-message'
import { findByProviderId, findMessageRow, type KnownMessage } from '../message.queries'
import { messageTable } from '../message.tables'
import { getTicketRow } from '../../ticket/ticket.queries'
import { refreshPreview } from '../change/refresh-preview'
import { setReaction } from '../change/react-to-message'
import type { StepData } from '../trace/message-trace.contract'
import { recordStep } from '../trace/record-step'

type Change<Type extends InboundEvent['type']> = Extract<InboundEvent, { type: Type }>

const bodyMax = 65_536

const subjectsOf = (known: KnownMessage) => ({ messageId: known.id, ticketId: known.ticketId })

/** Only the author may edit. An edit older than the last one arrived late and is ignored. */
export function applyEdit(ctx: CompanyContext, connection: InboundConnection, event: Change<'edit'>): boolean {
  const known = findByProviderId(ctx, connection.id, event.targetId)
  if (!known) return false
  if (known.isDeleted || !mayEdit(ctx, connection, known, event)) return true
  const body = event.text.slice(0, bodyMax)
  const editedAt = new Date(Math.max(event.atMs, 1))
  const isFirst = or(isNull(messageTable.editedAt), lt(messageTable.editedAt, editedAt))
  const [edited] = ctx.db
    .update(messageTable)
    .set({ body, editedAt })
    .where(and(eq(messageTable.id, known.id), isFirst))
    .returning({ id: messageTable.id })
    .all()
  if (!edited) return true
  recordStep(ctx, known.id, 'edited', { by: event.fromMe ? 'phone' : 'contact', providerAt: editedAt.getTime() })
  refreshPreview(ctx, { messageId: known.id, ticketId: known.ticketId, preview: body })
  recordEvent(ctx, 'message.changed', subjectsOf(known), { what: 'text' })
  return true
}

/** The body is kept; presenters redact it. */
export function applyDeletion(ctx: CompanyContext, connection: InboundConnection, event: Change<'delete'>): boolean {
  const known = findByProviderId(ctx, connection.id, event.targetId)
  if (!known) return false
  if (known.isDeleted || !mayDelete(ctx, connection, known, event)) return true
  markDeleted(ctx, known, { by: event.fromMe ? 'phone' : 'contact', providerAt: event.atMs })
  return true
}

export function markDeleted(ctx: CompanyContext, known: Pick<KnownMessage, 'id' | 'ticketId'>, step: StepData = {}) {
  ctx.db.update(messageTable).set({ isDeleted: true }).where(eq(messageTable.id, known.id)).run()
  recordStep(ctx, known.id, 'deleted', step)
  const subjects = { messageId: known.id, ticketId: known.ticketId }
  refreshPreview(ctx, subjects)
  recordEvent(ctx, 'message.deleted', subjects, {})
}

export function applyReaction(ctx: CompanyContext, connection: InboundConnection, event: Change<'reaction'>): boolean {
  const known = findByProviderId(ctx, connection.id, event.targetId)
  if (!known) return false
  const author = event.fromMe ? 0 : authorOf(ctx, connection, event, known)
  setReaction(ctx, { ...subjectsOf(known), author, emoji: event.emoji, at: new Date(event.atMs) })
  return true
}

/** In a direct chat, an event may omit its author: it is the contact. */
function authorOf(ctx: CompanyContext, connection: InboundConnection, event: Change<'reaction'>, known: KnownMessage) {
  if (event.author) return resolveContact(ctx, event.author, { connectionId: connection.id }).id
  return originOf(ctx, known).contactId
}

interface MessageOrigin {
  contactId: number
  isGroup: boolean
  authorId: number | null
}

function originOf(ctx: CompanyContext, known: KnownMessage): MessageOrigin {
  const { contactId, isGroup } = getTicketRow(ctx, known.ticketId)
  return { contactId, isGroup, authorId: findMessageRow(ctx, known.id)?.contactId ?? null }
}

/** Anyone who learns an id could send it from another chat: only the author, in the same chat. */
function mayEdit(ctx: CompanyContext, connection: InboundConnection, known: KnownMessage, event: Change<'edit'>) {
  if (known.fromMe !== event.fromMe) return false
  const origin = originOf(ctx, known)
  if (event.fromMe) return true
  if (!event.chat) return isByAuthor(ctx, connection, event.author, origin)
  if (!isParty(ctx, connection, event.chat, origin.contactId)) return false
  return (
    !origin.isGroup ||
    !event.author ||
    origin.authorId === null ||
    isParty(ctx, connection, event.author, origin.authorId)
  )
}

/** The author or, in a group, a known administrator: the provider forwards every member's requests. */
function mayDelete(ctx: CompanyContext, connection: InboundConnection, known: KnownMessage, event: Change<'delete'>) {
  const origin = originOf(ctx, known)
  if (!origin.isGroup && known.fromMe !== event.fromMe) return false
  if (event.fromMe) return true
  if (!event.chat) return isByAuthor(ctx, connection, event.author, origin)
  if (!isParty(ctx, connection, event.chat, origin.contactId)) return false
  if (!origin.isGroup) return true
  if (!event.author) return false
  const isOwn = origin.authorId !== null && isParty(ctx, connection, event.author, origin.authorId)
  return isOwn || isGroupAdmin(ctx, origin.contactId, event.author, connection.id)
}

/** Without a known chat. If nobody is named, the channel is trusted. */
function isByAuthor(
  ctx: CompanyContext,
  connection: InboundConnection,
  author: Party | undefined,
  origin: MessageOrigin,
) {
  return !author || isParty(ctx, connection, author, origin.authorId ?? origin.contactId)
}

export function isPartyOf(ctx: CompanyContext, connection: InboundConnection, party: Party, known: KnownMessage) {
  const { authorId, contactId } = originOf(ctx, known)
  return isParty(ctx, connection, party, authorId ?? contactId)
}

function isParty(ctx: CompanyContext, connection: InboundConnection, party: Party, contactId: number) {
  return party.addresses.some(
    (address) => findContactIdByIdentity(ctx, identityKey(ctx, address, connection.id)) === contactId,
  )
}
