import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { UserId } from '../kernel/ids'
import './user.events'
import { canEditUser } from './user.policy'
import { getUser } from './user.queries'
import { userTable } from './user.tables'

export function setTicketListWidth(ctx: CompanyContext, id: UserId, width: number) {
  ctx.transaction(() => {
    if (!canEditUser(ctx.actor, getUser(ctx, id))) refuse('ERR_NO_PERMISSION')
    ctx.db.update(userTable).set({ ticketListWidth: width }).where(eq(userTable.id, id)).run()
    recordEvent(ctx, 'user.changed', {}, { userId: id, fields: ['defaultTicketsManagerWidth'] })
  })
}
