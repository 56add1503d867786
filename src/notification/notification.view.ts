import { desc, eq, getTableColumns } from 'drizzle-orm'
import { maskText } from '../contact/number/mask-number'
import type { CompanyContext } from '../kernel/company/company-context'
import type { UserId } from '../kernel/ids'
import { maskTicket, presentTickets } from '../ticket/list/present-ticket.view'
import { asSystem } from '../kernel/company/company-context'
import type { NotificationView } from './notification.calls'
import { userTable } from '../user/user.tables'
import { notificationTable } from './notification.tables'

const notifications = (ctx: CompanyContext) =>
  ctx.db
    .select({ ...getTableColumns(notificationTable), fromName: userTable.name })
    .from(notificationTable)
    .leftJoin(userTable, eq(userTable.id, notificationTable.fromUserId))

type Row = ReturnType<typeof listNotificationRows>[number]

export const listNotificationRows = (ctx: CompanyContext, userId: UserId, limit: number) =>
  notifications(ctx).where(eq(notificationTable.userId, userId)).orderBy(desc(notificationTable.id)).limit(limit).all()

export const findNotificationRow = (ctx: CompanyContext, id: number) =>
  notifications(ctx).where(eq(notificationTable.id, id)).get()

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
      createdAt: row.createdAt.toISOString(),
    }
  })
}
