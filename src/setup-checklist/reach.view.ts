import { listConnectionQueues } from '../connection/save/connection-queues.view'
import { type Connection, listConnections, optionsOf } from '../connection/connection.queries'
import { findFlow } from '../flow/run/find-flow'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { ReachGap } from './setup-checklist.calls'
import { gapKinds } from './setup-checklist.contract'

type Named = ReachGap['records'][number]

const namesMax = 3

// Joined, because a message reaches a person by its connection's queues and their members.
const statements = perCompany(({ sqlite }) => ({
  /** Queues that close a ticket after their greeting need nobody. */
  queuesWithoutPeople: sqlite.prepare<Named, []>(
    `SELECT id, name FROM queue WHERE close_ticket = 0 AND NOT EXISTS (SELECT 1 FROM user_queue WHERE queue_id = queue.id)
     ORDER BY order_queue, id`,
  ),
  /** Admins see all tickets, others also by their permissions (`canSeeTicket`). */
  peopleWithoutQueue: sqlite.prepare<Named, []>(
    `SELECT id, name FROM user WHERE profile = 'user' AND super = 0 AND all_ticket = 0
       AND NOT (all_user_chat = 1 AND all_historic = 1)
       AND NOT EXISTS (SELECT 1 FROM user_queue WHERE user_id = user.id)
     ORDER BY id`,
  ),
  seesWithoutQueue: sqlite.prepare<{ id: number }, []>("SELECT id FROM user WHERE profile = 'user' AND all_ticket = 1"),
  attended: sqlite.prepare<{ id: number }, []>('SELECT id FROM ticket WHERE user_id IS NOT NULL LIMIT 1'),
}))

/** Whether a message has ever reached a person. */
export function hasAttended(ctx: CompanyContext) {
  return statements(ctx.company).attended.get() !== null
}

/**
 * Returns why a message would reach nobody who attends. Admins, who see all tickets, count only as members of a queue,
 * because they are not told of other queues' tickets.
 */
export function listReachGaps(ctx: CompanyContext): ReachGap[] {
  const { queuesWithoutPeople, peopleWithoutQueue } = statements(ctx.company)
  const found: Record<ReachGap['kind'], Named[]> = {
    ...connectionGaps(ctx),
    queueWithoutPeople: queuesWithoutPeople.all(),
    personWithoutQueue: peopleWithoutQueue.all(),
  }
  return gapKinds
    .filter((kind) => found[kind].length > 0)
    .map((kind) => ({
      kind,
      count: found[kind].length,
      records: found[kind].slice(0, namesMax).map(({ id, name }) => ({ id, name })),
    }))
}

/** The connections whose tickets stay without a queue, where nobody but the admins would see them. */
function connectionGaps(ctx: CompanyContext) {
  if (statements(ctx.company).seesWithoutQueue.get())
    return { connectionWithoutQueue: [], connectionWithoutWelcome: [] }
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
