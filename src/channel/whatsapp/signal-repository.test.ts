import {
  addTransactionCapability,
  Curve,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
  signedKeyPair,
  generateSignalPubKey,
} from '@whiskeysockets/baileys'
import { expect, test } from 'bun:test'
import { baileysLogger } from './log-adapter'
import { type DecryptionWatch, watchedSignalRepository } from './signal-repository'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const jid = '914337295945202@lid'

function createRepository(watch: Partial<DecryptionWatch> = {}) {
  const stored = new Map<string, unknown>()
  const set = (data: SignalDataSet) => {
    for (const [type, records] of Object.entries(data)) {
      for (const [id, value] of Object.entries(records ?? {})) stored.set(`${type}/${id}`, value)
    }
  }
  const logger = baileysLogger(silent as never, {})
  const get = <Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) =>
    Object.fromEntries(ids.map((id) => [id, stored.get(`${type}/${id}`)])) as { [id: string]: SignalDataTypeMap[Type] }
  const keys = addTransactionCapability({ get, set }, logger, { maxCommitRetries: 1, delayBetweenTriesMs: 1 })
  const make = watchedSignalRepository({
    payloadOf: async () => undefined,
    attempted: () => {},
    isKnown: () => false,
    storeNow: set,
    ...watch,
  })
  const repository = make({ creds: initAuthCreds(), keys }, logger)
  return { repository, keys, session: () => JSON.stringify(stored.get('session/914337295945202_1.0')) }
}

async function bundle() {
  const identity = Curve.generateKeyPair()
  const signed = signedKeyPair(identity, 1)
  return {
    registrationId: 1,
    identityKey: generateSignalPubKey(identity.public),
    signedPreKey: { keyId: 1, publicKey: generateSignalPubKey(signed.keyPair.public), signature: signed.signature },
    preKey: { keyId: 2, publicKey: generateSignalPubKey(Curve.generateKeyPair().public) },
  }
}

test('the step that encrypts is stored before what it encrypted can leave', async () => {
  const { repository, keys, session } = createRepository()
  await repository.injectE2ESession({ jid, session: await bundle() })
  const before = session()
  await keys.transaction(async () => {
    await repository.encryptMessage({ jid, data: Buffer.from('Olá') })
    expect(session()).not.toBe(before)
  }, 'a send of Baileys')
})

test('what was read before is acknowledged as empty; what was not stays unreadable', async () => {
  const ciphertext = Buffer.from([0x33, 1, 2, 3])
  const known = createRepository({ isKnown: (bytes) => bytes === ciphertext })
  const read = await known.repository.decryptMessage({ jid, type: 'msg', ciphertext })
  expect(read.every((byte) => byte === read.length)).toBe(true)
  expect(createRepository().repository.decryptMessage({ jid, type: 'msg', ciphertext })).rejects.toThrow()
})
