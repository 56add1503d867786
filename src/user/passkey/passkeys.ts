import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, desc, eq, lt } from 'drizzle-orm'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { UserId } from '../../kernel/ids'
import { readBranding } from '../../platform/branding/platform-setting.queries'
import { getCompany, hasCompany } from '../../platform/company/company.queries'
import { audit, type Platform } from '../../platform/platform'
import { limitGuesses } from '../../platform/sign-in/count-tries'
import { auditOwn } from '../audit-user'
import { nameDevice } from '../device/device-name'
import { whenReady } from '../session/authenticate'
import { assertWorkingHours, beginSession } from '../session/sign-in'
import { findUser, getUser } from '../user.queries'
import type { AddPasskeyBody, PasskeyView, UsePasskeyBody } from './passkey.calls'
import { passkeyTable } from './passkey.tables'
import { relyingParty } from './relying-party'
import { challengeTime, newChallenge, newHandle, readHandle } from './signed-text'

type Passkey = typeof passkeyTable.$inferSelect

const passkeysMax = 10
const userAgentMax = 400
const signIn = 'sign-in'
const addingFor = (ctx: CompanyContext, userId: UserId) => `add ${ctx.company.id}.${userId}`

export const listPasskeys = (ctx: CompanyContext, userId: UserId): PasskeyView[] =>
  rowsOf(ctx, userId).map(presentPasskey)

const rowsOf = ({ db }: CompanyContext, userId: UserId) =>
  db.select().from(passkeyTable).where(eq(passkeyTable.userId, userId)).orderBy(desc(passkeyTable.id)).all()

