import {
  isHostedLidUser,
  isHostedPnUser,
  isLidUser,
  isPnUser,
  type SignalAuthState,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
  type SocketConfig,
  jidDecode,
  transferDevice,
} from '@whiskeysockets/baileys'
import { LIDMappingStore } from '@whiskeysockets/baileys/lib/Signal/lid-mapping.js'
import { type DecryptionWatch, fileWithRatchet } from './file-with-ratchet'
import { outliveTransactions } from './ended-transactions'
import { createMutex } from '../../../kernel/job/limiter'
import { createLeastRecentlyUsed } from '../least-recently-used'
import {
  beginStep,
  decryptStep,
  distributeStep,
  encryptStep,
  groupDecryptStep,
  groupEncryptStep,
  SignalError,
  takeSenderKeyStep,
} from './signal-ciphers'
import {
  decodeRecord,
  describeSession,
  encodeRecord,
  readPreKeyMessage,
  sameBytes,
  sessionsOf,
  type SessionRecord,
} from './session-record'
import { createSignalRecords, senderKeyId, signalAddress, type SignalRecords, type LidMapping } from './signal-records'

const joinRecords = (existing: SessionRecord, moved: SessionRecord) =>
  encodeRecord({ current: existing.current, previous: [...existing.previous, ...sessionsOf(moved)] })

/** Limit of people whose address pairs are cached, about 0.2 kB each. */
const mappingsMax = 2000

type MakeRepository = SocketConfig['makeSignalRepository']

export function createFilingRepository(
  watch: DecryptionWatch,
  storeNow: (data: SignalDataSet) => void,
): MakeRepository {
  const create = createSignalRepository(storeNow)
  return (auth, ...rest) => {
    const repository = create(auth, ...rest)
    fileWithRatchet(repository, keysOf(auth), watch)
    return repository
  }
}

/** Unlike Baileys': failed steps store nothing, steps are stored before sending (a crash would reuse keys), transactions do not mix. */
export function createSignalRepository(storeNow: (data: SignalDataSet) => void): MakeRepository {
  return (auth, logger, lookUp) => {
    const keys = keysOf(auth)
    serialiseTransactions(keys)
    outliveTransactions(keys)
    const lidMapping = new LIDMappingStore(keys, logger, lookUp)
    boundMappings(lidMapping)
    const records = createSignalRecords(auth, lidMapping)
    guardWrites(keys, { session: records.session, storeNow })
    const transaction = <T>(work: () => Promise<T>) => keys.transaction(work, 'connection')
    const context: Context = {
      auth,
      records,
      transaction,
      inTurn: createMutex<string>(),
      storeNow,
    }
    return {
      ...messageMethods(context),
      ...groupMethods(context),
      ...sessionMethods(context),
      lidMapping,
      close: () => lidMapping.close(),
    }
  }
}

interface Context {
  auth: SignalAuthState
  records: SignalRecords
  transaction<T>(work: () => Promise<T>): Promise<T>
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Stores at once: Baileys sends the message before the transaction ends. */
  storeNow(data: SignalDataSet): void
}

