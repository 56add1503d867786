import {
  generateSignalPubKey,
  jidDecode,
  type SignalAuthState,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
  WAJIDDomains,
  type SignalRepositoryWithLIDStore,
} from '@whiskeysockets/baileys'
import { convertSenderKey, convertSession, isLegacySenderKey, isLegacySession } from './legacy-sessions'
import type { OwnKeys } from './ratchet'

export type SignalRecords = ReturnType<typeof createSignalRecords>

export function createSignalRecords({ creds, keys }: SignalAuthState, lidMapping: LidMapping) {
  const store = keys as SignalKeyStoreWithTransaction
  const write = store.set.bind(store)

  const own = (): OwnKeys => {
    const { signedIdentityKey, signedPreKey, registrationId } = creds
    return {
      registrationId,
      identity: pairOf(signedIdentityKey),
      signedPreKey: pairOf(signedPreKey.keyPair),
    }
  }

  function decodeSession(stored: unknown): Uint8Array | undefined {
    if (stored instanceof Uint8Array) return stored
    if (!isLegacySession(stored)) return undefined
    const { identity, registrationId } = own()
    return convertSession(stored, { publicKey: identity.pubKey, registrationId })
  }

  return {
    own,
    /** Under the LID once that is known. */
    async sessionId(jid: string): Promise<string> {
      const { domainType } = decodeJid(jid)
      if (domainType === WAJIDDomains.LID || domainType === WAJIDDomains.HOSTED_LID) return signalAddress(jid)
      const lid = await lidMapping.getLIDForPN(jid)
      return signalAddress(lid ?? jid)
    },
    async session(id: string): Promise<Uint8Array | undefined> {
      const { [id]: stored } = await store.get('session', [id])
      return decodeSession(stored)
    },
    async preKey(id: number | undefined) {
      if (id === undefined) return undefined
      const { [String(id)]: pair } = await store.get('pre-key', [String(id)])
      return pair && pairOf(pair)
    },
    async identityKey(id: string): Promise<Uint8Array | undefined> {
      const { [id]: stored } = await store.get('identity-key', [id])
      return stored
    },
    async senderKey(id: string): Promise<Uint8Array | undefined> {
      const { [id]: stored } = await store.get('sender-key', [id])
      return stored && isLegacySenderKey(stored) ? convertSenderKey(stored) : stored
    },
    async deviceNumbers(user: string): Promise<string[]> {
      const { [user]: devices } = await store.get('device-list', [user])
      return devices ?? []
    },
    write: async (data: SignalDataSet) => write(data),
  }
}

const pairOf = (pair: { public: Uint8Array; private: Uint8Array }) => ({
  pubKey: generateSignalPubKey(pair.public),
  privKey: pair.private,
})

function decodeJid(jid: string) {
  const decoded = jidDecode(jid)
  if (!decoded?.user) throw new Error(`Not the jid of a device: ${jid}`)
  return decoded
}

export function signalAddress(jid: string): string {
  const { user, domainType, device = 0, server } = decodeJid(jid)
  if (device === 99 && server !== 'hosted' && server !== 'hosted.lid') {
    throw new Error(`No device of a person has the number 99: ${jid}`)
  }
  return `${domainType === WAJIDDomains.WHATSAPP ? user : `${user}_${domainType}`}.${device}`
}

export const senderKeyId = (group: string, jid: string) => `${group}::${signalAddress(jid).replace('.', '::')}`

export type LidMapping = SignalRepositoryWithLIDStore['lidMapping']
