import { eq } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { MenuChoices } from './user.contract'
import './user.events'
import { userTable } from './user.tables'

/** Only the user's own. @throws Refusal ERR_NO_PERMISSION for others than users */
export function setMenuChoices(ctx: CompanyContext, menuChoices: MenuChoices) {
  const id = actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
  ctx.transaction(() => {
    ctx.db.update(userTable).set({ menuChoices }).where(eq(userTable.id, id)).run()
    recordEvent(ctx, 'user.changed', {}, { userId: id, fields: ['menuChoices'] })
  })
}
