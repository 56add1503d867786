import { Curve, generateSignalPubKey, initAuthCreds } from '@whiskeysockets/baileys'
import { expect, test } from 'bun:test'
import { ProtocolAddress, SessionCipher, type SignalStorage } from 'whatsapp-rust-bridge'
import {
  createSignalPeer,
  newPeerState,
  type PeerCiphertext,
} from '../../../testing/services/whatsapp-server/signal/signal-peer'
import { bytesField, decodeFields } from './protobuf'
import { decodeRecord } from './session-record'
import type { OwnKeys } from './ratchet'
import { beginStep, decryptStep, encryptStep, SignalError } from './signal-ciphers'

type Pair = OwnKeys['identity']

const pairOf = (pair: { public: Uint8Array; private: Uint8Array }): Pair => ({
  pubKey: generateSignalPubKey(pair.public),
  privKey: pair.private,
})

function createShop() {
  const { signedIdentityKey, signedPreKey, registrationId } = initAuthCreds()
  const keyPair = pairOf(signedPreKey.keyPair)
  const { keyId, signature } = signedPreKey
  const own: OwnKeys = {
    registrationId,
    identity: pairOf(signedIdentityKey),
    signedPreKey: keyPair,
  }
  const preKey = pairOf(Curve.generateKeyPair())
  const bundle = {
    registrationId,
    identityKey: Buffer.from(own.identity.pubKey),
    signedPreKey: { keyId, publicKey: Buffer.from(keyPair.pubKey), signature: Buffer.from(signature) },
    preKey: { keyId: 9, publicKey: Buffer.from(preKey.pubKey) },
  }
  return { own, preKey, bundle }
}

/** Runs a step of the Rust library alone. */
async function inLibrary<T>(
  own: OwnKeys,
  { preKey, before }: { preKey?: Pair | undefined; before: Uint8Array | undefined },
  step: (cipher: SessionCipher) => Promise<T>,
) {
  let session = before
  let used = false
  const storage = {
    loadSession: () => session,
    storeSession: (_, record) => void (session = record.serialize()),
    getOurIdentity: () => own.identity,
    getOurRegistrationId: () => own.registrationId,
    isTrustedIdentity: () => true,
    loadPreKey: () => preKey,
    removePreKey: () => void (used = true),
    loadSignedPreKey: () => ({ keyId: 1, keyPair: own.signedPreKey, signature: Buffer.alloc(64) }),
    loadSenderKey: () => undefined,
    storeSenderKey() {},
  } satisfies SignalStorage
  const result = await step(new SessionCipher(storage, new ProtocolAddress('peer', 0)))
  return { result, used, session: session ?? Buffer.alloc(0) }
}

async function stepOfLibrary(
  own: OwnKeys,
  preKey: Pair | undefined,
  before: Uint8Array | undefined,
  { type, ciphertext }: PeerCiphertext,
) {
  const { result, used, session } = await inLibrary(own, { preKey, before }, (cipher) =>
    type === 'pkmsg' ? cipher.decryptPreKeyWhisperMessage(ciphertext) : cipher.decryptWhisperMessage(ciphertext),
  )
  return { plaintext: Buffer.from(result).toString(), used, session }
}

/** Writes as the Rust library does, to the byte. */
async function answerAsLibrary(own: OwnKeys, text: string, session: Uint8Array | undefined) {
  const answer = await encryptStep(Buffer.from(text), session)
  const expected = await inLibrary(own, { before: session }, (cipher) => cipher.encrypt(Buffer.from(text)))
  const { type, body } = expected.result
  expect(Buffer.from(answer.ciphertext).toString('hex')).toBe(Buffer.from(body).toString('hex'))
  expect(answer.type).toBe(type === 3 ? 'pkmsg' : 'msg')
  expect(fieldsOf(answer.session)).toEqual(fieldsOf(expected.session))
  return answer
}

const rootKey = 4
const senderChain = 6

function fieldsOf(record: Uint8Array) {
  return decodeFields(decodeRecord(record).current ?? Buffer.alloc(0))
    .map(([number, value]) => `${number} ${typeof value === 'number' ? value : Buffer.from(value).toString('hex')}`)
    .filter((field) => field !== '5 0')
    .sort()
}

/** What the session's key pair, which is new in each, does not decide. */
const decidedBySender = (record: Uint8Array) =>
  fieldsOf(record).filter((field) => !field.startsWith(`${rootKey} `) && !field.startsWith(`${senderChain} `))

function senderPair(record: Uint8Array) {
  const chain = decodeFields(
    bytesField(decodeFields(decodeRecord(record).current ?? Buffer.alloc(0)), senderChain) ?? Buffer.alloc(0),
  )
  return [bytesField(chain, 1), bytesField(chain, 2)].map((key) => Buffer.from(key ?? []))
}

