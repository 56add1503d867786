import { maskText } from '../contact/number/mask-number'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { UserId } from '../kernel/ids'
import { maskTicket, presentTickets } from '../ticket/list/present-ticket'
import { asSystem } from '../kernel/company/company-context'
import type { NotificationView } from './notification.calls'
import type { NotificationKind } from './notification.contract'

// Joined, because a notification shows who caused it.

interface Row {
  id: number
  userId: UserId
  ticketId: number
  kind: NotificationKind
  fromUserId: number | null
  fromName: string | null
  text: string
  createdAt: number
}

const columns = `SELECT n.id, n.user_id AS userId, n.ticket_id AS ticketId, n.kind, n.from_user_id AS fromUserId,
  u.name AS fromName, n.text, n.created_at AS createdAt
  FROM notification n LEFT JOIN user u ON u.id = n.from_user_id`

const statements = perCompany(({ sqlite }) => ({
  ofUser: sqlite.prepare<Row, [number, number]>(`${columns} WHERE n.user_id = ? ORDER BY n.id DESC LIMIT ?`),
  byId: sqlite.prepare<Row, [number]>(`${columns} WHERE n.id = ?`),
}))

export function listNotificationRows(ctx: CompanyContext, userId: UserId, limit: number) {
  return statements(ctx.company).ofUser.all(userId, limit)
}

export function findNotificationRow(ctx: CompanyContext, id: number) {
  return statements(ctx.company).byId.get(id) ?? undefined
}

export function presentNotifications(ctx: CompanyContext, rows: readonly Row[], masked: boolean): NotificationView[] {
  const ids = [...new Set(rows.map(({ ticketId }) => ticketId))]
  const tickets = new Map(presentTickets(asSystem(ctx), ids).map((ticket) => [ticket.id, ticket]))
  return rows.flatMap((row) => {
    const ticket = tickets.get(row.ticketId)
    if (!ticket) return []
    const { name, urlPicture } = (masked ? maskTicket(ctx, ticket) : ticket).contact
    return {
      id: row.id,
      kind: row.kind,
      ticketId: row.ticketId,
      ticketUuid: ticket.uuid,
      contact: { name, urlPicture },
      from: row.fromUserId === null ? null : { id: row.fromUserId, name: row.fromName ?? '' },
      text: masked ? maskText(ctx, row.text) : row.text,
      createdAt: new Date(row.createdAt).toISOString(),
    }
  })
}
