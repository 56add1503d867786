import { createHmac, randomBytes } from 'node:crypto'

const stepSeconds = 30
const digits = 6
/** Steps before and after the current one, for phones whose clock is off. */
const drift = 1
/** RFC 4226 asks for 160 bits. */
const secretBytes = 20

/** The alphabet of RFC 4648. */
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** In base32, as authenticator apps read it. */
export function newTotpSecret() {
  return [...randomBytes(secretBytes)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replace(/.{5}/g, (bits) => base32[Number.parseInt(bits, 2)] ?? '')
}

function keyOf(secret: string) {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const stepAt = (at: Date) => Math.floor(at.getTime() / 1000 / stepSeconds)

/** RFC 4226, with the time step as counter (RFC 6238). */
function codeOf(secret: string, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', keyOf(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** Returns the time step after `lastStep` whose code this is; undefined for a wrong code and for one that was used. */
export function stepOfCode(secret: string, { code, at, lastStep }: { code: string; at: Date; lastStep: number }) {
  const now = stepAt(at)
  let found: number | undefined
  for (let step = now - drift; step <= now + drift; step++) {
    if (step > lastStep && codeOf(secret, step) === code) found ??= step
  }
  return found
}

/** What the QR code holds. Slashes and colons would divide the label. */
export function totpAddress(secret: string, { product, email }: { product: string; email: string }) {
  const issuer = encodeURIComponent(product.replaceAll(/[:/]/g, ' '))
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`
}