function messageMethods({ records, transaction, inTurn, storeNow }: Context) {
  function onSession<T>(jid: string, step: (id: string, session: Uint8Array | undefined) => Promise<T>): Promise<T> {
    return transaction(async () => {
      const id = await records.sessionId(jid)
      return inTurn(id, async () => step(id, await records.session(id)))
    })
  }

  return {
    decryptMessage: ({ jid, type, ciphertext }) =>
      onSession(jid, async (id, session) => {
        const begins = type === 'pkmsg' ? readPreKeyMessage(ciphertext) : undefined
        const [identity, preKey] = await Promise.all([
          identityChange(records, id, begins?.identityKey),
          records.preKey(begins?.preKeyId),
        ])
        // A new identity means a new phone, without the previous sessions.
        const stored = { session: identity === 'changed' ? undefined : session, preKey }
        const step = await decryptStep(records.own(), { type, ciphertext }, stored)
        await records.write({
          session: { [id]: step.session },
          ...(identity && begins?.identityKey ? { 'identity-key': { [id]: begins.identityKey } } : {}),
          ...(step.usedPreKey ? { 'pre-key': { [String(begins?.preKeyId)]: null } } : {}),
        })
        return step.plaintext
      }),
    encryptMessage: ({ jid, data }) =>
      onSession(jid, async (id, session) => {
        const { type, ciphertext, session: next } = await encryptStep(data, session)
        const written = { session: { [id]: next } }
        await records.write(written)
        storeNow(written)
        return { type, ciphertext }
      }),
    injectE2ESession: ({ jid, session: bundle }) =>
      onSession(jid, async (id, session) => {
        await records.write({ session: { [id]: await beginStep(records.own(), bundle, session) } })
      }),
  } satisfies Partial<SignalRepositoryWithLIDStore>
}

async function identityChange(records: SignalRecords, id: string, key: Uint8Array | undefined) {
  if (key?.length !== 33) return undefined
  const known = await records.identityKey(id)
  if (!known) return 'new'
  return sameBytes(known, key) ? undefined : 'changed'
}

function groupMethods({ records, transaction, inTurn, storeNow }: Context) {
  function onSenderKey<T>(id: string, step: (senderKey: Uint8Array | undefined) => Promise<T>): Promise<T> {
    return transaction(() => inTurn(id, async () => step(await records.senderKey(id))))
  }

  return {
    decryptGroupMessage: ({ group, authorJid, msg }) => {
      const id = senderKeyId(group, authorJid)
      return onSenderKey(id, async (stored) => {
        const { plaintext, senderKey } = await groupDecryptStep(records.own(), msg, stored)
        await records.write({ 'sender-key': { [id]: senderKey } })
        return plaintext
      })
    },
    encryptGroupMessage: ({ group, meId, data }) => {
      const id = senderKeyId(group, meId)
      return onSenderKey(id, async (stored) => {
        const { distribution, senderKey: key } = await distributeStep(records.own(), stored)
        const { ciphertext, senderKey } = await groupEncryptStep(records.own(), data, key)
        const written = { 'sender-key': { [id]: senderKey } }
        await records.write(written)
        storeNow(written)
        return { ciphertext, senderKeyDistributionMessage: distribution }
      })
    },
    getSenderKeyDistributionMessage: ({ group, meId }) => {
      const id = senderKeyId(group, meId)
      return onSenderKey(id, async (stored) => {
        const { distribution, senderKey } = await distributeStep(records.own(), stored)
        await records.write({ 'sender-key': { [id]: senderKey } })
        return distribution
      })
    },
    processSenderKeyDistributionMessage: ({ item, authorJid }) => {
      const { groupId, axolotlSenderKeyDistributionMessage: distribution } = item
      if (!groupId || !distribution) throw new SignalError('A sender key without its group')
      const id = senderKeyId(groupId, authorJid)
      return onSenderKey(id, async (stored) => {
        await records.write({ 'sender-key': { [id]: await takeSenderKeyStep(records.own(), distribution, stored) } })
      })
    },
    hasSenderKey: async ({ group, meId }) => Boolean(await records.senderKey(senderKeyId(group, meId))),
  } satisfies Partial<SignalRepositoryWithLIDStore>
}

