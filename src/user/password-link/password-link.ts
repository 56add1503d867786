import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { CompanyAbout } from '../../kernel/company/company-files'
import { isSameSecret } from '../../kernel/config/sealed-secret'
import { recordEvent } from '../../kernel/event/event-log'
import { isSecureRequest, requestedHost } from '../../kernel/http/edge/forwarded-headers'
import { type CompanyId, randomToken, type UserId } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { dayMs, hourMs } from '../../kernel/time/durations.contract'
import { mailedOrigin } from '../../platform/mail/mail-body'
import { cancelMail } from '../../platform/mail/send-mail'
import type { Platform } from '../../platform/platform'
import { userTable } from '../user.tables'

/** `admin`: made by one; `forgotten`: asked for while signing in. */
export const linkMs = { invitation: 7 * dayMs, admin: dayMs, forgotten: hourMs }

interface LinkName {
  companyId: CompanyId
  userId: UserId
  nonce: string
}

/** Ends an earlier one. */
export function newPasswordLink(now: Date, durationMs = linkMs.invitation) {
  return {
    passwordLinkNonce: randomToken(22),
    passwordLinkExpiresAt: addMs(now, durationMs),
    passwordLinkMail: null,
  }
}

/** Drops a waiting mail with the earlier one. */
export function renewPasswordLink(ctx: CompanyContext, userId: UserId, kind: keyof typeof linkMs) {
  const columns = newPasswordLink(ctx.now, linkMs[kind])
  ctx.db.update(userTable).set(columns).where(eq(userTable.id, userId)).run()
  cancelMail(ctx, linkMailKey(userId))
  recordEvent(ctx, 'user.changed', {}, { userId, fields: [kind === 'invitation' ? 'invitation' : 'passwordLink'] })
  return { nonce: columns.passwordLinkNonce, expiresAt: columns.passwordLinkExpiresAt }
}

export const linkMailKey = (userId: UserId) => `password-link:${userId}`

/** The columns of a user without a link, because it was used or its reason is over. */
export const noPasswordLink = { passwordLinkNonce: null, passwordLinkExpiresAt: null, passwordLinkMail: null }

/** Signed, so that a forged token opens no file and a copied file yields none. */
export function passwordLinkToken({ hostKey }: Platform, { companyId, userId, nonce }: LinkName) {
  const unsigned = `${companyId}.${userId}.${nonce}`
  return `${unsigned}.${createHmac('sha256', hostKey.linkSecret).update(`password\n${unsigned}`).digest('base64url')}`
}

/** Undefined for any other text. */
export function readPasswordLinkToken(platform: Platform, token: string): LinkName | undefined {
  const [companyId, userId, nonce = ''] = token.split('.')
  const name = { companyId: Number(companyId), userId: Number(userId), nonce }
  return isSameSecret(token, passwordLinkToken(platform, name)) ? name : undefined
}

interface LinkOptions {
  user: { id: UserId; language: CompanyAbout['language'] | null }
  nonce: string
}

/** Public, else the request's. */
export function passwordLinkAddress(platform: Platform, ctx: CompanyContext, request: Request, link: LinkOptions) {
  const origin = `${isSecureRequest(request) ? 'https' : 'http'}://${requestedHost(request)}`
  return addressUnder(platform.config.publicUrl ?? origin, platform, ctx, link)
}

export function mailedLinkAddress(platform: Platform, ctx: CompanyContext, link: LinkOptions) {
  return addressUnder(mailedOrigin(platform), platform, ctx, link)
}

function addressUnder(base: string, platform: Platform, ctx: CompanyContext, { user, nonce }: LinkOptions) {
  const token = passwordLinkToken(platform, { companyId: ctx.company.id, userId: user.id, nonce })
  const language = readerLanguage(ctx, user)
  return `${base}/invite/${token}${language === 'pt' ? '' : `?lang=${language}`}`
}

export function readerLanguage({ company }: CompanyContext, user: Pick<LinkOptions['user'], 'language'>) {
  return user.language ?? company.services.about(company.id).language
}
