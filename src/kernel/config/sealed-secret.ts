import type { HostKey } from './host-key'
import { timingSafeEqual } from 'node:crypto'

export type Sealer = Pick<HostKey, 'seal' | 'unseal'>

export type Secret = { state: 'none' } | { state: 'set'; text: string } | { state: 'unreadable' }

/** @param stored empty without a secret */
export function readSecret(sealer: Sealer, stored: string): Secret {
  if (stored === '') return { state: 'none' }
  try {
    return { state: 'set', text: sealer.unseal(stored) }
  } catch {
    return { state: 'unreadable' }
  }
}

/** @param given null clears the secret; undefined or empty keeps it */
export function changeSecret(sealer: Sealer, stored: string, given: string | null | undefined): string {
  if (given === null) return ''
  return given === undefined || given === '' ? stored : sealer.seal(given)
}

/** An address often is all that is needed to write to its receiver. */
export const sealAddress = (sealer: Sealer, url: string) => (url === '' ? '' : sealer.seal(url))

/** Empty when another host sealed it. */
export function readAddress(sealer: Sealer, stored: string) {
  const secret = readSecret(sealer, stored)
  return secret.state === 'set' ? secret.text : ''
}

/** The address without what identifies the sender, for lists and logs, such as `https://hooks.example.com/…`. */
export function maskAddress(url: string) {
  if (url === '') return ''
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}

/** Compares in constant time. Nothing equals an empty expected text, such as a secret that is not set. */
export function isSameSecret(given: string, expected: string) {
  const [one, other] = [Buffer.from(hashSecret(given)), Buffer.from(hashSecret(expected))]
  return expected !== '' && timingSafeEqual(one, other)
}

export const hashSecret = (secret: string) => new Bun.CryptoHasher('sha256').update(secret).digest('base64url')
