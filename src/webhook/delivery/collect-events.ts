import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { afterCommit } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { statement } from '../../kernel/database/statement'
import { isEvent, type Reaction, readEvents, type RecordedEvent, type EventType } from '../../kernel/event/event-log'
import { enqueueJob, type LocalJob } from '../../kernel/job/jobs'
import { findMessageRow } from '../../message/message.queries'
import { isImportedTicket } from '../../ticket/ticket.queries'
import { wakeDeliveries } from './deliver-webhooks'
import { deliveryTarget, jobKeyOf, type TargetName, eventTargets } from './delivery-targets'
import { describeEvent } from '../describe-event'
import { queueDelivery } from './queue-delivery'
import { webhookCursorTable } from '../webhook.tables'
import { keysOf, isKeyOf, pick } from '../../kernel/typed-object.contract'

const wireEvents = {
  'contact.created': 'contact.created',
  'message.received': 'message.received',
  'message.sent': 'message.sent',
  'message.delivered': 'message.status',
  'ticket.created': 'ticket.created',
  'ticket.accepted': 'ticket.opened',
  'ticket.queued': 'ticket.pending',
  'ticket.returned': 'ticket.pending',
  'ticket.transferred': 'ticket.transferred',
  'ticket.closed': 'ticket.closed',
  'ticket.reopened': 'ticket.reopened',
  'ticket.closeUndone': 'ticket.reopened',
  'ticket.acceptUndone': 'ticket.pending',
  'ticket.transferUndone': 'ticket.transferred',
  'ticket.rated': 'ticket.rated',
  'sla.breached': 'ticket.slaBreached',
} as const satisfies Partial<Record<EventType, string>>

const deliveredTypes = keysOf(wireEvents)

/** Undefined for what is not delivered, such as private notes. */
function wireEventOf(event: RecordedEvent): string | undefined {
  if (isEvent(event, 'message.sent') && event.data.isPrivate) return undefined
  if (isEvent(event, 'contact.created') && event.data.history) return undefined
  if (isEvent(event, 'ticket.created') && event.data.silent) return undefined
  return isKeyOf(wireEvents, event.type) ? wireEvents[event.type] : undefined
}

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    /** Without a target, deliveries are for the host. */
    'webhook.collect': { from: number; target?: TargetName }
  }
}

const { target: key, eventNumber } = webhookCursorTable

const statements = {
  cursor: statement((db, of: { target: TargetName }) =>
    db.select({ eventNumber }).from(webhookCursorTable).where(eq(key, of.target)),
  ),
  move: statement((db, to: { target: TargetName; eventNumber: number }) =>
    db
      .insert(webhookCursorTable)
      .values(pick(to, 'target', 'eventNumber'))
      .onConflictDoUpdate({ target: key, set: { eventNumber: to.eventNumber } }),
  ),
}

const batchSize = 50

/** Targets whose job has not started yet and will therefore read events committed now. */
const awaited = perCompany(() => new Set<TargetName>())

/** The event log is the queue, so that receiving a message costs no more. */
export const webhookReaction: Reaction = {
  on: deliveredTypes,
  run(ctx, { number }) {
    for (const target of eventTargets) {
      if (awaited(ctx.company).has(target) || !deliveryTarget(target).get(ctx)) continue
      const dedupeKey = jobKeyOf('webhook.collect', target)
      enqueueJob(ctx, 'webhook.collect', { from: number, target }, { dedupeKey, keepsPayload: true })
      afterCommit(ctx, () => void awaited(ctx.company).add(target))
    }
  },
}

export const collectJob: LocalJob<'webhook.collect'> = {
  attemptsMax: 5,
  run(ctx, { from, target = 'host' }) {
    awaited(ctx.company).delete(target)
    return ctx.transaction(() => collect(ctx, target, from)) ? ctx.now : undefined
  },
}

function collect(ctx: CompanyContext, target: TargetName, from: number) {
  const webhook = deliveryTarget(target).get(ctx)
  if (!webhook) return false
  const cursor = statements.cursor.get(ctx, { target })
  const events = readEvents(ctx, Math.max(from, (cursor?.eventNumber ?? 0) + 1), { limit: batchSize })
  const last = events.at(-1)
  if (!last) return false
  const made = events.filter((event) => addDelivery(ctx, target, event, webhook.withTexts)).length
  statements.move.run(ctx, { target, eventNumber: last.number })
  if (made > 0) wakeDeliveries(ctx, target)
  return events.length === batchSize
}

function addDelivery(ctx: CompanyContext, target: TargetName, event: RecordedEvent, withTexts: boolean): boolean {
  const name = wireEventOf(event)
  if (!name || (event.ticketId && isImportedTicket(ctx, event.ticketId))) return false
  // Withdrawn before it was sent.
  if (isEvent(event, 'message.sent') && !findMessageRow(ctx, event.messageId)) return false
  const records = tryDescribe(ctx, event, withTexts)
  if (!records) return false
  queueDelivery(ctx, { target, event: name, at: event.at, ticketId: event.ticketId, records })
  return true
}

/** Reported and skipped: it would block all later ones. */
function tryDescribe(ctx: CompanyContext, event: RecordedEvent, withTexts: boolean) {
  try {
    return describeEvent(ctx, event, withTexts)
  } catch (error) {
    const { id, services } = ctx.company
    services.log.error('An event cannot be described for webhooks', { company: id, event: event.number, error })
    return undefined
  }
}
