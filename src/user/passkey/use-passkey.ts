import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { and, eq, lt } from 'drizzle-orm'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { UserId } from '../../kernel/ids'
import { audit, type Platform } from '../../platform/platform'
import { auditRefusal } from '../audit-user'
import { getUser } from '../user.queries'
import type { PasskeyResponse } from './passkey.contract'
import { passkeysOf } from './passkey.queries'
import { passkeyTable } from './passkey.tables'
import { relyingParty } from './relying-party'
import { challengeTime, newChallenge } from './signed-text'

type Passkey = typeof passkeyTable.$inferSelect

interface Owner {
  ctx: CompanyContext
  userId: UserId
}

/** What a challenge is for: it passes for nothing else. */
export type PasskeyPurpose = 'sign-in' | 'second step' | 'confirm'

const purposeOf = (purpose: PasskeyPurpose, owner: Owner | undefined) =>
  owner ? `${purpose} ${owner.ctx.company.id}.${owner.userId}` : purpose

/** Without an owner they name no user and reveal no account: the device knows whose keys it has. */
export async function optionsToUse(
  platform: Platform,
  request: Request,
  { purpose, owner }: { purpose: PasskeyPurpose; owner?: Owner },
) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(platform, request).host,
    challenge: newChallenge(platform, purposeOf(purpose, owner)),
    userVerification: 'required',
    ...(owner && {
      allowCredentials: passkeysOf(owner.ctx, owner.userId).map(({ credentialId }) => ({ id: credentialId })),
    }),
  })
  return { ...options }
}

interface PasskeyUse {
  owner: Owner
  purpose: PasskeyPurpose
  response: PasskeyResponse
  request: Request
}

/** Each challenge passes once for a key. @throws Refusal ERR_PASSKEY_REFUSED */
export async function usePasskey(platform: Platform, { owner, purpose, response, request }: PasskeyUse) {
  const { userId } = owner
  const key = passkeysOf(owner.ctx, userId).find(({ credentialId }) => credentialId === response.id)
  const challenged = purposeOf(purpose, purpose === 'sign-in' ? undefined : owner)
  const used = key && (await verify(platform, key, { response, challenged, ...relyingParty(platform, request) }))
  if (!used) {
    audit(platform, 'passkey.refused', { companyId: owner.ctx.company.id, userId })
    auditRefusal(owner.ctx, getUser(owner.ctx, userId), { object: 'passkey', action: 'refused' })
    refuse('ERR_PASSKEY_REFUSED')
  }
  const ctx = createContext(owner.ctx.company)
  ctx.transaction(() => {
    const isUnused = and(eq(passkeyTable.id, key.id), lt(passkeyTable.lastChallengeAt, used.issuedAt))
    const set = { counter: used.counter, lastChallengeAt: used.issuedAt, lastUsedAt: ctx.now }
    const changed = ctx.db.update(passkeyTable).set(set).where(isUnused).returning({ id: passkeyTable.id }).all()
    if (changed.length === 0) refuse('ERR_PASSKEY_REFUSED')
  })
}

interface Assertion {
  response: PasskeyResponse
  challenged: string
  origin: string
  host: string
}

async function verify(platform: Platform, key: Passkey, { response, challenged, origin, host }: Assertion) {
  let issuedAt: number | undefined
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => (issuedAt = challengeTime(platform, challenged, challenge)) !== undefined,
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
