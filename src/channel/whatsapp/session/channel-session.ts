import {
  type BaileysEventMap,
  type BinaryNode,
  type GroupMetadata,
  type WAMessageKey,
  type WASocket,
  DisconnectReason,
  jidDecode,
  proto,
} from '@whiskeysockets/baileys'
import type { Log } from '../../../kernel/log'
import { ChannelError, type ChannelReport } from '../../channel'
import type { MainThread } from '../line/main-thread'
import { type AuthStore, openAuthStore } from '../signal/auth-store'
import { type Deliveries, readBoom } from './deliver'
import type { DeviceCache } from './device-cache'
import { markOf } from '../signal/file-with-ratchet'
import { createEventFiling, type EventHandlers } from './event-filing'
import { createHistoryReader } from '../receive/history'
import type { createLeastRecentlyUsed } from '../least-recently-used'
import type { baileysLogger } from './log-adapter'
import { createReadAhead } from '../signal/read-ahead'
import { createMissingRequests, type MissingRequests } from '../receive/missing-requests'
import type { MissingNote } from '../receive/payload'
import { failLookups, isIgnored, openSocket } from './open-socket'
import { knownContact } from '../line/line-calls'
import { createSessionWatchdog } from './session-watchdog'
import { createStanzaFiling } from './stanza-filing'
import type { ThreadOptions } from '../whatsapp-options'

function sessionReports(
  { qr, isNewLogin, connection, lastDisconnect }: BaileysEventMap['connection.update'],
  store: AuthStore,
): ChannelReport[] {
  return [
    ...(qr ? [{ type: 'qrcode', code: qr } as const] : []),
    ...(isNewLogin ? [{ type: 'pairing' } as const] : []),
    ...(connection === 'open' ? [connectedReport(store)] : []),
    ...(connection === 'close' ? [closedReport(lastDisconnect?.error)] : []),
  ]
}

function connectedReport({ creds: { me } }: AuthStore): ChannelReport {
  const lid = me?.lid ? jidDecode(me.lid)?.user : undefined
  return {
    type: 'connected',
    number: jidDecode(me?.id)?.user ?? '',
    lid,
    name: me?.name === '~' ? undefined : me?.name,
  }
}

type ClosedReason = Extract<ChannelReport, { type: 'closed' }>['reason']

const reasonOfCode: Record<number, ClosedReason> = {
  [DisconnectReason.loggedOut]: 'loggedOut',
  [DisconnectReason.multideviceMismatch]: 'loggedOut',
  [DisconnectReason.restartRequired]: 'restart',
  [DisconnectReason.connectionReplaced]: 'replaced',
  // Banned, unknown or outdated: an immediate retry changes nothing.
  402: 'refused',
  [DisconnectReason.forbidden]: 'refused',
  405: 'refused',
  406: 'refused',
  409: 'refused',
}

function closedReport(error: unknown): ChannelReport {
  const { message, statusCode: code } = readBoom(error)
  const reason = (code !== undefined ? reasonOfCode[code] : undefined) ?? 'lost'
  return { type: 'closed', reason, message: [code, message ?? 'The connection was closed'].filter(Boolean).join(': ') }
}

export interface ChannelSession {
  socket: WASocket
  store: AuthStore
  pairable: Promise<void>
  readonly isOpen: boolean
  /** Baileys never settles requests of a closed session. @throws ChannelError `offline` */
  whileOpen<T>(work: Promise<T>): Promise<T>
  readHistory(): void
  /** Releases all waiting calls. The caller ends the socket. */
  close(): void
}

interface SessionEnvironment {
  main: MainThread
  options: ThreadOptions
  logger: ReturnType<typeof baileysLogger>
  deliveries: Deliveries
  groups: ReturnType<typeof createLeastRecentlyUsed<GroupMetadata>>
  devices: DeviceCache
}

const keepAliveDefaultMs = 25_000

type LogLevel = keyof Log
type Facts = Parameters<Log['warn']>[1]

