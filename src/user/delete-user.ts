import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { UserId } from '../kernel/ids'
import { deleteMedia } from '../kernel/file/media-store'
import { inBatches, type WorkFor } from '../kernel/company/batches'
import { cancelMail } from '../platform/mail/send-mail'
import { withCatalogUndo } from '../platform/company/catalog-undo'
import type { Platform } from '../platform/platform'
import { endSessionOf } from '../platform/sign-in/session'
import { releaseEmail } from '../platform/sign-in/user-index'
import { forgetActors } from './actor.queries'
import { linkMailKey } from './password-link/password-link'
import { firstUserId } from './update-user'
import './user.events'
import { canDeleteUser, canManageUsers } from './user.policy'
import { getUser } from './user.queries'
import { userTable } from './user.tables'

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    beforeDeleteUser: readonly WorkFor<UserId>[]
  }
}

/** In batches. @throws Refusal ERR_INITIAL_RECORD for user 1, ERR_NO_PERMISSION for oneself */
export async function deleteUser(platform: Platform, ctx: CompanyContext, id: UserId) {
  getDeletableUser(ctx, id)
  for (const work of ctx.company.services.ports.beforeDeleteUser) await inBatches(ctx, work(ctx, id))
  withCatalogUndo(ctx, (noteUndo) => {
    const user = getDeletableUser(ctx, id)
    recordEvent(ctx, 'user.deleted', {}, { userId: id, name: user.name })
    ctx.db.delete(userTable).where(eq(userTable.id, id)).run()
    if (user.profileMediaId) deleteMedia(ctx, user.profileMediaId)
    cancelMail(ctx, linkMailKey(id))
    forgetActors(ctx)
    noteUndo(releaseEmail(platform, ctx.company.id, id))
    endSessionOf(platform, { companyId: ctx.company.id, userId: id })
  })
}

function getDeletableUser(ctx: CompanyContext, id: UserId) {
  if (!canManageUsers(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const user = getUser(ctx, id)
  if (id === firstUserId) refuse('ERR_INITIAL_RECORD')
  if (!canDeleteUser(ctx.actor, user)) refuse('ERR_NO_PERMISSION')
  return user
}