for (const withPreKey of [true, false]) {
  test(`begins a session and turns its ratchet as the Rust library does, ${withPreKey ? 'with' : 'without'} a pre-key`, async () => {
    const { own, preKey, bundle } = createShop()
    const peer = createSignalPeer(newPeerState(77))
    await peer.begin(withPreKey ? bundle : { ...bundle, preKey: undefined as never })
    let session: Uint8Array | undefined
    for (let turn = 0; turn < 9; turn++) {
      for (let said = 0; said <= turn % 3; said++) {
        const text = `${turn} ${said}`
        // Lost, so that a key is passed over.
        if (turn % 4 === 2) await peer.encrypt('perdida')
        const message = await peer.encrypt(text)
        const step = await decryptStep(own, message, { session, preKey: withPreKey ? preKey : undefined })
        const expected = await stepOfLibrary(own, preKey, session, message)
        expect([Buffer.from(step.plaintext).toString(), expected.plaintext]).toEqual([text, text])
        expect(step.usedPreKey).toBe(expected.used)
        expect(decidedBySender(step.session)).toEqual(decidedBySender(expected.session))
        session = step.session
      }
      const [shown, kept] = senderPair(session ?? Buffer.alloc(0))
      const other = Curve.generateKeyPair()
      expect(Curve.sharedKey(kept ?? Buffer.alloc(0), other.public)).toEqual(
        Curve.sharedKey(other.private, (shown ?? Buffer.alloc(0)).subarray(1)),
      )
      for (let answered = 0; answered <= turn % 2; answered++) {
        const answer = await answerAsLibrary(own, `resposta ${turn}`, session)
        session = answer.session
        expect(await peer.decrypt(answer)).toBe(`resposta ${turn}`)
      }
    }
    expect(decidedBySender(session ?? Buffer.alloc(0)).filter((field) => field.startsWith('7 '))).toHaveLength(5)
  })
}

test('reads late messages once, and writes the first ones of a session, as the Rust library does', async () => {
  const { own } = createShop()
  const peer = createSignalPeer(newPeerState(79))
  let session: Uint8Array | undefined = await beginStep(own, peer.bundle, undefined)
  for (const text of ['oi', 'tudo bem?', 'a'.repeat(5000), '']) {
    const first = await answerAsLibrary(own, text, session)
    session = first.session
    expect([first.type, await peer.decrypt(first)]).toEqual(['pkmsg', text])
  }
  const sent: PeerCiphertext[] = []
  for (let at = 0; at < 12; at++) sent.push(await peer.encrypt(`mensagem ${at}`))
  for (const at of [4, 1, 11, 0, 7, 6, 2]) {
    const message = sent[at] as PeerCiphertext
    const step = await decryptStep(own, message, { session })
    const expected = await stepOfLibrary(own, undefined, session, message)
    expect([Buffer.from(step.plaintext).toString(), expected.plaintext]).toEqual([`mensagem ${at}`, `mensagem ${at}`])
    expect(decidedBySender(step.session)).toEqual(decidedBySender(expected.session))
    session = step.session
  }
  for (const at of [4, 0, 11, 7]) {
    const again = decryptStep(own, sent[at] as PeerCiphertext, { session })
    expect(await again.then(() => 'read', String)).toContain('No matching session')
  }
  expect((await answerAsLibrary(own, 'resposta', session)).type).toBe('msg')
})

test('reads no message of another version or with a changed byte', async () => {
  const { own } = createShop()
  const peer = createSignalPeer(newPeerState(80))
  const first = await encryptStep(Buffer.from('oi'), await beginStep(own, peer.bundle, undefined))
  await peer.decrypt(first)
  const { type, ciphertext } = await peer.encrypt('um texto')
  const read = (bytes: Uint8Array) =>
    decryptStep(own, { type, ciphertext: bytes }, { session: first.session }).then(
      ({ plaintext }) => Buffer.from(plaintext).toString(),
      (error: unknown) => (error instanceof SignalError ? 'refused' : String(error)),
    )
  for (let at = 0; at < ciphertext.length; at++) {
    const changed = Buffer.from(ciphertext)
    changed[at] = (changed[at] ?? 0) ^ (at === 0 ? 0x10 : 1)
    expect([at, await read(changed)]).toEqual([at, 'refused'])
  }
  for (let length = 0; length < ciphertext.length; length++) {
    expect(await read(ciphertext.subarray(0, length))).toBe('refused')
  }
  expect(await read(ciphertext)).toBe('um texto')
})

test('begins no session with a pre-key that is gone, a changed key or a point that is no key', async () => {
  const { own, preKey, bundle } = createShop()
  const peer = createSignalPeer(newPeerState(78))
  await peer.begin(bundle)
  const message = await peer.encrypt('oi')
  const failed = (ciphertext: Uint8Array, pair: Pair | undefined) =>
    decryptStep(own, { type: 'pkmsg', ciphertext }, { session: undefined, preKey: pair }).then(
      () => 'read',
      (error: unknown) => String(error),
    )
  const peerKey = Buffer.from(peer.state.identity.public, 'base64')
  const at = Buffer.from(message.ciphertext).indexOf(peerKey)
  const changed = Buffer.from(message.ciphertext)
  changed[at + 3] = (changed[at + 3] ?? 0) ^ 1
  const zero = Buffer.from(message.ciphertext)
  zero.fill(0, at, at + 32)
  expect(await failed(message.ciphertext, undefined)).toContain('No matching session')
  expect(await failed(message.ciphertext, pairOf(Curve.generateKeyPair()))).toContain('No matching session')
  expect(await failed(changed, preKey)).toContain('No matching session')
  expect(await failed(zero, preKey)).not.toBe('read')
  expect(await failed(message.ciphertext, preKey)).toBe('read')
})
