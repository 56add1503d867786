import { and, asc, eq, isNotNull, notExists, or } from 'drizzle-orm'
import { listConnectionQueues } from '../connection/save/connection-queues.view'
import { type Connection, listConnections, optionsOf } from '../connection/connection.queries'
import { findFlow } from '../flow/run/find-flow'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { queueTable } from '../queue/queue.tables'
import { ticketTable } from '../ticket/ticket.tables'
import { userQueueTable, userTable } from '../user/user.tables'
import type { ReachGap } from './setup-checklist.calls'
import { gapKinds } from './setup-checklist.contract'

type Named = ReachGap['records'][number]

const namesMax = 3

const { queueId, userId } = userQueueTable
const isPerson = eq(userTable.profile, 'user')

const statements = {
  /** Queues that close a ticket after their greeting need nobody. */
  queuesWithoutPeople: statement((db) => {
    const { id, name, closeTicket, orderQueue } = queueTable
    const people = db.select({ userId }).from(userQueueTable).where(eq(queueId, id))
    return db
      .select({ id, name })
      .from(queueTable)
      .where(and(eq(closeTicket, false), notExists(people)))
      .orderBy(asc(orderQueue), asc(id))
  }),
  peopleWithoutQueue: statement((db) => {
    const { id, name, allTicket, allUserChat, allHistoric } = userTable
    const seesSome = or(eq(allUserChat, false), eq(allHistoric, false))
    const queues = db.select({ queueId }).from(userQueueTable).where(eq(userId, id))
    return db
      .select({ id, name })
      .from(userTable)
      .where(and(isPerson, eq(userTable.super, false), eq(allTicket, false), seesSome, notExists(queues)))
      .orderBy(asc(id))
  }),
  seesWithoutQueue: statement((db) =>
    db
      .select({ id: userTable.id })
      .from(userTable)
      .where(and(isPerson, eq(userTable.allTicket, true))),
  ),
  attended: statement((db) =>
    db.select({ id: ticketTable.id }).from(ticketTable).where(isNotNull(ticketTable.userId)).limit(1),
  ),
}

export function hasAttended(ctx: CompanyContext) {
  return statements.attended.get(ctx) !== undefined
}

/** Admins count only as members of a queue: they are not told of others. */
export function listReachGaps(ctx: CompanyContext): ReachGap[] {
  const found: Record<ReachGap['kind'], Named[]> = {
    ...connectionGaps(ctx),
    queueWithoutPeople: statements.queuesWithoutPeople.all(ctx),
    personWithoutQueue: statements.peopleWithoutQueue.all(ctx),
  }
  return gapKinds
    .filter((kind) => found[kind].length > 0)
    .map((kind) => ({
      kind,
      count: found[kind].length,
      records: found[kind].slice(0, namesMax).map(({ id, name }) => ({ id, name })),
    }))
}

function connectionGaps(ctx: CompanyContext) {
  if (statements.seesWithoutQueue.get(ctx)) return { connectionWithoutQueue: [], connectionWithoutWelcome: [] }
  const queues = listConnectionQueues(ctx)
  const unanswered = listConnections(ctx).filter((connection) => !isAnswered(ctx, connection))
  const countOf = ({ id }: Connection) => queues.get(id)?.length ?? 0
  return {
    connectionWithoutQueue: unanswered.filter((connection) => countOf(connection) === 0),
    connectionWithoutWelcome: unanswered.filter(
      (connection) => countOf(connection) > 1 && !connection.greetingMessage.trim(),
    ),
  }
}

/** Whether something else than the menu of its queues answers, or leads to a queue. */
function isAnswered(ctx: CompanyContext, connection: Connection) {
  const { integrationId, promptId, agentId, flowIdWelcome, flowIdNotPhrase, ...options } = optionsOf(connection)
  const redirects = options.timeSendQueue > 0 && options.sendIdQueue !== null
  const flows = [flowIdWelcome, flowIdNotPhrase]
  const starts = flows.some((id) => id !== null && findFlow(ctx, id)?.active)
  return redirects || starts || [integrationId, promptId, agentId].some((id) => id !== null)
}
