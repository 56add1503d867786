import { createHmac } from 'node:crypto'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { hashSecret, isSameSecret } from '../../kernel/config/sealed-secret'
import { refuse } from '../../kernel/errors'
import { randomToken } from '../../kernel/ids'
import { minuteMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../../platform/platform'
import { getCompany, hasCompany } from '../../platform/company/company.queries'
import { limitGuesses } from '../../platform/sign-in/count-tries'
import { whenReady } from '../session/authenticate'
import { findUser, type User } from '../user.queries'

const challengeMs = 5 * minuteMs

/** Proves that the password was right; it grants nothing but the second step. A change of password ends it. */
export function newChallenge(platform: Platform, ctx: CompanyContext, user: User) {
  const expiresAt = ctx.now.getTime() + challengeMs
  const unsigned = [ctx.company.id, user.id, expiresAt, passwordMark(user), randomToken(16)].join('.')
  return `${unsigned}.${signatureOf(platform, unsigned)}`
}

export const passwordMark = ({ passwordHash }: User) => hashSecret(passwordHash).slice(0, 16)

const signatureOf = ({ hostKey }: Platform, unsigned: string) =>
  createHmac('sha256', hostKey.linkSecret).update(`second factor\n${unsigned}`).digest('base64url')

/** A forged one opens no file. @throws Refusal ERR_CHALLENGE_ENDED, ERR_TOO_MANY_REQUESTS */
export async function readChallenge(platform: Platform, challenge: string, request: Request) {
  const end = challenge.lastIndexOf('.')
  const unsigned = challenge.slice(0, Math.max(end, 0))
  const isOurs = isSameSecret(challenge.slice(end + 1), signatureOf(platform, unsigned))
  if (!limitGuesses(platform, request, 'challenge', challenge, isOurs)) refuse('ERR_CHALLENGE_ENDED')
  const [companyId = 0, userId = 0, expiresAt = 0] = unsigned.split('.').map(Number)
  if (expiresAt <= platform.clock.now().getTime() || !hasCompany(platform, companyId)) refuse('ERR_CHALLENGE_ENDED')
  if (!getCompany(platform, companyId).company.status) refuse('ERR_CHALLENGE_ENDED')
  await whenReady(platform, companyId)
  const ctx = createContext(platform.files.use(companyId))
  const user = findUser(ctx, userId)
  if (!user || unsigned.split('.')[3] !== passwordMark(user)) refuse('ERR_CHALLENGE_ENDED')
  return { ctx, user }
}
