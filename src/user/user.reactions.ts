import { and, eq, isNotNull } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { reaction, recordEvent } from '../kernel/event/event-log'
import '../platform/mail/mail.jobs'
import { forgetActors } from './actor.queries'
import { linkMailKey } from './password-link/password-link'
import type { LinkMail } from './password-link/password-link.contract'
import './user.events'
import { userQueueTable, userTable } from './user.tables'

export const userReactions = [
  reaction('queue.deleted', (ctx, { data }) => {
    ctx.db.delete(userQueueTable).where(eq(userQueueTable.queueId, data.queueId)).run()
    forgetActors(ctx)
  }),
  reaction('mail.sent', (ctx, { data }) => noteLinkMail(ctx, data.key, { state: 'sent', answer: '' })),
  reaction('mail.failed', (ctx, { data }) => noteLinkMail(ctx, data.key, { state: 'failed', answer: data.answer })),
]

/** For the admin who asked to mail an invitation. Mails that the users asked for themselves are noted nowhere. */
function noteLinkMail(ctx: CompanyContext, key: string, passwordLinkMail: LinkMail) {
  const userId = Number(key.split(':')[1])
  if (key !== linkMailKey(userId)) return
  const mailed = and(eq(userTable.id, userId), isNotNull(userTable.passwordLinkMail))
  const changed = ctx.db.update(userTable).set({ passwordLinkMail }).where(mailed).returning({ id: userTable.id }).all()
  if (changed.length > 0) recordEvent(ctx, 'user.changed', {}, { userId, fields: ['invitation'] })
}
