import { preparedStatement } from '../../kernel/database/prepared-statement'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { TicketId } from '../../kernel/ids'
import { type Conditions, whereOf } from '../list/ticket-sql'

// The conditions list the active statuses, because their index excludes closed tickets. Joined, because a lane is
// read together with the columns that sort and filter its tickets.

interface LaneSum {
  tagId: number | null
  tickets: number
  amount: number
  /** Time of entry into the lane of the ticket that entered first; without a lane, the earliest time of a last change. */
  oldestAt: number
}

/** Sums up the matching tickets of each lane; null for tickets without a lane. */
export function sumLanes(ctx: CompanyContext, where: Conditions): LaneSum[] {
  const text = `SELECT l.tag_id AS tagId, count(*) AS tickets, ifnull(sum(t.amount), 0) AS amount,
      min(ifnull(l.created_at, t.updated_at)) AS oldestAt
    FROM ticket t INDEXED BY ticket_list LEFT JOIN ticket_tag l ON l.ticket_id = t.id WHERE ${whereOf(where)} GROUP BY l.tag_id`
  return preparedStatement<LaneSum>(ctx, text).all(...where.values)
}

export interface LanePosition {
  id: TicketId
  updatedAt: number
  /** Time of entry into the lane. */
  enteredAt: number | null
}

/** Lists the matching tickets of one lane, last changed first. */
export function listLane(ctx: CompanyContext, tagId: number | null, where: Conditions, limit: number): LanePosition[] {
  const order = `ORDER BY t.updated_at DESC, t.id DESC LIMIT ?`
  if (tagId === null) {
    const text = `SELECT t.id, t.updated_at AS updatedAt, NULL AS enteredAt FROM ticket t INDEXED BY ticket_list
      WHERE NOT EXISTS (SELECT 1 FROM ticket_tag l WHERE l.ticket_id = t.id) AND ${whereOf(where)} ${order}`
    return preparedStatement<LanePosition>(ctx, text).all(...where.values, limit)
  }
  const text = `SELECT t.id, t.updated_at AS updatedAt, l.created_at AS enteredAt FROM ticket_tag l
    CROSS JOIN ticket t ON t.id = l.ticket_id WHERE l.tag_id = ? AND ${whereOf(where)} ${order}`
  return preparedStatement<LanePosition>(ctx, text).all(tagId, ...where.values, limit)
}
