import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** From Web Authentication Level 3 (W3C, sections 5.8.1, 6.1, 6.5.4, 8.7) and RFC 9052 for the key, without the product's library. */
export function createAuthenticator(origin: string, userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const rpId = new URL(origin).hostname
  let handle = ''
  let counter = 0

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  function authenticatorData(flags: number, attested = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, attested])
  }

  /** COSE_Key of ES256: kty 2, alg -7, crv 1, x, y. */
  function coseKey() {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(x),
      Buffer.from([0x22]),
      bytes(y),
    ])
  }

  const text = (bytes: Buffer) => bytes.toString('base64url')
  const named = { id: text(id), rawId: text(id), type: 'public-key' as const }

  return {
    headers: { origin, 'user-agent': userAgent },
    /** `isVerified`: the owner gave a PIN, a finger or a face. */
    create(
      { challenge, user }: { challenge: string; user: { id: string } },
      { from = origin, isVerified = true } = {},
    ) {
      handle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey()])
      const data = authenticatorData(0x41 | (isVerified ? 0x04 : 0), attested)
      const dataLength = Buffer.alloc(2)
      dataLength.writeUInt16BE(data.length)
      // {"fmt": "none", "attStmt": {}, "authData": …}
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x59]),
        dataLength,
        data,
      ])
      const clientDataJSON = text(clientData('webauthn.create', challenge, from))
      return { ...named, response: { clientDataJSON, attestationObject: text(attestationObject) } }
    },
    get({ challenge }: { challenge: string }, { from = origin, isVerified = true, userHandle = handle } = {}) {
      const data = authenticatorData(0x01 | (isVerified ? 0x04 : 0))
      const client = clientData('webauthn.get', challenge, from)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const signature = sign('sha256', signed, privateKey)
      const response = { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) }
      return { ...named, response: { ...response, userHandle } }
    },
  }
}
