import { eq, and } from 'drizzle-orm'
import { createContext, type CompanyContext } from '../../kernel/company/company-context'
import { type ErrorCode, Refusal, refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { counter } from '../../kernel/metrics'
import { clientAddress } from '../../kernel/http/edge/forwarded-headers'
import { isWithinHours, wallClock } from '../../kernel/time/time-zone'
import { getCompany, hasCompany } from '../../platform/company/company.queries'
import { audit, type Platform } from '../../platform/platform'
import { countSignIn, limitGuesses } from '../../platform/sign-in/count-tries'
import type { Session } from '../../platform/sign-in/access-token'
import { whenReady } from './authenticate'
import { hashSecret } from '../../kernel/config/sealed-secret'
import { randomToken } from '../../kernel/ids'
import { assertUserPassword, minPasswordLength } from '../own-password-rules'
import { sendDeviceMail } from '../device/device-mail'
import { noteDevice } from '../device/devices'
import { findActor } from '../actor.queries'
import { findKnownDevice } from './known-device'
import { startSession } from './session'
import { newChallenge, readChallenge } from '../second-factor/challenge'
import { hasApp, hasPasskey } from '../second-factor/factors'
import { needsSecondStep } from '../second-factor/required-second-factor'
import { useCode } from '../second-factor/second-factor'
import { optionsToUse, usePasskey } from '../passkey/use-passkey'
import { readHandle } from '../passkey/signed-text'
import type { UsePasskeyBody } from '../passkey/passkey.calls'
import type { LoginBody, SecondFactorBody, SecondPasskeyBody } from './session.calls'
import { userTable } from '../user.tables'
import { auditOwn, auditRefusal } from '../audit-user'
import { noPasswordLink } from '../password-link/password-link'
import { findUser, getUser, type User } from '../user.queries'

declare module '../../kernel/event/event-log' {
  interface EventPayloads {
    /** `replaced`: it ended an earlier session. */
    'user.signedIn': { userId: number; replaced: boolean; sessionId: string }
    /** `copiedFrom`: the address that used a copied credential, which ended the session. */
    'user.signedOut': { userId: number; copiedFrom?: string }
  }
}

/** @throws Refusal ERR_INVALID_CREDENTIALS, ERR_TOO_MANY_REQUESTS, ERR_OUT_OF_HOURS, ERR_SECOND_FACTOR_REQUIRED, and as `assertNewPassword` */
export const signIn = (platform: Platform, body: LoginBody, request: Request) =>
  countingRefusals(() => trySignIn(platform, body, request))

/** The second step. @throws Refusal ERR_CHALLENGE_ENDED, ERR_INVALID_INPUT, and as `signIn` */
export const signInWithCode = (platform: Platform, body: SecondFactorBody, request: Request) =>
  countingRefusals(() => tryCode(platform, body, request))

/** The second step, with a passkey. @throws Refusal ERR_CHALLENGE_ENDED, ERR_PASSKEY_REFUSED, and as `signIn` */
export const signInWithSecondPasskey = (platform: Platform, body: SecondPasskeyBody, request: Request) =>
  countingRefusals(() => trySecondPasskey(platform, body, request))

/** @throws Refusal ERR_PASSKEY_REFUSED, ERR_OUT_OF_HOURS, ERR_PASSWORD_CHANGE_REQUIRED, ERR_TOO_MANY_REQUESTS */
export const signInWithPasskey = (platform: Platform, body: UsePasskeyBody, request: Request) =>
  countingRefusals(() => tryPasskey(platform, body, request))

async function countingRefusals<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    const reason = error instanceof Refusal ? reasonOf(error) : undefined
    if (reason) refusedSignIns.add(reason)
    throw error
  }
}

const reasonOf = ({ code, details }: Refusal) => (details.fields?.['code'] ? 'code' : refusedFor[code])

const reasons = ['password', 'code', 'passkey', 'limit', 'hours'] as const
const refusedFor: Partial<Record<ErrorCode, (typeof reasons)[number]>> = {
  ERR_INVALID_CREDENTIALS: 'password',
  ERR_PASSKEY_REFUSED: 'passkey',
  ERR_TOO_MANY_REQUESTS: 'limit',
  ERR_OUT_OF_HOURS: 'hours',
}

export const refusedSignIns = counter('recado_refused_sign_ins', 'Sign-ins that were refused.', 'reason', reasons)

