import { createECDH, hkdfSync } from 'node:crypto'

/** By which push services know the host: P-256, base64url (RFC 8292). */
export interface PushKeys {
  publicKey: string
  privateKey: string
  /** Whom a push service may ask: an address of the web or of mail. */
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
      // One of 2^32 texts of 32 bytes is no key.
      pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', `p256 ${attempt}`, 32)))
      break
    } catch {
      continue
    }
  }
  const text = (bytes: Buffer) => bytes.toString('base64url')
  return { publicKey: text(pair.getPublicKey()), privateKey: text(pair.getPrivateKey()), subject }
}
