import type { CompanyContext } from '../../kernel/company-context'
import { perCompany } from '../../kernel/company-files'
import type { QueueId, UserId } from '../../kernel/ids'

// Joined, because the router weighs all members of a queue by their tickets at once.

export interface Member {
  id: UserId
  lastSeenAt: number | null
  /** Tickets they attend or are meant to. */
  load: number
  /** When one of their tickets last moved. */
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
