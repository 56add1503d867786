import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { mailPasswordLinkJob } from './password-link/forgot-password'
import { sessionRoutes } from './session/session.routes'
import { signUpRoutes } from './sign-up/sign-up.routes'
import { userRoutes } from './user.routes'
import type { CompanyContext } from '../kernel/company/company-context'
import type { UserId } from '../kernel/ids'
import { type LiveMessage, presentEach } from '../kernel/live/live'
import './user.calls'
import './user.events'
import { presentPick, presentUser } from './present-user'
import { listUserQueues } from './user-queues.view'
import { findUser } from './user.queries'
import { and, eq, isNotNull } from 'drizzle-orm'
import { reaction, recordEvent } from '../kernel/event/event-log'
import '../platform/mail/mail.jobs'
import { forgetActors } from './actor.queries'
import { linkMailKey } from './password-link/password-link'
import type { LinkMail } from './password-link/password-link.contract'
import { userQueueTable, userTable } from './user.tables'
import { sessionCalls, signInCalls, signUpCalls, SessionAnswer, SessionUser } from './session/session.calls'
import { userCalls, UserPick, UserView } from './user.calls'
import { rebuildSignIn } from './session/rebuild-sign-in'

const userReactions = [
  reaction('queue.deleted', (ctx, { data }) => {
    ctx.db.delete(userQueueTable).where(eq(userQueueTable.queueId, data.queueId)).run()
    forgetActors(ctx)
  }),
  reaction('mail.sent', (ctx, { data }) => noteLinkMail(ctx, data.key, { state: 'sent', answer: '' })),
  reaction('mail.failed', (ctx, { data }) => noteLinkMail(ctx, data.key, { state: 'failed', answer: data.answer })),
]

/** Mails that users asked for themselves are noted nowhere. */
function noteLinkMail(ctx: CompanyContext, key: string, passwordLinkMail: LinkMail) {
  const userId = Number(key.split(':')[1])
  if (key !== linkMailKey(userId)) return
  const mailed = and(eq(userTable.id, userId), isNotNull(userTable.passwordLinkMail))
  const changed = ctx.db.update(userTable).set({ passwordLinkMail }).where(mailed).returning({ id: userTable.id }).all()
  if (changed.length > 0) recordEvent(ctx, 'user.changed', {}, { userId, fields: ['invitation'] })
}

const userLive = presentEach({
  'user.deleted': (_, { number, data: { userId } }) => [
    { topics: ['all'], event: 'user', number, data: { action: 'delete', userId } },
  ],
  'user.created': (ctx, { number, data }) => publishToUser(ctx, data.userId, 'create', number),
  'user.changed': (ctx, { number, data }) => publishToUser(ctx, data.userId, 'update', number),
})

/** Online status goes apart: a stale value would overwrite a newer one. */
function publishToUser(ctx: CompanyContext, id: UserId, action: 'create' | 'update', number: number): LiveMessage[] {
  const user = findUser(ctx, id)
  if (!user) return []
  const queues = listUserQueues(ctx, id).get(id)
  const { online, ...pick } = presentPick(ctx, user, queues, () => false)
  const { online: _, status, ...whole } = presentUser(ctx, user, queues, () => false)
  return [
    { topics: ['plain'], event: 'user', number, data: { action, user: pick } },
    { topics: ['admin', `user:${id}`], event: 'user', number, data: { action, user: whole } },
  ]
}

export const userDomain = {
  name: 'user',
  calls: { ...sessionCalls, ...signInCalls, ...signUpCalls, ...userCalls },
  views: { SessionAnswer, SessionUser, UserPick, UserView },
  routes: ({ guard, platform, tokens, isOnline }) =>
    new Elysia({ name: 'user' })
      .use(sessionRoutes(platform, tokens))
      .use(signUpRoutes(platform))
      .use(userRoutes(guard, platform, isOnline)),
  jobs: { 'user.mailPasswordLink': mailPasswordLinkJob },
  reactions: userReactions,
  presenters: [userLive],
  mediaGuards: { user: () => true },
  topics: (_, { userId }) => [`user:${userId}`],
  onOpen: [rebuildSignIn],
} satisfies Domain
