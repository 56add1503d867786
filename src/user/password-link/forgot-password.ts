import { createContext } from '../../kernel/company/company-context'
import { hashSecret } from '../../kernel/config/sealed-secret'
import { refuse } from '../../kernel/errors'
import { clientAddress } from '../../kernel/http/edge/forwarded-headers'
import { addressBlock } from '../../kernel/http/edge/ip-address'
import { enqueueJob, type WaitingJob } from '../../kernel/job/jobs'
import { hourMs, minuteMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../../platform/platform'
import { countTry, tryCount } from '../../platform/sign-in/count-tries'
import { whenReady } from '../session/authenticate'
import { getCompany, hasCompany, firstCompanyId } from '../../platform/company/company.queries'
import { findUser } from '../user.queries'
import { renewPasswordLink } from './password-link'
import { sendPasswordMail } from './password-mail'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'user.mailPasswordLink': { email: string }
  }
}

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    /** Mails a link to the user with this address, on the whole platform, if there is one. */
    mailPasswordLink(email: string): Promise<void>
  }
}

const limits = {
  address: { limit: 20, windowMs: hourMs },
  email: { limit: 5, windowMs: hourMs },
}

/** A job looks the address up, so that answer and time tell nothing. @throws Refusal ERR_NO_MAIL_SERVER, ERR_TOO_MANY_REQUESTS */
export async function requestPasswordLink(platform: Platform, email: string, request: Request) {
  if (!platform.config.mail) refuse('ERR_NO_MAIL_SERVER')
  countTry(platform, [
    tryCount('forgotAtAddress', addressBlock(clientAddress(request)), limits.address),
    tryCount('forgotEmail', email, limits.email),
  ])
  await whenReady(platform, firstCompanyId)
  const ctx = createContext(platform.files.use(firstCompanyId))
  const dedupeKey = `user.mailPasswordLink:${hashSecret(email)}`
  ctx.transaction(() => enqueueJob(ctx, 'user.mailPasswordLink', { email }, { dedupeKey }))
}

export const mailPasswordLinkJob: WaitingJob<'user.mailPasswordLink'> = {
  lane: 'waiting',
  timeLimitMs: minuteMs,
  attemptsMax: 5,
  run: (freshContext, { email }) => freshContext().company.services.ports.mailPasswordLink(email),
}

/** Invited users get their invitation while it is valid. */
export async function mailPasswordLink(platform: Platform, email: string) {
  const index = await platform.names.emails.find(email)
  if (!index || !hasCompany(platform, index.companyId)) return
  if (!getCompany(platform, index.companyId).company.status) return
  await whenReady(platform, index.companyId)
  const ctx = createContext(platform.files.use(index.companyId))
  ctx.transaction(() => {
    const user = findUser(ctx, index.recordId)
    if (!user) return
    const { passwordLinkNonce: nonce, passwordLinkExpiresAt: expiresAt } = user
    const isInvited = user.passwordHash === '' && nonce !== null && expiresAt !== null && expiresAt > ctx.now
    const link = isInvited ? { nonce, expiresAt } : renewPasswordLink(ctx, user.id, 'forgotten')
    sendPasswordMail(platform, ctx, { kind: isInvited ? 'invitation' : 'reset', user, ...link })
  })
}
