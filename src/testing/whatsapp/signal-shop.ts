import {
  addTransactionCapability,
  type AuthenticationCreds,
  BufferJSON,
  generateSignalPubKey,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys'
import { baileysLogger } from '../../channel/whatsapp/session/log-adapter'
import { createFilingRepository, createSignalRepository } from '../../channel/whatsapp/signal/signal-repository'
import type { PeerCiphertext } from '../services/whatsapp-server/signal/signal-peer'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
export const jid = '914337295945202@lid'

interface RepositoryOptions {
  /** Known ciphertexts. If set, decrypted messages are filed. */
  isKnown?: (ciphertext: Uint8Array) => boolean
  creds?: AuthenticationCreds
  /** Records as stored, by category and id. */
  records?: Map<string, unknown>
}

/** Creates a repository that stores its records as JSON, like a company's file. */
export function createTestRepository({
  isKnown,
  creds = initAuthCreds(),
  records = new Map(),
}: RepositoryOptions = {}) {
  creds.me ??= { id: '5511900000001:1@s.whatsapp.net', lid: '700000000000001:1@lid' }
  const set = (data: SignalDataSet) => {
    for (const [type, values] of Object.entries(data)) {
      for (const [id, value] of Object.entries(values ?? {})) {
        if (value === null) records.delete(`${type}/${id}`)
        else records.set(`${type}/${id}`, JSON.stringify(value, BufferJSON.replacer))
      }
    }
  }
  const read = (type: string, id: string): unknown => {
    const text = records.get(`${type}/${id}`)
    return text === undefined ? undefined : JSON.parse(String(text), BufferJSON.reviver)
  }
  const logger = baileysLogger(silent as never, {})
  const get = <Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) =>
    Object.fromEntries(ids.map((id) => [id, read(type, id)])) as { [id: string]: SignalDataTypeMap[Type] }
  const keys = addTransactionCapability({ get, set }, logger, { maxCommitRetries: 1, delayBetweenTriesMs: 1 })
  const watch = isKnown && {
    filingOf: async () => undefined,
    unreadable: async () => {},
    attempted: () => {},
    isKnown: async (ciphertext: Uint8Array) => isKnown(ciphertext),
  }
  const create = watch ? createFilingRepository(watch, set) : createSignalRepository(set)
  const repository = create({ creds, keys }, logger)

  return {
    repository,
    keys,
    records,
    session: (of = jid) => records.get(`session/${of.replace(/@lid$/, '_1.0')}`),
    async read({ type, ciphertext }: PeerCiphertext, from = jid) {
      return Buffer.from(await repository.decryptMessage({ jid: from, type, ciphertext })).toString()
    },
    say: (text: string, to = jid) => repository.encryptMessage({ jid: to, data: Buffer.from(text) }),
    bundle: {
      registrationId: creds.registrationId,
      identityKey: Buffer.from(generateSignalPubKey(creds.signedIdentityKey.public)),
      signedPreKey: {
        keyId: creds.signedPreKey.keyId,
        publicKey: Buffer.from(generateSignalPubKey(creds.signedPreKey.keyPair.public)),
        signature: Buffer.from(creds.signedPreKey.signature),
      },
      preKey: undefined as never,
    },
  }
}