function sessionMethods({ auth, records, transaction }: Context) {
  const sessionOf = async (jid: string) => records.session(await records.sessionId(jid))

  return {
    async validateSession(jid) {
      // An unreadable record counts as none: Baileys then starts a new session.
      const session = await sessionOf(jid).catch(() => undefined)
      if (!session) return { exists: false, reason: 'no session' }
      return decodeRecord(session).current ? { exists: true } : { exists: false, reason: 'no open session' }
    },
    async getSessionInfo(jid) {
      const { current } = decodeRecord(await sessionOf(jid))
      const { baseKey, registrationId } = current ? describeSession(current) : {}
      return baseKey && registrationId !== undefined ? { baseKey, registrationId } : null
    },
    async deleteSession(jids) {
      const ids = await Promise.all(jids.map((jid) => records.sessionId(jid).catch(() => signalAddress(jid))))
      const removed = Object.fromEntries([...ids, ...jids.map(signalAddress)].map((id) => [id, null]))
      await keysOf(auth).transaction(async () => records.write({ session: removed }), 'delete-sessions')
    },
    jidToSignalProtocolAddress: signalAddress,
    async migrateSession(fromJid, toJid) {
      const isOfNumber = isPnUser(fromJid) || isHostedPnUser(fromJid)
      if (!isOfNumber || !(isLidUser(toJid) || isHostedLidUser(toJid))) return { migrated: 0, skipped: 0, total: 0 }
      const migrated = await transaction(() => migrateSessions(records, fromJid, toJid))
      return { migrated, skipped: 0, total: migrated }
    },
  } satisfies Partial<SignalRepositoryWithLIDStore>
}

const keysOf = ({ keys }: SignalAuthState) => keys as SignalKeyStoreWithTransaction

/** Baileys caches every mapping for days, with a timer each. */
function boundMappings(lidMapping: LidMapping) {
  Object.assign(lidMapping, { mappingCache: createLeastRecentlyUsed<string>(mappingsMax) })
}

interface GuardOptions {
  session(id: string): Promise<Uint8Array | undefined>
  storeNow(data: SignalDataSet): void
}

/** Serialises transactions, except those that others await while they hold one of Baileys' locks. */
function serialiseTransactions(keys: SignalKeyStoreWithTransaction) {
  const transaction = keys.transaction.bind(keys)
  keys.transaction = (work, key) => {
    const waitedFor = key === 'lid-mapping' || key.startsWith('delete-')
    return transaction(work, waitedFor ? key : 'connection')
  }
}

function guardWrites(keys: SignalKeyStoreWithTransaction, { session, storeNow }: GuardOptions) {
  const set = keys.set.bind(keys)

  async function closeSessions(sessions: SignalDataSet['session'] = {}) {
    const closed = Object.entries(sessions).map(async ([id, value]) => {
      const record = value === null ? await session(id) : undefined
      return [id, record ? encodeRecord({ previous: sessionsOf(decodeRecord(record)) }) : value] as const
    })
    return Object.fromEntries(await Promise.all(closed))
  }

  keys.set = async (data) => {
    await set(data.session ? { ...data, session: await closeSessions(data.session) } : data)
    const made = Object.entries(data['pre-key'] ?? {}).filter(([, pair]) => pair)
    if (made.length > 0) storeNow({ 'pre-key': Object.fromEntries(made) })
  }
}

async function migrateSessions(records: SignalRecords, fromJid: string, toJid: string): Promise<number> {
  const { user = '', device = 0, server } = jidDecode(fromJid) ?? {}
  const devices = new Set([...(await records.deviceNumbers(user)), String(device)])
  const sessions: { [id: string]: Uint8Array | null } = {}
  let migrated = 0
  for (const number of devices) {
    const from = deviceJid(user, Number(number), server ?? '')
    const [fromId, toId] = [signalAddress(from), signalAddress(transferDevice(from, toJid))]
    const moved = await records.session(fromId)
    if (!moved) continue
    const existing = await records.session(toId)
    sessions[toId] = existing ? joinRecords(decodeRecord(existing), decodeRecord(moved)) : moved
    sessions[fromId] = null
    migrated++
  }
  if (migrated > 0) await records.write({ session: sessions })
  return migrated
}

function deviceJid(user: string, device: number, server: string) {
  if (device === 99) return `${user}:99@hosted`
  return device === 0 ? `${user}@${server}` : `${user}:${device}@${server}`
}
