import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/** RFC 7914 with N = 2^17, r = 8, p = 1: 128 MB and about half a second, as OWASP's Password Storage Cheat Sheet asks for. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const saltBytes = 16
const ivBytes = 12
const tagBytes = 16
const deriveBytes = promisify(scrypt) as (
  text: string,
  salt: Uint8Array,
  length: number,
  options: typeof cost,
) => Promise<Buffer>

export const passphraseLengthMin = 8

export const keyOfPassphrase = (passphrase: string, salt: Uint8Array) =>
  deriveBytes(passphrase.normalize('NFC'), salt, 32, cost)

/** Salt, nonce and tag of AES-256-GCM, then the sealed bytes. */
export async function sealWithPassphrase(bytes: Uint8Array, passphrase: string): Promise<Buffer> {
  const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)]
  const cipher = createCipheriv('aes-256-gcm', await keyOfPassphrase(passphrase, salt), iv)
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), sealed])
}

/** Undefined for another passphrase and when a byte was changed. */
export async function unsealWithPassphrase(sealed: Uint8Array, passphrase: string): Promise<Buffer | undefined> {
  const bytes = Buffer.from(sealed)
  const [ivAt, tagAt, textAt] = [saltBytes, saltBytes + ivBytes, saltBytes + ivBytes + tagBytes]
  if (bytes.length < textAt) return undefined
  const key = await keyOfPassphrase(passphrase, bytes.subarray(0, ivAt))
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(ivAt, tagAt))
  decipher.setAuthTag(bytes.subarray(tagAt, textAt))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()])
  } catch {
    return undefined
  }
}
