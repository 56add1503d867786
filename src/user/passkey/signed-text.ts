import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../kernel/config/sealed-secret'
import { randomToken } from '../../kernel/ids'
import { minuteMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../../platform/platform'
import type { UserId } from '../../kernel/ids'

const signatureLength = 22
const challengeMs = 5 * minuteMs

function signatureOf({ hostKey }: Platform, purpose: string, text: string) {
  const mac = createHmac('sha256', hostKey.linkSecret).update(`passkey ${purpose}\n${text}`).digest('base64url')
  return mac.slice(0, signatureLength)
}

function openSigned(platform: Platform, purpose: string, encoded: string): string | undefined {
  const text = Buffer.from(encoded, 'base64url').toString()
  const end = text.lastIndexOf('.')
  const unsigned = text.slice(0, Math.max(end, 0))
  return isSameSecret(text.slice(end + 1), signatureOf(platform, purpose, unsigned)) ? unsigned : undefined
}

/** @param purpose the only use for which the challenge is accepted */
export function newChallenge(platform: Platform, purpose: string) {
  const text = `${platform.clock.now().getTime()}.${randomToken(16)}`
  return `${text}.${signatureOf(platform, purpose, text)}`
}

/** Returns when it was issued, in ms; undefined for a forged or old one. */
export function challengeTime(platform: Platform, purpose: string, encoded: string): number | undefined {
  const issuedAt = Number(openSigned(platform, purpose, encoded)?.split('.')[0])
  const age = platform.clock.now().getTime() - issuedAt
  return age >= 0 && age < challengeMs ? issuedAt : undefined
}

/** What the device returns at a sign-in, by which the user is found. At most 64 bytes. */
export function newHandle(platform: Platform, companyId: number, userId: UserId): Uint8Array<ArrayBuffer> {
  const text = `${companyId}.${userId}`
  return new Uint8Array(Buffer.from(`${text}.${signatureOf(platform, 'handle', text)}`))
}

/** A forged handle opens no company's file. */
export function readHandle(platform: Platform, encoded: string) {
  const [companyId, userId] = openSigned(platform, 'handle', encoded)?.split('.').map(Number) ?? []
  return companyId && userId ? { companyId, userId } : undefined
}
