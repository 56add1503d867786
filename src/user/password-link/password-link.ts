import { createHmac } from 'node:crypto'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isSameSecret } from '../../kernel/config/secret-text'
import { isSecureRequest, requestedHost } from '../../kernel/http/edge/forwarded-headers'
import { type CompanyId, randomToken, type UserId } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../../platform/platform'

const linkDays = 7

/** Names the user's current link; a newer one replaces it. It is no secret without the host's key. */
interface LinkName {
  companyId: CompanyId
  userId: UserId
  nonce: string
}

/** The columns of a new link, which ends an earlier one. */
export function newPasswordLink(now: Date) {
  return { passwordLinkNonce: randomToken(22), passwordLinkExpiresAt: addMs(now, linkDays * dayMs) }
}

/** The columns of a user without a link, because it was used or its reason is over. */
export const noPasswordLink = { passwordLinkNonce: null, passwordLinkExpiresAt: null }

/** Signed by the host, so that a forged token opens no company's file and a copied file yields no token. */
export function passwordLinkToken({ hostKey }: Platform, { companyId, userId, nonce }: LinkName) {
  const unsigned = `${companyId}.${userId}.${nonce}`
  return `${unsigned}.${createHmac('sha256', hostKey.linkSecret).update(`password\n${unsigned}`).digest('base64url')}`
}

/** Returns what a token that the host has signed names; undefined for any other text. */
export function readPasswordLinkToken(platform: Platform, token: string): LinkName | undefined {
  const [companyId, userId, nonce = ''] = token.split('.')
  const name = { companyId: Number(companyId), userId: Number(userId), nonce }
  return isSameSecret(token, passwordLinkToken(platform, name)) ? name : undefined
}

/** The address of a token's page in the company's language: under the public address, else under that of the request. */
export function passwordLinkAddress(
  { config }: Platform,
  { company }: CompanyContext,
  request: Request,
  token: string,
) {
  const origin = `${isSecureRequest(request) ? 'https' : 'http'}://${requestedHost(request)}`
  const { language } = company.services.about(company.id)
  return `${config.publicUrl ?? origin}/invite/${token}${language === 'pt' ? '' : `?lang=${language}`}`
}
