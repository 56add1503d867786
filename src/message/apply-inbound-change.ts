import type { InboundEvent } from '../channel/channel'
import { resolveContact } from '../contact/resolve-contact'
import type { CompanyContext } from '../kernel/company-context'
import { recordEvent } from '../kernel/event-log'
import type { InboundConnection } from './interpret-inbound'
import { findByProviderId, type KnownMessage } from './message.queries'
import { refreshPreview } from './refresh-preview'
import { setReaction } from './set-reaction'

type Change<Type extends InboundEvent['type']> = Extract<InboundEvent, { type: Type }>

const bodyMax = 65_536

const subjectsOf = (known: KnownMessage) => ({ messageId: known.id, ticketId: known.ticket_id })

/** Nobody can rewrite what the other side said; an edit that is older than the last one came late and is over. */
export function applyEdit(ctx: CompanyContext, connection: InboundConnection, event: Change<'edit'>): boolean {
  const known = findByProviderId(ctx, connection.id, event.targetId)
  if (!known) return false
  if (known.from_me !== Number(event.fromMe) || known.is_deleted) return true
  const body = event.text.slice(0, bodyMax)
  const { changes } = ctx.company.sqlite
    .query('UPDATE message SET body = ?1, edited_at = ?2 WHERE id = ?3 AND ifnull(edited_at, 0) < ?2')
    .run(body, Math.max(event.atMs, 1), known.id)
  if (changes === 0) return true
  refreshPreview(ctx, { messageId: known.id, ticketId: known.ticket_id, preview: body })
  recordEvent(ctx, 'message.changed', subjectsOf(known), { what: 'text' })
  return true
}

/** The body stays for the company; what people see of it is decided where it is shown. */
export function applyDeletion(ctx: CompanyContext, connection: InboundConnection, event: Change<'delete'>): boolean {
  const known = findByProviderId(ctx, connection.id, event.targetId)
  if (!known) return false
  if (known.is_deleted) return true
  markDeleted(ctx, known)
  return true
}

export function markDeleted(ctx: CompanyContext, known: Pick<KnownMessage, 'id' | 'ticket_id'>) {
  ctx.company.sqlite.query('UPDATE message SET is_deleted = 1 WHERE id = ?').run(known.id)
  const subjects = { messageId: known.id, ticketId: known.ticket_id }
  refreshPreview(ctx, subjects)
  recordEvent(ctx, 'message.deleted', subjects, {})
}

export function applyReaction(ctx: CompanyContext, connection: InboundConnection, event: Change<'reaction'>): boolean {
  const known = findByProviderId(ctx, connection.id, event.targetId)
  if (!known) return false
  const author = event.fromMe ? 0 : authorOf(ctx, connection, event, known)
  setReaction(ctx, { ...subjectsOf(known), author, emoji: event.emoji, atMs: event.atMs })
  return true
}

/** In a chat of two, an event may leave its author out: it is the contact. */
function authorOf(ctx: CompanyContext, connection: InboundConnection, event: Change<'reaction'>, known: KnownMessage) {
  if (event.author) return resolveContact(ctx, event.author, { connectionId: connection.id }).id
  const row = ctx.company.sqlite
    .query<{ contact_id: number }, [number]>('SELECT contact_id FROM ticket WHERE id = ?')
    .get(known.ticket_id)
  return row?.contact_id ?? 0
}
