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
import { decryptStep, encryptStep } from './signal-ciphers'

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

/** The same step by the Rust library alone. */
async function stepOfLibrary(
  own: OwnKeys,
  preKey: Pair | undefined,
  before: Uint8Array | undefined,
  of: PeerCiphertext,
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
  const cipher = new SessionCipher(storage, new ProtocolAddress('peer', 0))
  const plaintext =
    of.type === 'pkmsg'
      ? await cipher.decryptPreKeyWhisperMessage(of.ciphertext)
      : await cipher.decryptWhisperMessage(of.ciphertext)
  return { plaintext: Buffer.from(plaintext).toString(), used, session: session ?? Buffer.alloc(0) }
}

const rootKey = 4
const senderChain = 6

/** What the session's key pair, which is new in each, does not decide. */
function decidedBySender(record: Uint8Array) {
  const fields = decodeFields(decodeRecord(record).current ?? Buffer.alloc(0))
  return fields
    .filter(([number]) => number !== rootKey && number !== senderChain)
    .map(([number, value]) => `${number} ${typeof value === 'number' ? value : Buffer.from(value).toString('hex')}`)
    .filter((field) => field !== '5 0')
    .sort()
}

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
        const answer = await encryptStep(own, Buffer.from(`resposta ${turn}`), session)
        session = answer.session
        expect(await peer.decrypt(answer)).toBe(`resposta ${turn}`)
      }
    }
    expect(decidedBySender(session ?? Buffer.alloc(0)).filter((field) => field.startsWith('7 '))).toHaveLength(5)
  })
}

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
