import { createContext, type CompanyContext } from '../../kernel/company/company-context'
import { noteCompanyOfRequest } from '../../kernel/current-request'
import { refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import type { AccessTokens, Session } from '../../platform/sign-in/access-token'
import { hashSecret } from '../../kernel/config/sealed-secret'
import { getCompany } from '../../platform/company/company.queries'
import type { Platform } from '../../platform/platform'
import { limitGuesses } from '../../platform/sign-in/count-tries'
import { isSubscribed } from '../../platform/invoice/subscription'
import { mustSetUpSecondFactor } from '../second-factor/required-second-factor'
import { findActor } from '../actor.queries'
import { findSession, sessionDays, stateOfSession } from './session'
import { type NamedToken, readToken } from './session-token'
import { hostCookieLines, hostCookieName, readCookie } from '../../kernel/http/cookies'
import { isEmbeddedByOtherSite } from '../../kernel/http/edge/same-origin'

/** `anyone`: also who must set up a second factor first. */
type Admitted = 'complete' | 'anyone'

/** @throws Refusal ERR_SESSION_REPLACED, ERR_UNAUTHORIZED, ERR_SECOND_FACTOR_MISSING */
export function contextOf(platform: Platform, session: Session, admitted: Admitted = 'complete'): CompanyContext {
  noteCompanyOfRequest(session.companyId, session.userId)
  assertKept(platform, session.companyId)
  const ctx = createContext(platform.files.use(session.companyId))
  assertLive(ctx, session)
  const actor = findActor(ctx, session.userId) ?? refuse('ERR_UNAUTHORIZED')
  if (admitted === 'complete' && mustSetUpSecondFactor(platform, ctx, actor)) refuse('ERR_SECOND_FACTOR_MISSING')
  return createContext(ctx.company, actor)
}

/** A session ends with its company. */
function assertKept({ files }: Platform, companyId: CompanyId) {
  if (!files.existsAnywhere(companyId)) refuse('ERR_UNAUTHORIZED')
}

function assertLive(ctx: CompanyContext, session: Session) {
  const state = stateOfSession(ctx, session)
  if (state !== 'live') refuse(state === 'replaced' ? 'ERR_SESSION_REPLACED' : 'ERR_UNAUTHORIZED')
}

const updateWaitMsMax = 10_000

/** After migration and turn, with the permissions then. @throws Refusal also ERR_COMPANY_UPDATING, ERR_TOO_MANY_REQUESTS */
export async function contextWhenReady(
  platform: Platform,
  session: Session,
  admitted?: Admitted,
): Promise<CompanyContext> {
  assertKept(platform, session.companyId)
  await whenReady(platform, session.companyId)
  assertLive(createContext(platform.files.use(session.companyId)), session)
  await platform.turns.take(`${session.companyId}/${session.userId}`)
  return contextOf(platform, session, admitted)
}

/** @throws Refusal ERR_COMPANY_UPDATING while migrating */
export async function whenReady({ files }: Platform, companyId: CompanyId) {
  if (!files.isOpen(companyId) || files.isBlocked(companyId)) await files.ready(companyId, updateWaitMsMax)
}

export function bearerOf({ headers }: Request): string | undefined {
  const [scheme, token] = (headers.get('authorization') ?? '').trim().split(/\s+/)
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

/** @throws Refusal ERR_UNAUTHORIZED without a token, ERR_SESSION_EXPIRED with an old one */
async function readBearer(tokens: AccessTokens, request: Request): Promise<Session> {
  return tokens.verify(bearerOf(request) ?? refuse('ERR_UNAUTHORIZED'))
}

/** Requires a session and a subscription. */
export async function authenticate(platform: Platform, tokens: AccessTokens, request: Request) {
  const ctx = await authenticateAnyway(platform, tokens, request)
  assertSubscription(platform, ctx)
  return ctx
}

/** An expired company needs to pay and sign out. */
export async function authenticateAnyway(platform: Platform, tokens: AccessTokens, request: Request) {
  return contextWhenReady(platform, await readBearer(tokens, request))
}

/** Also who must set up a second factor: for that, and to sign out. */
export async function authenticateToSetUp(platform: Platform, tokens: AccessTokens, request: Request) {
  return contextWhenReady(platform, await readBearer(tokens, request), 'anyone')
}

/** @throws Refusal ERR_SUBSCRIPTION_EXPIRED */
export function assertSubscription(platform: Platform, ctx: CompanyContext) {
  if (!isSubscribed(getCompany(platform, ctx.company.id).company, ctx.now)) refuse('ERR_SUBSCRIPTION_EXPIRED')
}

/** Session or API token, before a body is read; no permissions. @throws Refusal as `authenticate` */
export async function authorizeBody(platform: Platform, tokens: AccessTokens, request: Request) {
  if (new URL(request.url).pathname.startsWith('/api/')) await connectionOfToken(platform, request)
  else await authenticateToSetUp(platform, tokens, request)
}

/** @throws Refusal ERR_UNAUTHORIZED without a token, ERR_NO_PERMISSION, ERR_TOO_MANY_REQUESTS */
export async function connectionOfToken(platform: Platform, request: Request) {
  const token = bearerOf(request) ?? refuse('ERR_UNAUTHORIZED')
  const connection = await platform.names.tokens.find(hashSecret(token))
  limitGuesses(platform, request, 'connectionToken', token, connection !== undefined)
  return connection ?? refuse('ERR_NO_PERMISSION')
}

/** Refuses users of an expired company. */
export async function authenticateFile(platform: Platform, tokens: AccessTokens, request: Request) {
  const ctx = await authenticateFileAnyway(platform, tokens, request)
  assertSubscription(platform, ctx)
  return ctx
}

/** Takes the cookie: an <img> sends no bearer token. @throws Refusal ERR_UNAUTHORIZED */
export async function authenticateFileAnyway(platform: Platform, tokens: AccessTokens, request: Request) {
  if (request.headers.has('authorization')) return authenticateAnyway(platform, tokens, request)
  const session = await findCookieSession(platform, request)
  return session ? contextWhenReady(platform, session) : refuse('ERR_UNAUTHORIZED')
}

/** Over HTTPS with the prefix `__Host-`. */
export const refreshCookieName = 'recado_session'

export function readRefreshToken(request: Request) {
  return readCookie(request, hostCookieName(request, refreshCookieName)) ?? ''
}

/** SameSite=Lax, because links may open a page; calls need the token. */
export function refreshCookieLines(request: Request, token: string) {
  return hostCookieLines(request, refreshCookieName, token, { maxAge: sessionDays * 86_400, sameSite: 'Lax' })
}

export function removedRefreshCookieLines(request: Request) {
  return hostCookieLines(request, refreshCookieName, '', { maxAge: 0, sameSite: 'Lax' })
}

/** @throws Refusal ERR_COMPANY_UPDATING, ERR_COMPANY_DAMAGED */
export async function findCookieSession(platform: Platform, request: Request) {
  const opened = await openToken(platform, readCookieToken(platform, request))
  return opened && findSession(opened.ctx, opened.token)
}

/** The session may have ended. Undefined for a forged token or one of an erased company. */
export async function openToken(platform: Platform, token: NamedToken | undefined) {
  if (!token || !platform.files.existsAnywhere(token.companyId)) return undefined
  await whenReady(platform, token.companyId)
  return { token, ctx: createContext(platform.files.use(token.companyId)) }
}

/** Opens no file. */
export const readCookieToken = (platform: Platform, request: Request) =>
  isEmbeddedByOtherSite(request) ? undefined : readToken(platform, readRefreshToken(request))