function presentPasskey({ id, userAgent, createdAt, lastUsedAt }: Passkey): PasskeyView {
  const { browser, system } = nameDevice(userAgent)
  return {
    id,
    browser,
    system,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** For a key that the device keeps, and opens by a PIN, a finger or a face. */
export async function optionsToAdd(platform: Platform, ctx: CompanyContext, userId: UserId, request: Request) {
  const { name, email } = getUser(ctx, userId)
  const options = await generateRegistrationOptions({
    rpName: readBranding(platform).name,
    rpID: relyingParty(platform, request).host,
    userName: email,
    userDisplayName: name,
    userID: newHandle(platform, ctx.company.id, userId),
    challenge: newChallenge(platform, addingFor(ctx, userId)),
    attestationType: 'none',
    excludeCredentials: rowsOf(ctx, userId).map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** @throws Refusal ERR_PASSKEY_REFUSED */
export async function addPasskey(
  platform: Platform,
  given: CompanyContext,
  { userId, body: { response }, request }: { userId: UserId; body: AddPasskeyBody; request: Request },
): Promise<PasskeyView> {
  const { origin, host } = relyingParty(platform, request)
  const isOurs = (challenge: string) => challengeTime(platform, addingFor(given, userId), challenge) !== undefined
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: isOurs,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) refuse('ERR_PASSKEY_REFUSED')
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential
  const ctx = createContext(given.company, given.actor)
  const row = ctx.transaction(() => {
    const known = ctx.db.select().from(passkeyTable).where(eq(passkeyTable.credentialId, credentialId)).get()
    if (known || rowsOf(ctx, userId).length >= passkeysMax) refuse('ERR_PASSKEY_REFUSED')
    noteChange(ctx, userId)
    const userAgent = request.headers.get('user-agent')?.slice(0, userAgentMax) ?? ''
    const key = { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
    return ctx.db
      .insert(passkeyTable)
      .values({ userId, host, userAgent, createdAt: ctx.now, ...key })
      .returning()
      .get()
  })
  audit(platform, 'passkey.added', { companyId: ctx.company.id, userId })
  return presentPasskey(row)
}

/** @throws Refusal ERR_NO_PASSKEY_FOUND */
export function removePasskey(platform: Platform, ctx: CompanyContext, userId: UserId, id: number) {
  ctx.transaction(() => {
    const isOwn = and(eq(passkeyTable.userId, userId), eq(passkeyTable.id, id))
    const removed = ctx.db.delete(passkeyTable).where(isOwn).returning({ id: passkeyTable.id }).all()
    if (removed.length === 0) refuse('ERR_NO_PASSKEY_FOUND')
    noteChange(ctx, userId)
  })
  audit(platform, 'passkey.removed', { companyId: ctx.company.id, userId })
}

/** In the caller's transaction. Somebody else decides how the user signs in from now on. */
export function dropPasskeys({ db }: CompanyContext, userId: UserId) {
  db.delete(passkeyTable).where(eq(passkeyTable.userId, userId)).run()
}

function noteChange(ctx: CompanyContext, userId: UserId) {
  recordEvent(ctx, 'user.changed', {}, { userId, fields: ['passkeys'] })
  auditOwn(ctx, getUser(ctx, userId), { action: 'updated', changes: [{ field: 'passkeys' }] })
}

/** Names no user, so that it tells nothing about accounts: the device knows whose keys it has. */
export async function optionsToSignIn(platform: Platform, request: Request) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(platform, request).host,
    challenge: newChallenge(platform, signIn),
    userVerification: 'required',
  })
  return { ...options }
}

/**
 * The device and its owner's PIN, finger or face: both factors. Each challenge passes once for a key.
 * @throws Refusal ERR_PASSKEY_REFUSED, ERR_OUT_OF_HOURS, ERR_PASSWORD_CHANGE_REQUIRED, ERR_TOO_MANY_REQUESTS
 */
export async function signInWithPasskey(platform: Platform, { response }: UsePasskeyBody, request: Request) {
  const { origin, host } = relyingParty(platform, request)
  const { userHandle } = response.response
  const holder = readHandle(platform, userHandle)
  const isOurs = limitGuesses(platform, request, 'passkey', userHandle, holder !== undefined)
  if (!isOurs || !holder || !hasCompany(platform, holder.companyId)) refuse('ERR_PASSKEY_REFUSED')
  const { companyId, userId } = holder
  if (!getCompany(platform, companyId).company.status) refuse('ERR_PASSKEY_REFUSED')
  await whenReady(platform, companyId)
  const before = createContext(platform.files.use(companyId))
  const key = rowsOf(before, userId).find(({ credentialId }) => credentialId === response.id)
  const user = findUser(before, userId)
  if (!key || !user) refuse('ERR_PASSKEY_REFUSED')
  const used = await verify(platform, key, { response, origin, host })
  if (!used) {
    audit(platform, 'passkey.refused', { companyId, userId })
    refuse('ERR_PASSKEY_REFUSED')
  }
  assertWorkingHours(platform, before, user)
  if (user.mustChangePassword) refuse('ERR_PASSWORD_CHANGE_REQUIRED')
  const ctx = createContext(before.company)
  ctx.transaction(() => {
    const isUnused = and(eq(passkeyTable.id, key.id), lt(passkeyTable.lastChallengeAt, used.issuedAt))
    const set = { counter: used.counter, lastChallengeAt: used.issuedAt, lastUsedAt: ctx.now }
    const changed = ctx.db.update(passkeyTable).set(set).where(isUnused).returning({ id: passkeyTable.id }).all()
    if (changed.length === 0) refuse('ERR_PASSKEY_REFUSED')
  })
  return beginSession(platform, ctx, userId, request)
}

interface Assertion {
  response: UsePasskeyBody['response']
  origin: string
  host: string
}

async function verify(platform: Platform, key: Passkey, { response, origin, host }: Assertion) {
  let issuedAt: number | undefined
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => (issuedAt = challengeTime(platform, signIn, challenge)) !== undefined,
    expectedOrigin: origin,
    expectedRPID: host,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
    },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified || issuedAt === undefined) return undefined
  return { issuedAt, counter: verified.authenticationInfo.newCounter }
}