/** @throws SealedByAnotherHost */
export async function openSession(environment: SessionEnvironment): Promise<ChannelSession> {
  const { main, options, deliveries } = environment
  const log = connectionLog(main, options)
  const version = options.url ? undefined : await options.version()
  const store = await openAuthStore(main, options.sealer)
  const wanted = (await main.ask('historyWindow'))?.wanted
  const filing = createFiling(environment, store, () => missingRequests)
  const handlers: EventHandlers = { ...recordHandlers(environment, store, log), 'connection.update': follow }
  const pairable = Promise.withResolvers<void>()
  const lifetime = createLifetime()
  const socket = openSocket({
    ...socketOptions(environment),
    wantsHistory: wanted !== undefined,
    auth: store,
    stanzas: filing.stanzas,
    version,
    onEvent(event, data) {
      if (!lifetime.isOpen()) return
      filing.fileEvent(event, data)
      handlers[event]?.(data)
    },
  })
  seeFrames(socket, deliveries)
  const history = createHistoryReader({ main, socket, media: options.media, log: options.log, isOpen: lifetime.isOpen })
  const watchdog = createSessionWatchdog({ socket, stanzas: filing.stanzas, options, log })
  const missingRequests = createMissingRequests({ main, socket, store, options, log })

  function follow(update: BaileysEventMap['connection.update']) {
    if (update.qr) pairable.resolve()
    if (update.connection === 'open') watchdog.expectBacklog()
    if (update.connection === 'close') close()
    for (const report of sessionReports(update, store)) main.tell('report', report)
    if (update.connection !== 'open') return
    missingRequests.schedule()
    history.read()
  }

  function close() {
    if (!lifetime.isOpen()) return
    watchdog.end()
    missingRequests.end()
    history.end()
    store.close()
    deliveries.lost()
    lifetime.end()
    failLookups(socket)
  }

  return {
    socket,
    store,
    readHistory: history.read,
    pairable: pairable.promise,
    get isOpen() {
      return lifetime.isOpen()
    },
    whileOpen: lifetime.whileOpen,
    close,
  }
}

function connectionLog({ ids }: MainThread, { log }: ThreadOptions): Log {
  const withIds = (level: LogLevel) => (message: string, facts?: Facts) => log[level](message, { ...ids, ...facts })
  return { debug: withIds('debug'), info: withIds('info'), warn: withIds('warn'), error: withIds('error') }
}

function socketOptions({ main, options, logger, groups, devices }: SessionEnvironment) {
  return {
    devices,
    logger,
    url: options.url,
    keepAliveMs: options.keepAliveMs ?? keepAliveDefaultMs,
    qrCodeMs: options.qrCodeMs,
    main,
    findSent: (key: WAMessageKey) => findSent(main, key.id ?? ''),
    findGroup: (jid: string) => groups.get(jid),
  }
}

function createFiling(
  { main, deliveries, logger }: SessionEnvironment,
  store: AuthStore,
  missing: () => MissingRequests,
) {
  const noteMissing = (note: MissingNote) => missing().file(note)
  const stanzas = createStanzaFiling(
    () => store.creds.me,
    isIgnored,
    (ciphertext) => main.ask('wasDecrypted', markOf(ciphertext)),
    noteMissing,
    createReadAhead(store, (error) => logger.warn({ error }, 'Keys could not be read ahead')),
  )
  const fileEvent = createEventFiling({
    stanzas,
    file: (payloads) => main.tell('file', payloads),
    pass: (event) => main.tell('pass', event),
    isSending: deliveries.isSending,
    noteMissing,
    arrived: (ids) => missing().resolve(ids),
  })
  return { stanzas, fileEvent }
}

function noteContacts(
  main: MainThread,
  { creds: { me } }: AuthStore,
  contacts: BaileysEventMap['contacts.upsert'],
  log: Log,
) {
  main
    .ask('noteContacts', contacts.map(knownContact), { hasChat: false, own: [me?.id, me?.lid] })
    .catch((error: unknown) => log.warn('WhatsApp: the address book could not be kept', { error }))
}

function createLifetime() {
  const ended = Promise.withResolvers<never>()
  // Prevents an unhandled rejection when no work waits.
  ended.promise.catch(() => {})
  let isOpen = true
  return {
    isOpen: () => isOpen,
    whileOpen: <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended.promise]),
    end() {
      isOpen = false
      ended.reject(new ChannelError('offline', 'The connection was lost'))
    },
  }
}

function seeFrames(socket: WASocket, deliveries: Deliveries) {
  socket.ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    if (!(frame instanceof Uint8Array)) deliveries.see(frame)
  })
}

function recordHandlers({ main, groups }: SessionEnvironment, store: AuthStore, log: Log): EventHandlers {
  return {
    'contacts.upsert': (contacts) => noteContacts(main, store, contacts, log),
    'group-participants.update': ({ id }) => void groups.delete(id),
    'groups.update': (changes) => changes.forEach(({ id }) => id && groups.delete(id)),
  }
}

/** A file keeps its key, so a second copy is the same message. */
export function keepSent(main: MainThread, id: string, message: proto.IMessage) {
  main.tell('keepSent', id, proto.Message.encode(message).finish())
}

export async function findSent(main: MainThread, id: string): Promise<proto.IMessage | undefined> {
  const bytes = await main.ask('findSent', id)
  return bytes && proto.Message.decode(bytes)
}
