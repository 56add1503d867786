import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time. Nothing equals an empty expected text, such as a secret that is not set. */
export function isSameSecret(given: string, expected: string) {
  const [one, other] = [Buffer.from(hashSecret(given)), Buffer.from(hashSecret(expected))]
  return expected !== '' && timingSafeEqual(one, other)
}

export const hashSecret = (secret: string) => new Bun.CryptoHasher('sha256').update(secret).digest('base64url')
