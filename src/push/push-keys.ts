import { createECDH, hkdfSync } from 'node:crypto'

/** By which push services know the host: P-256, base64url (RFC 8292). */
export interface PushKeys {
  publicKey: string
  privateKey: string
  /** Contact of the host for push services: an https: or mailto: address (RFC 8292, section 2.1). */
  subject: string
}

declare module '../kernel/company/company-files' {
  interface CompanyServices {
    pushKeys: PushKeys
  }
}

/** The same for each start and each node of a host, as `secret` is. */
export function createPushKeys(secret: Uint8Array, subject: string): PushKeys {
  const pair = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    try {
      // About one in 2^32 random values is no valid P-256 key.
      pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', `p256 ${attempt}`, 32)))
      break
    } catch {
      continue
    }
  }
  const text = (bytes: Buffer) => bytes.toString('base64url')
  return { publicKey: text(pair.getPublicKey()), privateKey: text(pair.getPrivateKey()), subject }
}
