import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { orStartFailure, StartFailure } from '../start-failure'

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

export type HostKey = ReturnType<typeof openHostKey>

/** Signs sessions and encrypts credentials. @throws StartFailure for an invalid or unwritable file, or when `given` is another key */
export function openHostKey(dataDir: string, given?: string) {
  const path = join(dataDir, 'host.key')
  const text = orStartFailure(path, () => {
    if (!existsSync(path))
      writeFileSync(path, given ?? randomBytes(keyBytes).toString('base64'), { mode: 0o600, flag: 'wx' })
    return readFileSync(path, 'utf8')
  })
  const secret = Buffer.from(text, 'base64')
  if (!isHostKey(text))
    throw new StartFailure(
      `${path} is not a host key. Put its backup back: without it nobody stays signed in and sealed secrets are lost.`,
    )
  if (given !== undefined && !secret.equals(Buffer.from(given, 'base64'))) {
    throw new StartFailure(
      `${path} is another key than HOST_KEY. What it has sealed could not be opened with HOST_KEY.`,
    )
  }
  // Derives one key per purpose (RFC 5869), so that a session key cannot decrypt a secret.
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, keyBytes))
  const sealing = derive('seal')

  return {
    /** Tells hosts apart, and nothing about the key. */
    hostId: derive('host id').toString('hex').slice(0, 16),
    sessionSecret: derive('session').toString('base64'),
    linkSecret: derive('link'),
    sealingKey: sealing,
    pushSecret: derive('push'),
    ...createSigner(derive('sign')),
    ...createSealer(sealing),
  }
}

/** RFC 8410: the private key's 32 bytes follow it. */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Ed25519, so that whoever has the public key can check what the host states. */
function createSigner(seed: Uint8Array) {
  const key = createPrivateKey({ key: Buffer.concat([ed25519Prefix, seed]), format: 'der', type: 'pkcs8' })
  return {
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (text: string) => sign(null, Buffer.from(text), key).toString('base64'),
  }
}

/** @param publicKey as `publicKey` of a host key. False for what is no key and no signature, too. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

export const isHostKey = (text: string) => Buffer.from(text, 'base64').length === keyBytes

export function createSealer(key: Uint8Array) {
  return {
    /** AES-256-GCM with a random nonce. */
    seal(text: string) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    /** @throws Error when altered or encrypted with another key */
    unseal(sealed: string) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}
