import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import { recordAudit } from '../../kernel/audit/audit'
import type { AuditAction } from '../../kernel/audit/audit.contract'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { UserId } from '../../kernel/ids'
import { readBranding } from '../../platform/branding/platform-setting.queries'
import { audit, type Platform } from '../../platform/platform'
import { deviceChange, nameDevice } from '../device/device-name'
import { forgetFactors, hasSecondFactor } from '../second-factor/factors'
import { newRecoveryCodes, storeRecoveryCodes } from '../second-factor/recovery-codes'
import { assertStillProtected } from '../second-factor/required-second-factor'
import { afterRemoval } from '../second-factor/second-factor'
import { getUser } from '../user.queries'
import type { AddedPasskey, AddPasskeyBody, PasskeyView } from './passkey.calls'
import { passkeysOf } from './passkey.queries'
import { passkeyTable } from './passkey.tables'
import { relyingParty } from './relying-party'
import { challengeTime, newChallenge, newHandle } from './signed-text'

type Passkey = typeof passkeyTable.$inferSelect

const passkeysMax = 10
const userAgentMax = 400
const addingFor = (ctx: CompanyContext, userId: UserId) => `add ${ctx.company.id}.${userId}`

export const listPasskeys = (ctx: CompanyContext, userId: UserId): PasskeyView[] =>
  passkeysOf(ctx, userId).map(presentPasskey)

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
    excludeCredentials: passkeysOf(ctx, userId).map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** A user's first second factor comes with recovery codes. @throws Refusal ERR_PASSKEY_REFUSED */
export async function addPasskey(
  platform: Platform,
  given: CompanyContext,
  { userId, body: { response }, request }: { userId: UserId; body: AddPasskeyBody; request: Request },
): Promise<AddedPasskey> {
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
  const recovery = hasSecondFactor(given, userId) ? undefined : await newRecoveryCodes()
  const ctx = createContext(given.company, given.actor)
  const added = ctx.transaction(() => {
    const known = ctx.db.select().from(passkeyTable).where(eq(passkeyTable.credentialId, credentialId)).get()
    if (known || passkeysOf(ctx, userId).length >= passkeysMax) refuse('ERR_PASSKEY_REFUSED')
    const isFirst = !hasSecondFactor(ctx, userId)
    if (isFirst && recovery) storeRecoveryCodes(ctx, userId, recovery)
    const userAgent = request.headers.get('user-agent')?.slice(0, userAgentMax) ?? ''
    const key = { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
    const row = ctx.db
      .insert(passkeyTable)
      .values({ userId, host, userAgent, createdAt: ctx.now, ...key })
      .returning()
      .get()
    noteChange(ctx, row, 'added')
    return { row, recoveryCodes: isFirst && recovery ? recovery.codes : [] }
  })
  audit(platform, 'passkey.added', { companyId: ctx.company.id, userId })
  return { ...presentPasskey(added.row), recoveryCodes: added.recoveryCodes }
}

/** @throws Refusal ERR_NO_PASSKEY_FOUND, ERR_SECOND_FACTOR_NEEDED */
export function removePasskey(platform: Platform, given: CompanyContext, userId: UserId, id: number) {
  const ctx = createContext(given.company, given.actor)
  ctx.transaction(() => {
    const isOwn = and(eq(passkeyTable.userId, userId), eq(passkeyTable.id, id))
    const removed = ctx.db.delete(passkeyTable).where(isOwn).returning().get()
    if (!removed) refuse('ERR_NO_PASSKEY_FOUND')
    afterRemoval(ctx, userId)
    assertStillProtected(platform, ctx, getUser(ctx, userId))
    noteChange(ctx, removed, 'removed')
  })
  audit(platform, 'passkey.removed', { companyId: ctx.company.id, userId })
}

/** In the caller's transaction. Somebody else decides how the user signs in from now on. */
export function dropPasskeys(ctx: CompanyContext, userId: UserId) {
  ctx.db.delete(passkeyTable).where(eq(passkeyTable.userId, userId)).run()
  afterRemoval(ctx, userId)
}

function noteChange(ctx: CompanyContext, { userId, userAgent }: Passkey, action: AuditAction) {
  forgetFactors(ctx)
  recordEvent(ctx, 'user.changed', {}, { userId, fields: ['passkeys'] })
  const { name } = getUser(ctx, userId)
  recordAudit(ctx, { object: 'passkey', action, id: userId, name, changes: deviceChange(userAgent) })
}
