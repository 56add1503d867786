import { timingSafeEqual } from 'node:crypto'

/** In constant time. Nothing equals an empty expected text. */
export function isSameSecret(given: string, expected: string) {
  const [one, other] = [Buffer.from(hashSecret(given)), Buffer.from(hashSecret(expected))]
  return expected !== '' && timingSafeEqual(one, other)
}

export const hashSecret = (secret: string) => new Bun.CryptoHasher('sha256').update(secret).digest('base64url')
