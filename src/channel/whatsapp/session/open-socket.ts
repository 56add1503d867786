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
  /** Requests the whole history when pairing. The phone sends it to desktop programs only. */
  wantsHistory: boolean
  keepAliveMs: number
  qrCodeMs?: number
  /** Called for every event before Baileys buffers it. */
  onEvent<Event extends keyof BaileysEventMap>(event: Event, data: BaileysEventMap[Event]): void
  onFailure(error: unknown): void
  findSent(key: WAMessageKey): proto.IMessage | undefined
  findGroup(jid: string): GroupMetadata | undefined
}

/** Status updates and newsletters belong to no conversation. */
export const isIgnored = (jid: string) => Boolean(isJidStatusBroadcast(jid) || isJidNewsletter(jid))

/** Opens Baileys' socket so that every acknowledged message is stored. */
export function openSocket(options: SocketOptions): WASocket {
  const { auth, stanzas } = options

  /** What cannot be stored must not be acknowledged. Baileys would treat a failing store as an unreadable message. */
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

  /** A message that cannot even be stored as unreadable is redelivered on the next session. */
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
  // Baileys would cache all messages for five minutes. Sent messages are in our own store.
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
    // With a limit, Baileys builds two errors with stacks and a timer for each frame that it sends. The watchdog limits how
    // long a connection may take.
    connectTimeoutMs: 0,
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    syncFullHistory: options.wantsHistory,
    // Our own reader files the history. Otherwise Baileys would wait and buffer for it.
    shouldSyncHistoryMessage: () => false,
    shouldIgnoreJid: isIgnored,
    generateHighQualityLinkPreview: false,
    // Baileys would delete the sessions of anyone whose message is requested twice, and lose messages in transit.
    enableAutoSessionRecreation: false,
    // A store fails because of a full disk or a damaged file. Retrying for half a minute would block everything.
    transactionOpts: { maxCommitRetries: 2, delayBetweenTriesMs: 50 },
    getMessage: async (key: WAMessageKey) => options.findSent(key),
    cachedGroupMetadata: async (jid: string) => options.findGroup(jid),
    userDevicesCache: options.devices,
  }
}

/**
 * Baileys' handlers of stanzas are asynchronous and their promises are dropped. One that answers after the connection has
 * ended would be an unhandled rejection.
 */
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

/** Lets frames of many connections that arrive together wait for each other. The end of a connection waits for its last frames. */
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

/**
 * Baileys processes the offline backlog one by one and lets new messages overtake it. Removing the server's mark sends
 * all messages through the same queue; the mark has no other use here.
 */
function keepInOrder({ tag, attrs }: BinaryNode) {
  if (tag === 'message') attrs['offline'] ??= '0'
}

/**
 * Baileys acknowledges events while they are still in its buffer. To lose none, events are observed when they enter the
 * buffer.
 */
function tapEvents(socket: WASocket, onEvent: SocketOptions['onEvent']) {
  const emit = socket.ev.emit.bind(socket.ev)
  socket.ev.emit = (event, data) => {
    onEvent(event, data)
    return emit(event, data)
  }
}

/** Fails all pending requests of a lost connection. Baileys would wait for each until its time limit. */
export function failLookups(socket: WASocket) {
  if (socket.ws.listenerCount('error') > 0) socket.ws.emit('error', new Error('Connection Closed'))
}

const activeAnswerMs = 10_000

/**
 * Baileys reports a connection as open even if its request for message delivery failed; it could send but would receive
 * nothing. Repeating the request is harmless.
 * @throws when the server does not answer
 */
export async function askForMessages(socket: WASocket) {
  const attrs = { to: S_WHATSAPP_NET, xmlns: 'passive', type: 'set' }
  const answer: unknown = await socket.query(
    { tag: 'iq', attrs, content: [{ tag: 'active', attrs: {} }] },
    activeAnswerMs,
  )
  if (!answer) throw new Error('The server does not say that it hands over messages')
}

/** Ends the connection at once, without the closing handshake, which hangs on a dead peer. */
export function terminateSocket(socket: WASocket) {
  socket.ws['socket']?.terminate()
}
