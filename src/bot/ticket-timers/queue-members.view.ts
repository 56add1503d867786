import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { QueueId, UserId } from '../../kernel/ids'

// A join, because the router compares all members of a queue by their tickets at once.

export interface Member {
  id: UserId
  lastSeenAt: number | null
  /** Tickets that are assigned or offered to the member. */
  load: number
  /** When one of their tickets last changed. */
  busyAt: number
}

const members = perCompany(({ sqlite }) =>
  sqlite.prepare<Member, [number]>(
    `SELECT user.id, user.last_seen_at AS lastSeenAt,
       (SELECT ifnull(sum(tickets), 0) FROM ticket_count
        WHERE status IN ('open', 'pending') AND ticket_count.user_id = user.id) AS load,
       max(ifnull((SELECT max(updated_at) FROM ticket WHERE ticket.user_id = user.id AND status = 'open'), 0),
         ifnull((SELECT max(updated_at) FROM ticket WHERE ticket.user_id = user.id AND status = 'closed'), 0)) AS busyAt
     FROM user_queue JOIN user ON user.id = user_queue.user_id WHERE user_queue.queue_id = ?`,
  ),
)

export function listQueueMembers(ctx: CompanyContext, queueId: QueueId): Member[] {
  return members(ctx.company).all(queueId)
}
