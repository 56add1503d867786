import makeWASocket, {
  type BaileysEventMap,
  type BinaryNode,
  Browsers,
  type GroupMetadata,
  isJidNewsletter,
  isJidStatusBroadcast,
  type proto,
  S_WHATSAPP_NET,
  type SignalDataSet,
  type WABrowserDescription,
  type WAMessageKey,
  type WAVersion,
  type WASocket,
} from '@whiskeysockets/baileys'
import { incomingTurn } from '../../../kernel/job/event-loop-turns'
import type { AuthStore } from '../signal/auth-store'
import type { DeviceCache } from './device-cache'
import type { DecryptionWatch } from '../signal/file-with-ratchet'
import type { baileysLogger } from './log-adapter'
import { createFilingRepository } from '../signal/signal-repository'
import type { StanzaFiling } from './stanza-filing'

interface SocketOptions {
  auth: AuthStore
  stanzas: StanzaFiling
  devices: DeviceCache
  logger: ReturnType<typeof baileysLogger>
  version: WAVersion | undefined
  url?: string
  wantsHistory: boolean
  keepAliveMs: number
  qrCodeMs?: number
  onEvent<Event extends keyof BaileysEventMap>(event: Event, data: BaileysEventMap[Event]): void
  onFailure(error: unknown): void
  findSent(key: WAMessageKey): proto.IMessage | undefined
  findGroup(jid: string): GroupMetadata | undefined
}

/** Status updates and newsletters belong to no conversation. */
export const isIgnored = (jid: string) => Boolean(isJidStatusBroadcast(jid) || isJidNewsletter(jid))

export function openSocket(options: SocketOptions): WASocket {
  const { auth, stanzas } = options

  /** Baileys would take a failing store for an unreadable message, and acknowledge it. */
  function endAfter(error: unknown) {
    options.onFailure(error)
    terminateSocket(socket)
  }

  function runOrEnd(work: () => void) {
    try {
      work()
    } catch (error) {
      endAfter(error)
    }
  }

  /** Baileys gets the error, too, so that it goes on with nothing that was not stored. */
  function setKeys(data: SignalDataSet) {
    try {
      auth.keys.set(data)
    } catch (error) {
      endAfter(error)
      throw error
    }
  }

  const watch: DecryptionWatch = {
    ...stanzas,
    async unreadable(...details) {
      await stanzas.unreadable(...details).catch((error: unknown) => {
        endAfter(error)
        throw error
      })
    },
  }

  const socket = makeWASocket({
    auth: { creds: auth.creds, keys: { get: auth.keys.get, set: setKeys } },
    ...socketConfig(options),
    makeSignalRepository: createFilingRepository(watch, setKeys),
  })
  catchLateFailures(socket, options.logger)
  readInTurn(socket)
  socket.ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    if (frame instanceof Uint8Array) return
    keepInOrder(frame)
    stanzas.see(frame, Date.now())
  })
  tapEvents(socket, (event, data) => runOrEnd(() => options.onEvent(event, data)))
  socket.ev.on('creds.update', () => runOrEnd(auth.saveCreds))
  // Baileys would cache all messages for five minutes.
  if (socket.messageRetryManager) socket.messageRetryManager.addRecentMessage = () => {}
  return socket
}

function socketConfig(options: SocketOptions) {
  const { url, version } = options
  return {
    logger: options.logger,
    ...(url ? { waWebSocketUrl: url } : {}),
    ...(version ? { version } : {}),
    ...(options.qrCodeMs ? { qrTimeout: options.qrCodeMs } : {}),
    browser: [
      'Recado',
      options.wantsHistory ? 'Desktop' : 'Chrome',
      Browsers.macOS('Chrome')[2],
    ] satisfies WABrowserDescription,
    keepAliveIntervalMs: options.keepAliveMs,
    // With a limit, Baileys builds two errors and a timer for each frame. The watchdog limits it.
    connectTimeoutMs: 0,
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    syncFullHistory: options.wantsHistory,
    // Our own reader files the history; Baileys would buffer for it.
    shouldSyncHistoryMessage: () => false,
    shouldIgnoreJid: isIgnored,
    generateHighQualityLinkPreview: false,
    // Baileys would delete sessions of repeated requests, and lose messages in transit.
    enableAutoSessionRecreation: false,
    // Disks and files fail for long; retrying would block everything.
    transactionOpts: { maxCommitRetries: 2, delayBetweenTriesMs: 50 },
    getMessage: async (key: WAMessageKey) => options.findSent(key),
    cachedGroupMetadata: async (jid: string) => options.findGroup(jid),
    userDevicesCache: options.devices,
  }
}

/** Baileys drops the promises of its handlers; an answer after the end would be an unhandled rejection. */
function catchLateFailures({ ws }: WASocket, logger: SocketOptions['logger']) {
  const emit = ws.emit.bind(ws)
  ws.emit = (event, ...values) => {
    if (!String(event).startsWith('CB:')) return emit(event, ...values)
    const handlers = ws.rawListeners(event)
    for (const handle of handlers) {
      const done: unknown = Reflect.apply(handle, ws, values)
      if (!(done instanceof Promise)) continue
      done.catch((error: unknown) => {
        if (ws.isOpen) throw error
        logger.warn({ error }, 'The connection ended before an answer')
      })
    }
    return handlers.length > 0
  }
}

/** The end of a connection waits for its last frames. */
function readInTurn({ ws }: WASocket) {
  const emit = ws.emit.bind(ws)
  let waiting = 0
  ws.emit = (event, ...values) => {
    const waits = event === 'message' || (waiting > 0 && (event === 'close' || event === 'error'))
    if (!waits) return emit(event, ...values)
    waiting++
    incomingTurn(() => {
      waiting--
      emit(event, ...values)
    })
    return true
  }
}

/** Baileys lets new messages overtake the backlog. Without the server's mark all take one queue. */
function keepInOrder({ tag, attrs }: BinaryNode) {
  if (tag === 'message') attrs['offline'] ??= '0'
}

/** Baileys acknowledges events that are still in its buffer. */
function tapEvents(socket: WASocket, onEvent: SocketOptions['onEvent']) {
  const emit = socket.ev.emit.bind(socket.ev)
  socket.ev.emit = (event, data) => {
    onEvent(event, data)
    return emit(event, data)
  }
}

/** Baileys would wait for each until its time limit. */
export function failLookups(socket: WASocket) {
  if (socket.ws.listenerCount('error') > 0) socket.ws.emit('error', new Error('Connection Closed'))
}

const activeAnswerMs = 10_000

/** Baileys reports a connection as open whose request for delivery failed. @throws when the server does not answer */
export async function askForMessages(socket: WASocket) {
  const attrs = { to: S_WHATSAPP_NET, xmlns: 'passive', type: 'set' }
  const answer: unknown = await socket.query(
    { tag: 'iq', attrs, content: [{ tag: 'active', attrs: {} }] },
    activeAnswerMs,
  )
  if (!answer) throw new Error('The server does not say that it hands over messages')
}

/** The closing handshake hangs on a dead peer. */
export function terminateSocket(socket: WASocket) {
  socket.ws['socket']?.terminate()
}
