import { eq, inArray } from 'drizzle-orm'
import { inList } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import { ticketTable } from '../ticket/ticket.tables'
import { cachedPerCompany } from '../kernel/company/cached-per-company'
import type { CompanyContext } from '../kernel/company/company-context'
import type { TicketId, UserId } from '../kernel/ids'
import { userTable } from '../user/user.tables'
import type { PushChoices, PushKind } from './push.contract'
import { pushChoiceTable, pushDeviceTable } from './push.tables'

interface PushReader {
  deviceIds: readonly number[]
  notifyWaiting: boolean
  off: ReadonlySet<PushKind>
}

/** Users with devices. Every message asks. */
const readers = cachedPerCompany((ctx): ReadonlyMap<UserId, PushReader> => {
  const devices = ctx.db.select({ id: pushDeviceTable.id, userId: pushDeviceTable.userId }).from(pushDeviceTable).all()
  const byUser = Map.groupBy(devices, ({ userId }) => userId)
  const ids = [...byUser.keys()]
  if (ids.length === 0) return new Map()
  const { id, notifyWaiting } = userTable
  const users = ctx.db.select({ id, notifyWaiting }).from(userTable).where(inArray(id, ids)).all()
  return new Map(
    users.map((user) => {
      const deviceIds = (byUser.get(user.id) ?? []).map((device) => device.id)
      return [user.id, { ...user, deviceIds, off: new Set(readChoices(ctx, user.id).offKinds) }]
    }),
  )
})

export const pushReaders = readers.get
export const forgetPushReaders = readers.forget

export function readChoices(ctx: CompanyContext, ofUser: UserId): PushChoices {
  const stored = ctx.db.select().from(pushChoiceTable).where(eq(pushChoiceTable.userId, ofUser)).get()
  const { offKinds, quietFrom, quietTo } = stored ?? { offKinds: [], quietFrom: null, quietTo: null }
  return { offKinds: [...offKinds], quietFrom, quietTo }
}

const { id, status, userId, queueId, snoozedUntil, isBot } = ticketTable
/** What decides who hears of a ticket. */
const pushTicketColumns = { id, status, userId, queueId, snoozedUntil, isBot }
const tickets = {
  one: statement((db, of: { id: TicketId }) => db.select(pushTicketColumns).from(ticketTable).where(eq(id, of.id))),
  some: statement((db, of: { ids: readonly TicketId[] }) =>
    db.select(pushTicketColumns).from(ticketTable).where(inList(id, of.ids)),
  ),
}
export type PushTicket = ReturnType<typeof tickets.some.all>[number]

export const findPushTicket = (ctx: CompanyContext, ticketId: TicketId) => tickets.one.get(ctx, { id: ticketId })
export const listPushTickets = (ctx: CompanyContext, ids: readonly TicketId[]) => tickets.some.all(ctx, { ids })