async function trySignIn(platform: Platform, body: LoginBody, request: Request) {
  const address = clientAddress(request)
  const holder = await platform.names.emails.find(body.email)
  const index = holder && { companyId: holder.companyId, userId: holder.recordId }
  const deviceId = index && findKnownDevice(platform, request, index)
  const uncount = countSignIn(platform, { email: body.email, address, deviceId })
  if (index) await whenReady(platform, index.companyId)
  const ctx = index && createContext(platform.files.use(index.companyId))
  const user = ctx?.db
    .select()
    .from(userTable)
    .where(eq(userTable.id, index?.userId ?? 0))
    .get()
  const right = await platform.passwords.verify(body.password, user?.passwordHash)
  if (!ctx || !user || !right) {
    if (ctx && user) auditRefusal(ctx, user, { action: 'signInRefused' })
    audit(platform, 'sign-in.refused', { companyId: index?.companyId, userId: index?.userId }, { address })
    refuse('ERR_INVALID_CREDENTIALS')
  }
  uncount()
  assertWorkingHours(platform, ctx, user)
  if (platform.passwords.isOutdated(user.passwordHash)) await replaceImportedHash(platform, ctx, user, body.password)
  if (user.mustChangePassword) await assertNewPassword(platform, ctx, user, body.newPassword)
  if (needsSecondStep(platform, ctx, user)) {
    if (!body.code) refuseForSecondFactor(platform, ctx, user)
    await useCode(platform, ctx, user, body.code)
  }
  return completeSignIn(platform, ctx, { user, newPassword: body.newPassword, request })
}

/** For the password of a link, too. @throws Refusal ERR_SECOND_FACTOR_REQUIRED with a challenge */
export function refuseForSecondFactor(platform: Platform, ctx: CompanyContext, user: User): never {
  const ways = { app: hasApp(ctx, user.id), passkey: hasPasskey(ctx, user.id) }
  refuse('ERR_SECOND_FACTOR_REQUIRED', { body: { challenge: newChallenge(platform, ctx, user), ways } })
}

async function tryCode(platform: Platform, body: SecondFactorBody, request: Request) {
  const { ctx, user } = await readChallenge(platform, body.challenge, request)
  assertWorkingHours(platform, ctx, user)
  if (user.mustChangePassword) await assertNewPassword(platform, ctx, user, body.newPassword)
  await useCode(platform, ctx, user, body.code)
  return completeSignIn(platform, ctx, { user, newPassword: body.newPassword, request })
}

/** For a passkey in place of the code. @throws Refusal ERR_CHALLENGE_ENDED, ERR_TOO_MANY_REQUESTS */
export async function optionsForSecondStep(platform: Platform, challenge: string, request: Request) {
  const { ctx, user } = await readChallenge(platform, challenge, request)
  return optionsToUse(platform, request, { purpose: 'second step', owner: { ctx, userId: user.id } })
}

async function trySecondPasskey(platform: Platform, body: SecondPasskeyBody, request: Request) {
  const { ctx, user } = await readChallenge(platform, body.challenge, request)
  assertWorkingHours(platform, ctx, user)
  // A password that somebody else set ended the passkeys before it.
  if (user.mustChangePassword) refuse('ERR_PASSWORD_CHANGE_REQUIRED')
  const owner = { ctx, userId: user.id }
  await usePasskey(platform, { owner, purpose: 'second step', response: body.response, request })
  assertSamePassword(ctx, user)
  return beginSession(platform, ctx, user.id, request)
}

/** The device and its owner's PIN, finger or face: both factors. */
async function tryPasskey(platform: Platform, { response }: UsePasskeyBody, request: Request) {
  const { userHandle } = response.response
  const holder = readHandle(platform, userHandle)
  const isOurs = limitGuesses(platform, request, 'passkey', userHandle, holder !== undefined)
  if (!isOurs || !holder || !hasCompany(platform, holder.companyId)) refuse('ERR_PASSKEY_REFUSED')
  const { companyId, userId } = holder
  if (!getCompany(platform, companyId).company.status) refuse('ERR_PASSKEY_REFUSED')
  await whenReady(platform, companyId)
  const ctx = createContext(platform.files.use(companyId))
  const user = findUser(ctx, userId) ?? refuse('ERR_PASSKEY_REFUSED')
  await usePasskey(platform, { owner: { ctx, userId }, purpose: 'sign-in', response, request })
  assertWorkingHours(platform, ctx, user)
  if (user.mustChangePassword) refuse('ERR_PASSWORD_CHANGE_REQUIRED')
  return beginSession(platform, ctx, userId, request)
}

interface CheckedUser {
  user: User
  newPassword: string | undefined
  request: Request
}

