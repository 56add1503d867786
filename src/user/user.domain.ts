import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { mailPasswordLinkJob } from './password-link/forgot-password'
import { sessionRoutes } from './session/session.routes'
import { userRoutes } from './user.routes'
import type { CompanyContext } from '../kernel/company/company-context'
import type { UserId } from '../kernel/ids'
import { type LiveMessage, presentEach } from '../kernel/live/live'
import './user.calls'
import { presentPick, presentUser } from './present-user'
import { listUserQueues } from './user-queues.view'
import { roleReaction, roleRecords } from './role/role.record'
import { findUser } from './user.queries'
import { and, eq, isNotNull } from 'drizzle-orm'
import { reaction, recordEvent } from '../kernel/event/event-log'
import { forgetActors } from './actor.queries'
import { linkMailKey } from './password-link/password-link'
import { userQueueTable, userTable } from './user.tables'
import { sessionCalls, signInCalls, signUpCalls, SessionAnswer, SessionUser } from './session/session.calls'
import { userCalls, UserPick, UserView } from './user.calls'
import { companySessionCalls, deviceCalls, DeviceView } from './device/device.calls'
import { companySessionRoutes, deviceRoutes } from './device/device.routes'
import { passkeyCalls, PasskeyView } from './passkey/passkey.calls'
import { mailChoiceRoutes } from './mail-choice/mail-choice'
import { mailChoiceCalls, mailRefusalCalls } from './mail-choice/mail-choice.calls'
import { passkeyRoutes } from './passkey/passkey.routes'
import { secondFactorCalls, TwoFactorView } from './second-factor/second-factor.calls'
import { secondFactorRoutes } from './second-factor/second-factor.routes'
import { refusedSignIns } from './session/sign-in'
import { rebuildSignIn } from './session/rebuild-sign-in'
import { moveSessions } from './session/session'
import { type Platform, audit, type FirstAdmin } from '../platform/platform'
import { answerCalls } from '../kernel/http/answer-calls'
import { clientAddress } from '../kernel/http/edge/forwarded-headers'
import { addressBlock } from '../kernel/http/edge/ip-address'
import { createRateLimit } from '../kernel/http/rate-limit'
import { sameOriginJson } from '../kernel/http/edge/same-origin'
import { hourMs } from '../kernel/time/durations.contract'
import { addDays } from '../kernel/time/calendar-days'
import { Refusal, refuse } from '../kernel/errors'
import { localDay } from '../kernel/time/time-zone'
import { defaultTimeZones } from '../platform/company/company.contract'
import { createCompany, type NewCompany } from '../platform/company/create-company'
import { publishCompany } from '../platform/company/company.live'
import { makeInvoices } from '../platform/invoice/make-invoices'
import { getPlan } from '../platform/plan/plan.queries'
import { assertGoodPassword } from '../platform/sign-in/password-rules'
import { readBranding, getPlatformSetting } from '../platform/branding/platform-setting.queries'
import type { SignUpBody, LinkMail } from './user.contract'

const userReactions = [
  roleReaction,
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
  // Colleagues are not told why somebody pauses.
  'user.paused': (ctx, { number, data }) => publishToUser(ctx, data.userId, 'update', number).slice(1),
  'user.resumed': (ctx, { number, data }) => publishToUser(ctx, data.userId, 'update', number).slice(1),
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
  metrics: [refusedSignIns],
  records: [roleRecords],
  calls: {
    ...sessionCalls,
    ...signInCalls,
    ...secondFactorCalls,
    ...deviceCalls,
    ...companySessionCalls,
    ...passkeyCalls,
    ...mailChoiceCalls,
    ...mailRefusalCalls,
    ...signUpCalls,
    ...userCalls,
  },
  views: { DeviceView, PasskeyView, TwoFactorView, SessionAnswer, SessionUser, UserPick, UserView },
  routes: ({ guard, superUserGuard, platform, tokens, isOnline }) =>
    new Elysia({ name: 'user' })
      .use(sessionRoutes(platform, tokens))
      .use(secondFactorRoutes(platform, tokens))
      .use(deviceRoutes(guard, platform))
      .use(companySessionRoutes(superUserGuard, platform))
      .use(passkeyRoutes(platform, tokens))
      .use(mailChoiceRoutes(guard, platform))
      .use(signUpRoutes(platform))
      .use(userRoutes(guard, platform, isOnline)),
  jobs: { 'user.mailPasswordLink': mailPasswordLinkJob },
  reactions: userReactions,
  presenters: [userLive],
  mediaGuards: { user: () => true },
  topics: (_, { userId }) => [`user:${userId}`],
  onOpen: [rebuildSignIn, moveSessions],
} satisfies Domain

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'user.created': { userId: number; name: string }
    /** `fields` lists the changed fields without values, because the log keeps its entries for long. */
    'user.changed': { userId: number; fields: string[] }
    /** Recorded before queues and tickets change. */
    'user.deleted': { userId: number; name: string }
  }
}

function signUpRoutes(platform: Platform) {
  const byAddress = createRateLimit({ limit: 10, windowMs: hourMs })
  const app = new Elysia({ name: 'sign-up' })
  return answerCalls(app.use(sameOriginJson(platform.config.publicUrl)), signUpCalls, {
    'POST /auth/signup': async ({ body, request }) => {
      const address = clientAddress(request)
      byAddress.take(addressBlock(address), platform.clock.now().getTime())
      return { company: await signUp(platform, body, address) }
    },
  })
}

/** @throws Refusal ERR_USER_CREATION_DISABLED, ERR_NO_PLAN_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS */
async function signUp(platform: Platform, body: SignUpBody, address: string) {
  assertOpen(platform)
  const plan = getPlan(platform, body.planId)
  if (!plan.isPublic) refuse('ERR_NO_PLAN_FOUND')
  const words = [body.email, body.name, body.companyName, readBranding(platform).name]
  await assertGoodPassword(body.password, { words })
  const passwordHash = await platform.passwords.hash(body.password)
  const { name, email, phone, companyName, language } = body
  const timeZone = defaultTimeZones[language]
  const trialDays = Number(getPlatformSetting(platform, 'trialDays'))
  const dueDate = addDays(localDay(platform.clock.now(), timeZone), trialDays)
  const company = { name: companyName, email, phone, planId: plan.id, dueDate, status: true, language, timeZone }
  const id = await createNamed(platform, company, { name, email, passwordHash, super: false })
  makeInvoices(platform, id)
  audit(platform, 'company.signedUp', { companyId: id, userId: 1 }, { address })
  publishCompany(platform, 'create', id)
  return { id, name: companyName, dueDate }
}

function assertOpen(platform: Platform) {
  if (getPlatformSetting(platform, 'allowSignup') !== 'enabled') refuse('ERR_USER_CREATION_DISABLED')
}

async function createNamed(platform: Platform, company: NewCompany, admin: FirstAdmin) {
  try {
    return (await createCompany(platform, company, admin)).id
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'ERR_COMPANY_NAME_ALREADY_EXISTS') throw error
    refuse(error.code, { fields: { companyName: 'nameTaken' } })
  }
}
