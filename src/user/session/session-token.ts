import { createHmac } from 'node:crypto'
import { hashSecret, isSameSecret } from '../../kernel/config/sealed-secret'
import type { CompanyId } from '../../kernel/ids'
import { randomToken } from '../../kernel/ids'
import type { Platform } from '../../platform/platform'
import { findEarlierSession } from '../../platform/sign-in/earlier-session'

/** A refresh token that this host made. Its session may have ended. */
export interface NamedToken {
  companyId: CompanyId
  sessionId: string
  hash: string
}

export function mintToken(platform: Platform, companyId: CompanyId, sessionId: string) {
  const unmarked = `${companyId}.${sessionId}.${randomToken(48)}`
  return `${unmarked}.${markOf(platform, unmarked)}`
}

/** The mark tells an old token from a forged one. */
const markOf = ({ hostKey }: Platform, unmarked: string) =>
  createHmac('sha256', hostKey.linkSecret).update(`refresh\n${unmarked}`).digest('base64url')

/** Undefined for a forged token. */
export function readToken(platform: Platform, refreshToken: string): NamedToken | undefined {
  if (refreshToken === '') return undefined
  const end = refreshToken.lastIndexOf('.')
  const unmarked = refreshToken.slice(0, Math.max(end, 0))
  const isMarked = isSameSecret(refreshToken.slice(end + 1), markOf(platform, unmarked))
  const hash = hashSecret(refreshToken)
  const parts = unmarked.split('.')
  const [companyId, sessionId] = parts
  if (isMarked && parts.length === 3 && sessionId) return { companyId: Number(companyId), sessionId, hash }
  return readEarlierToken(platform, isMarked && parts.length === 2 ? parts[0] : undefined, hash)
}

/** Of the release whose sessions were in the catalog. */
function readEarlierToken(platform: Platform, marked: string | undefined, hash: string): NamedToken | undefined {
  const earlier = findEarlierSession(platform, { sessionId: marked, hash })
  return earlier && { companyId: earlier.companyId, sessionId: earlier.id, hash }
}
