import type { CompanyContext } from '../kernel/company-context'
import type { TicketId } from '../kernel/ids'
import { type Conditions, preparedStatement, whereOf } from './ticket-sql'

// The conditions name the statuses in progress: their index leaves out what is resolved, which is most of a company's tickets.
// Joined, because a lane of the board is read together with what its tickets are ordered and limited by.

export interface LaneSum {
  tagId: number | null
  tickets: number
  amount: number
}

/** How many tickets that meet the conditions lie in each lane; null is none. */
export function sumLanes(ctx: CompanyContext, where: Conditions): LaneSum[] {
  const text = `SELECT l.tag_id AS tagId, count(*) AS tickets, ifnull(sum(t.amount), 0) AS amount
    FROM ticket t INDEXED BY ticket_list LEFT JOIN ticket_tag l ON l.ticket_id = t.id WHERE ${whereOf(where)} GROUP BY l.tag_id`
  return preparedStatement<LaneSum>(ctx, text).all(...where.values)
}

export interface PlaceInLane {
  id: TicketId
  updatedAt: number
  /** When it came into the lane. */
  enteredAt: number | null
}

/** The tickets of one lane that meet the conditions, the last changed first. */
export function listLane(ctx: CompanyContext, tagId: number | null, where: Conditions, limit: number): PlaceInLane[] {
  const order = `ORDER BY t.updated_at DESC, t.id DESC LIMIT ?`
  if (tagId === null) {
    const text = `SELECT t.id, t.updated_at AS updatedAt, NULL AS enteredAt FROM ticket t INDEXED BY ticket_list
      WHERE NOT EXISTS (SELECT 1 FROM ticket_tag l WHERE l.ticket_id = t.id) AND ${whereOf(where)} ${order}`
    return preparedStatement<PlaceInLane>(ctx, text).all(...where.values, limit)
  }
  const text = `SELECT t.id, t.updated_at AS updatedAt, l.created_at AS enteredAt FROM ticket_tag l
    CROSS JOIN ticket t ON t.id = l.ticket_id WHERE l.tag_id = ? AND ${whereOf(where)} ${order}`
  return preparedStatement<PlaceInLane>(ctx, text).all(tagId, ...where.values, limit)
}