async function completeSignIn(platform: Platform, ctx: CompanyContext, { user, newPassword, request }: CheckedUser) {
  if (user.mustChangePassword && newPassword) await replaceInitialPassword(platform, ctx, user, newPassword)
  else assertSamePassword(ctx, user)
  return beginSession(platform, ctx, user.id, request)
}

/** It may have been changed, and the session ended, while a hash or a code was checked. @throws Refusal ERR_INVALID_CREDENTIALS */
function assertSamePassword(ctx: CompanyContext, { id, passwordHash }: User) {
  if (findUser(ctx, id)?.passwordHash !== passwordHash) refuse('ERR_INVALID_CREDENTIALS')
}

export function assertWorkingHours(platform: Platform, ctx: CompanyContext, user: typeof userTable.$inferSelect) {
  if (user.profile === 'admin' || user.super) return
  const { timeZone } = getCompany(platform, ctx.company.id).company
  if (!isWithinHours(wallClock(ctx.now, timeZone).time, user.startWork, user.endWork)) refuse('ERR_OUT_OF_HOURS')
}

export interface StartedSession {
  session: Session
  refreshToken: string
  /** For the cookie of the device. */
  deviceId: string
}

/** @param request undefined for the product itself */
export function beginSession(platform: Platform, ctx: CompanyContext, userId: number, request: Request | undefined) {
  const companyId = ctx.company.id
  const address = request ? clientAddress(request) : '127.0.0.1'
  const deviceId = (request && findKnownDevice(platform, request, { companyId, userId })) ?? randomToken(16)
  const device = { hash: hashSecret(deviceId), userAgent: request?.headers.get('user-agent') ?? '', address }
  const actor = findActor(ctx, userId) ?? refuse('ERR_UNAUTHORIZED')
  const signedIn = createContext(ctx.company, actor)
  const started = signedIn.transaction(() => {
    const isNew = request !== undefined && noteDevice(signedIn, userId, device)
    if (isNew) sendDeviceMail(platform, signedIn, getUser(signedIn, userId), device)
    const started = startSession(platform, signedIn, userId, address, device.hash)
    const data = { userId, replaced: started.replaced, sessionId: started.session.id }
    recordEvent(signedIn, 'user.signedIn', {}, data)
    return started
  })
  platform.business.note('company.signedIn', { companyId, atMs: ctx.now.getTime() })
  audit(platform, 'sign-in', { companyId, userId }, { address })
  return { ctx: signedIn, session: started.session, refreshToken: started.refreshToken, deviceId }
}

/** @param password already checked */
async function replaceImportedHash({ passwords }: Platform, ctx: CompanyContext, user: User, password: string) {
  const passwordHash = await passwords.hash(password)
  const unchanged = and(eq(userTable.id, user.id), eq(userTable.passwordHash, user.passwordHash))
  if (ctx.db.update(userTable).set({ passwordHash }).where(unchanged).returning({ id: userTable.id }).get()) {
    user.passwordHash = passwordHash
    return
  }
  // Another sign-in may have replaced it meanwhile.
  const stored = findUser(ctx, user.id)?.passwordHash
  if (stored && (await passwords.verify(password, stored))) user.passwordHash = stored
}

/** @throws Refusal ERR_PASSWORD_CHANGE_REQUIRED, ERR_INVALID_INPUT for the same or a bad one */
async function assertNewPassword(platform: Platform, ctx: CompanyContext, user: User, newPassword: string | undefined) {
  if (!newPassword) refuse('ERR_PASSWORD_CHANGE_REQUIRED', { body: { minLength: minPasswordLength(ctx) } })
  const isSame = await platform.passwords.verify(newPassword, user.passwordHash)
  if (isSame) refuse('ERR_INVALID_INPUT', { fields: { newPassword: 'samePassword' } })
  await assertUserPassword(platform, ctx, user, newPassword, 'newPassword')
}

async function replaceInitialPassword({ passwords }: Platform, given: CompanyContext, user: User, newPassword: string) {
  const passwordHash = await passwords.hash(newPassword)
  const ctx = createContext(given.company)
  ctx.transaction(() => {
    const unchanged = and(eq(userTable.id, user.id), eq(userTable.passwordHash, user.passwordHash))
    const set = { passwordHash, mustChangePassword: false, ...noPasswordLink, updatedAt: ctx.now }
    const changed = ctx.db.update(userTable).set(set).where(unchanged).returning({ id: userTable.id }).all()
    if (changed.length === 0) refuse('ERR_INVALID_CREDENTIALS')
    recordEvent(ctx, 'user.changed', {}, { userId: user.id, fields: ['password'] })
    auditOwn(ctx, user, { action: 'updated', changes: [{ field: 'password' }] })
  })
}
