import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  type KeyPair,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from '@whiskeysockets/baileys'

const NO_DATA = Buffer.alloc(0)

/** Cipher state of the responder's side of `Noise_XX_25519_AESGCM_SHA256`. */
interface Handshake {
  hash: Buffer
  salt: Buffer
  key: Buffer
  counter: number
  ephemeral: KeyPair
}

export interface NoiseTransport {
  encrypt(plaintext: Uint8Array): Buffer
  decrypt(ciphertext: Uint8Array): Buffer
}

/** The client's identity and settings, sent at the end of the handshake. */
interface ClientIntroduction {
  transport: NoiseTransport
  staticKey: Buffer
  payload: proto.IClientPayload
}

/** The responder after it answered the client's hello. */
export interface PendingNoise {
  /** Frame payload to send back. */
  serverHello: Uint8Array
  /** Takes the client's second message; throws when it does not authenticate. */
  finish(clientMessage: Uint8Array): ClientIntroduction
}

/** Answers a client's hello: first half of the handshake. */
export function answerClientHello(clientMessage: Uint8Array, staticKeys: KeyPair): PendingNoise {
  const clientEphemeral = proto.HandshakeMessage.decode(clientMessage).clientHello?.ephemeral
  if (!clientEphemeral) throw new Error('Client hello without an ephemeral key')

  const handshake = startHandshake(clientEphemeral)
  mixHash(handshake, handshake.ephemeral.public)
  mixKey(handshake, Curve.sharedKey(handshake.ephemeral.private, clientEphemeral))
  const encryptedStatic = encrypt(handshake, staticKeys.public)
  mixKey(handshake, Curve.sharedKey(staticKeys.private, clientEphemeral))
  const certificate = encrypt(handshake, RECORDED_CERTIFICATE_CHAIN)

  const serverHello = proto.HandshakeMessage.encode({
    serverHello: { ephemeral: handshake.ephemeral.public, static: encryptedStatic, payload: certificate },
  }).finish()
  return { serverHello, finish: (message) => finishHandshake(handshake, message) }
}

function finishHandshake(handshake: Handshake, clientMessage: Uint8Array): ClientIntroduction {
  const finish = proto.HandshakeMessage.decode(clientMessage).clientFinish
  if (!finish?.static || !finish.payload) throw new Error('Client finish without static key or payload')

  const staticKey = decrypt(handshake, finish.static)
  mixKey(handshake, Curve.sharedKey(handshake.ephemeral.private, staticKey))
  const payload = proto.ClientPayload.decode(decrypt(handshake, finish.payload))
  const [fromClient, toClient] = deriveKeys(NO_DATA, handshake.salt)
  return { transport: createTransport(toClient, fromClient), staticKey, payload }
}

function startHandshake(clientEphemeral: Uint8Array): Handshake {
  // The protocol name is exactly 32 bytes, so it is the first hash itself.
  const hash = Buffer.from(NOISE_MODE)
  const handshake = { hash, salt: hash, key: hash, counter: 0, ephemeral: Curve.generateKeyPair() }
  mixHash(handshake, NOISE_WA_HEADER)
  mixHash(handshake, clientEphemeral)
  return handshake
}

function mixHash(handshake: Handshake, data: Uint8Array): void {
  handshake.hash = sha256(Buffer.concat([handshake.hash, data]))
}

function mixKey(handshake: Handshake, secret: Uint8Array): void {
  const [salt, key] = deriveKeys(secret, handshake.salt)
  handshake.salt = salt
  handshake.key = key
  handshake.counter = 0
}

function deriveKeys(secret: Uint8Array, salt: Buffer): [Buffer, Buffer] {
  const keys = Buffer.from(hkdf(Buffer.from(secret), 64, { salt, info: '' }))
  return [keys.subarray(0, 32), keys.subarray(32)]
}

function encrypt(handshake: Handshake, plaintext: Uint8Array): Buffer {
  const ciphertext = aesEncryptGCM(plaintext, handshake.key, nonce(handshake.counter++), handshake.hash)
  mixHash(handshake, ciphertext)
  return ciphertext
}

function decrypt(handshake: Handshake, ciphertext: Uint8Array): Buffer {
  const plaintext = aesDecryptGCM(ciphertext, handshake.key, nonce(handshake.counter++), handshake.hash)
  mixHash(handshake, ciphertext)
  return plaintext
}

function createTransport(encryptionKey: Buffer, decryptionKey: Buffer): NoiseTransport {
  let sent = 0
  let received = 0
  return {
    encrypt: (plaintext) => aesEncryptGCM(plaintext, encryptionKey, nonce(sent++), NO_DATA),
    decrypt: (ciphertext) => aesDecryptGCM(ciphertext, decryptionKey, nonce(received++), NO_DATA),
  }
}

function nonce(counter: number): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}

/**
 * A chain recorded from a real WhatsApp server, as published with `@openclaw/crabline`; public data only. Clients check that WhatsApp's
 * long-term key has signed it, but do not compare the leaf certificate with the server's static key.
 */
const RECORDED_CERTIFICATE_CHAIN: Uint8Array = Buffer.from(
  'CncKMwjjAhADGiCRKg7Kg1iu4CSulwLBaxX51Tefw6VXGgZqcr5OEbXIRiDQ04bOBijQjZ/TBhJA34Bj82jAHhLpCWBNVBlGnFDieamd8+138S57' +
    'uMt9ke9mrn5r4+VepwBPKEgHjob6bR70rlCmWDkxZv+CfVjIAxJ2CjIIAxAAGiAcUamsMDmUxsjQuS6hh4pTNHZZnMWZ++o1mX2aqQzOYiCAka6+' +
    'Bij/3rfcBhJAJw8pRkhTn+1IcOJQVN1OlZg6uikYnCumyO7acFVVX3U3QPXsGSq2TCbCbWrebSC593Su43EgprIDlfU8ZgWFBw==',
  'base64',
)
