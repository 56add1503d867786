import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { maskText } from '../../contact/number/mask-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { inList } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { EventType } from '../../kernel/event/event-log'
import { eventTable } from '../../kernel/event/event.tables'
import type { TicketId } from '../../kernel/ids'
import { readStored } from '../../kernel/untyped-json.contract'
import { queueTable } from '../../queue/queue.tables'
import { userTable } from '../../user/user.tables'
import type { AssignmentReason } from '../assignment/automatic/assignment-reason.contract'
import type { TicketLogEntry } from '../ticket.answers'
import type { ContactEdit } from '../ticket.contract'
import { getTicket } from '../ticket.queries'
import { mustMask } from '../../setting/setting.queries'

type LogType = TicketLogEntry['type']

const logTypeOf: Partial<Record<string, LogType>> = {
  'ticket.created': 'create',
  'ticket.chatBotStarted': 'chatBot',
  'ticket.queued': 'queue',
  'ticket.accepted': 'open',
  'ticket.accessed': 'access',
  'ticket.transferred': 'transfered',
  'ticket.received': 'receivedTransfer',
  'ticket.assigned': 'receivedTransfer',
  'ticket.returned': 'pending',
  'ticket.closed': 'closed',
  'ticket.reopened': 'reopen',
  'ticket.closeUndone': 'reopen',
  'ticket.acceptUndone': 'pending',
  'ticket.transferUndone': 'receivedTransfer',
  'ticket.contactEdited': 'renamed',
  'ticket.priorityChanged': 'priority',
  'rule.ran': 'rule',
  'rule.failed': 'ruleFailed',
  'rule.switchedOff': 'ruleOff',
} satisfies Partial<Record<EventType, LogType>>

const { number, type, at, userId, ticketId, messageId, data } = eventTable
const fact = <Value>(path: string) => sql<Value | null>`${data} ->> ${`$.${path}`}`
const whenOf = <Value>(types: readonly EventType[], value: SQL<Value | null>) =>
  sql<Value | null>`iif(${inArray(type, types)}, ${value}, NULL)`

// A transfer shows the previous queue, others the new one; a received one the receiver or, for a queue, the sender.
const receivers = whenOf(['ticket.received', 'ticket.assigned', 'ticket.transferUndone'], fact('after.userId'))
// An agent who was away lost it.
const loser = sql`iif(${fact('isGone')}, ${fact('before.userId')}, NULL)`
const shownUserId = sql`coalesce(${receivers}, ${loser}, ${userId}, ${fact('byUserId')})`
const shownQueueId = sql`iif(${type} = 'ticket.transferred', ${fact('before.queueId')}, ${fact('after.queueId')})`

const text = sql<string | null>`coalesce(
  ${whenOf(['ticket.contactEdited'], fact<string>('text'))},
  ${whenOf(['ticket.priorityChanged'], fact<string>('priority'))},
  ${whenOf(['ticket.assigned'], fact<string>('skills'))},
  ${whenOf(['rule.ran', 'rule.failed', 'rule.switchedOff'], fact<string>('name'))}
)`

const listRows = statement((db, v: { ticketId: TicketId; types: readonly string[] }) =>
  db
    .select({
      number,
      type,
      at,
      redirect: fact<number>('redirect'),
      reason: whenOf(['ticket.assigned'], fact<AssignmentReason>('reason')),
      isGone: whenOf(['ticket.returned'], fact<number>('isGone')),
      change: fact<ContactEdit>('change'),
      text,
      steps: whenOf(['rule.ran'], fact<string>('steps')),
      userId: userTable.id,
      userName: userTable.name,
      queueId: queueTable.id,
      queueName: queueTable.name,
      queueColor: queueTable.color,
    })
    .from(eventTable)
    .leftJoin(userTable, eq(userTable.id, shownUserId))
    .leftJoin(queueTable, eq(queueTable.id, shownQueueId))
    .where(and(eq(ticketId, v.ticketId), isNull(messageId), inList(type, v.types)))
    // What was moved in later has lower numbers.
    .orderBy(desc(at), desc(number))
    .limit(1000),
)

export function listTicketLog(ctx: CompanyContext, ticketId: TicketId): TicketLogEntry[] {
  const ticket = getTicket(ctx, ticketId)
  return listRows.all(ctx, { ticketId: ticket.id, types: Object.keys(logTypeOf) }).map((row) => ({
    id: row.number,
    type: row.change ?? (row.redirect ? 'redirect' : row.reason ? 'assigned' : (logTypeOf[row.type] ?? 'access')),
    reason: row.isGone ? 'agentGone' : row.reason,
    user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
    queue: row.queueId === null ? null : { id: row.queueId, name: row.queueName ?? '', color: row.queueColor ?? '' },
    text: mustMask(ctx) ? maskText(ctx, row.text ?? '') : (row.text ?? ''),
    steps: row.steps === null ? [] : readStored<string[]>(row.steps),
    createdAt: row.at.toISOString(),
  }))
}
