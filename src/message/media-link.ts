import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CompanyId } from '../kernel/ids'
import { mediaUrl } from '../kernel/media-store'

export interface MediaLink {
  companyId: CompanyId
  key: string
  expiresAtMs: number
}

const sign = (secret: Buffer, { companyId, key, expiresAtMs }: MediaLink) =>
  createHmac('sha256', secret).update(`media\n${companyId}\n${key}\n${expiresAtMs}`).digest()

/** A path that fetches the file without a session until it expires; for programs of others. */
export function signMediaLink(secret: Buffer, link: MediaLink) {
  const signature = sign(secret, link).toString('base64url')
  return `${mediaUrl(link.key)}?company=${link.companyId}&expires=${link.expiresAtMs}&signature=${signature}`
}

/** Whether we made this link and it still holds. */
export function isMediaLinkGood(secret: Buffer, link: MediaLink, signature: string, nowMs: number) {
  if (link.expiresAtMs <= nowMs) return false
  const given = Buffer.from(signature, 'base64url')
  const right = sign(secret, link)
  return given.length === right.length && timingSafeEqual(given, right)
}
