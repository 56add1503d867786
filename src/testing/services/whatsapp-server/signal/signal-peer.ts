import { BufferJSON, Curve, generateSignalPubKey, signedKeyPair } from '@whiskeysockets/baileys'
import { GroupCipher, GroupSessionBuilder } from '@whiskeysockets/baileys/lib/Signal/Group/index.js'
import { SenderKeyDistributionMessage } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-distribution-message.js'
import { SenderKeyName } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-name.js'
import { SenderKeyRecord } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-record.js'
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord } from 'libsignal'
import { decryptInAnySession } from '../phone/decrypt-in-any-session'
import { quietLibsignal } from './quiet-libsignal'

export interface PeerCiphertext {
  type: 'pkmsg' | 'msg'
  ciphertext: Uint8Array
}

interface Keys {
  private: string
  public: string
}

export interface PeerState {
  session?: unknown
  senderKeys: { [name: string]: string }
  identity: Keys
  signedPreKey: Keys
  preKey: Keys
  registrationId: number
}

const base64 = (pair: { private: Uint8Array; public: Uint8Array }): Keys => ({
  private: Buffer.from(pair.private).toString('base64'),
  public: Buffer.from(pair.public).toString('base64'),
})

export function newPeerState(registrationId: number): PeerState {
  const identity = Curve.generateKeyPair()
  const signedPreKey = signedKeyPair(identity, 1).keyPair
  const preKey = Curve.generateKeyPair()
  return {
    senderKeys: {},
    registrationId,
    identity: base64(identity),
    signedPreKey: base64(signedPreKey),
    preKey: base64(preKey),
  }
}

type Bundle = Parameters<SessionBuilder['initOutgoing']>[0]

/** The other side of one conversation, by libsignal's JavaScript, which is independent of the product's implementation. */
export function createSignalPeer(state: PeerState, group = 'group') {
  quietLibsignal()
  const { storage, session } = createStorage(state)
  const signature = Curve.sign(Buffer.from(state.identity.private, 'base64'), prefixed(state.signedPreKey))
  // libsignal queues work by address across the process, so each peer needs its own.
  const address = new ProtocolAddress(`shop-${crypto.randomUUID()}`, 1)
  const cipher = new SessionCipher(storage, address)
  const own = new SenderKeyName(group, { id: 'peer', deviceId: 0, toString: () => 'peer.0' })
  const shop = new SenderKeyName(group, { id: 'shop', deviceId: 1, toString: () => 'shop.1' })

  return {
    state,
    bundle: {
      registrationId: state.registrationId,
      identityKey: prefixed(state.identity),
      signedPreKey: { keyId: 1, publicKey: prefixed(state.signedPreKey), signature: Buffer.from(signature) },
      preKey: { keyId: 5, publicKey: prefixed(state.preKey) },
    },
    begin: (bundle: Bundle) => new SessionBuilder(storage, address).initOutgoing(bundle),
    async encrypt(text: string): Promise<PeerCiphertext> {
      const { type, body } = await cipher.encrypt(Buffer.from(text))
      return { type: type === 3 ? 'pkmsg' : 'msg', ciphertext: Buffer.from(body, 'binary') }
    },
    async decrypt({ type, ciphertext }: PeerCiphertext): Promise<string> {
      const bytes = Buffer.from(ciphertext)
      const plaintext =
        type === 'pkmsg'
          ? await cipher.decryptPreKeyWhisperMessage(bytes)
          : await decryptInAnySession(cipher, session, bytes)
      return plaintext.toString()
    },
    async takeSenderKey(distribution: Uint8Array) {
      const message = new SenderKeyDistributionMessage(null, null, null, null, distribution)
      await new GroupSessionBuilder(storage).process(shop, message)
    },
    /** Encrypts with the peer's own key of the group, and returns the message that distributes that key. */
    async encryptInGroup(text: string) {
      const distribution = (await new GroupSessionBuilder(storage).create(own)).serialize()
      return { distribution, ciphertext: await new GroupCipher(storage, own).encrypt(Buffer.from(text)) }
    },
    async decryptInGroup(ciphertext: Uint8Array): Promise<string> {
      return Buffer.from(await new GroupCipher(storage, shop).decrypt(Buffer.from(ciphertext))).toString()
    },
  }
}

const pair = (keys: Keys) => ({
  privKey: Buffer.from(keys.private, 'base64'),
  pubKey: Buffer.from(keys.public, 'base64'),
})
const prefixed = (keys: Keys) => Buffer.from(generateSignalPubKey(Buffer.from(keys.public, 'base64')))

function createStorage(state: PeerState) {
  const session = {
    load: async () =>
      state.session ? SessionRecord.deserialize(structuredClone(state.session) as Uint8Array) : undefined,
    store: async (record: SessionRecord) => void (state.session = record.serialize()),
  }
  const storage = {
    loadSession: session.load,
    storeSession: (_id: string, record: SessionRecord) => session.store(record),
    isTrustedIdentity: () => true,
    loadPreKey: async () => pair(state.preKey),
    removePreKey() {},
    loadSignedPreKey: () => pair(state.signedPreKey),
    getOurRegistrationId: () => state.registrationId,
    getOurIdentity: () => ({ privKey: pair(state.identity).privKey, pubKey: prefixed(state.identity) }),
    async loadSenderKey(name: SenderKeyName) {
      const stored = state.senderKeys[name.toString()]
      return stored ? SenderKeyRecord.deserialize(Buffer.from(stored)) : new SenderKeyRecord()
    },
    async storeSenderKey(name: SenderKeyName, record: SenderKeyRecord) {
      state.senderKeys[name.toString()] = JSON.stringify(record.serialize(), BufferJSON.replacer)
    },
  }
  return { storage, session }
}
