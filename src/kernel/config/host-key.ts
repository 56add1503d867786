import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { orStartFailure, StartFailure } from '../start-failure'

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

export type HostKey = ReturnType<typeof openHostKey>

/** Signs sessions and encrypts credentials. @throws StartFailure when the file is not a key or cannot be written */
export function openHostKey(dataDir: string) {
  const path = join(dataDir, 'host.key')
  const text = orStartFailure(path, () => {
    if (!existsSync(path)) writeFileSync(path, randomBytes(keyBytes).toString('base64'), { mode: 0o600, flag: 'wx' })
    return readFileSync(path, 'utf8')
  })
  const secret = Buffer.from(text, 'base64')
  if (!isHostKey(text))
    throw new StartFailure(
      `${path} is not a host key. Put its backup back: without it nobody stays signed in and sealed secrets are lost.`,
    )
  // Derives one key per purpose (RFC 5869), so that a session key cannot decrypt a secret.
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, keyBytes))
  const sealing = derive('seal')

  return {
    sessionSecret: derive('session').toString('base64'),
    linkSecret: derive('link'),
    sealingKey: sealing,
    ...createSealer(sealing),
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
