import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../kernel/config/sealed-secret'
import type { CompanyId, UserId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { brandOf, mailedOrigin, type MailLanguage } from './mail-body'

interface LeaveName {
  companyId: CompanyId
  userId: UserId
  kind: string
}

function leaveToken({ hostKey }: Platform, { companyId, userId, kind }: LeaveName) {
  const unsigned = `${companyId}.${userId}.${kind}`
  return `${unsigned}.${createHmac('sha256', hostKey.linkSecret).update(`leave mail\n${unsigned}`).digest('base64url')}`
}

/** Undefined for any other text. */
export function readLeaveToken(platform: Platform, token: string): LeaveName | undefined {
  const [companyId, userId, kind = ''] = token.split('.')
  const name = { companyId: Number(companyId), userId: Number(userId), kind }
  return isSameSecret(token, leaveToken(platform, name)) ? name : undefined
}

/** Switches a recurring mail off for its reader, without signing in. It does not expire. */
const leaveLink = (platform: Platform, name: LeaveName, language: MailLanguage) =>
  `${mailedOrigin(platform)}/mail-choice/${leaveToken(platform, name)}${language === 'pt' ? '' : `?lang=${language}`}`

export type Mailing = NonNullable<ReturnType<typeof mailingOf>>

export const mailingOf = (platform: Platform) =>
  platform.config.mail && {
    brand: brandOf(platform),
    origin: mailedOrigin(platform),
    leaveLink: (name: LeaveName, language: MailLanguage) => leaveLink(platform, name, language),
  }
