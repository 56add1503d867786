import makeWASocket, {
  type BaileysEventMap,
  type BinaryNode,
  Browsers,
  type GroupMetadata,
  isJidNewsletter,
  isJidStatusBroadcast,
  type proto,
  S_WHATSAPP_NET,
  type WABrowserDescription,
  type WAMessageKey,
  type WAVersion,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { MainThread } from '../line/main-thread'
import type { AuthStore } from '../signal/auth-store'
import type { DeviceCache } from './device-cache'
import type { DecryptionWatch } from '../signal/file-with-ratchet'
import type { baileysLogger } from './log-adapter'
import { createFilingRepository } from '../signal/signal-repository'
import type { StanzaFiling } from './stanza-filing'

interface SocketOptions {
  main: MainThread
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
  findSent(key: WAMessageKey): Promise<proto.IMessage | undefined>
  findGroup(jid: string): GroupMetadata | undefined
}

/** Status updates and newsletters belong to no conversation. */
export const isIgnored = (jid: string) => Boolean(isJidStatusBroadcast(jid) || isJidNewsletter(jid))

export function openSocket(options: SocketOptions): WASocket {
  const { auth, stanzas } = options
  const watch: DecryptionWatch = {
    ...stanzas,
    async unreadable(...details) {
      await stanzas.unreadable(...details).catch((error: unknown) => {
        // Baileys would acknowledge the message.
        terminateSocket(socket)
        throw error
      })
    },
  }
  const socket = makeWASocket({
    auth: { creds: auth.creds, keys: auth.keys },
    ...socketConfig(options),
    makeSignalRepository: createFilingRepository(watch, auth.keys.set),
  })
  catchLateFailures(socket, options.logger)
  sendWhatIsStored(socket, options.main)
  socket.ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    if (frame instanceof Uint8Array) return
    keepInOrder(frame)
    stanzas.see(frame, Date.now())
  })
  tapEvents(socket, options.onEvent)
  socket.ev.on('creds.update', auth.saveCreds)
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
    getMessage: options.findSent,
    cachedGroupMetadata: async (jid: string) => options.findGroup(jid),
    userDevicesCache: options.devices,
  }
}

/** Baileys drops the promises of its handlers; an answer after the end would be an unhandled rejection. */
function catchLateFailures({ ws }: WASocket, logger: SocketOptions['logger']) {
  const emit = ws.emit.bind(ws)
  const on = ws.on.bind(ws)
  const heard = new Set<unknown>(ws.eventNames())
  ws.on = (event, listener) => {
    heard.add(event)
    return on(event, listener)
  }
  ws.emit = (event, ...values) => {
    if (!String(event).startsWith('CB:')) return emit(event, ...values)
    // Of about 30 names of each frame, one or two have a listener.
    if (!heard.has(event)) return false
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

/** Holds frames back until what came before is stored: no acknowledged message is lost, no key used twice. A failure ends the session. */
function sendWhatIsStored({ ws }: WASocket, main: MainThread) {
  const open = ws['socket']
  if (!open) return
  const send: (data: Uint8Array, sent?: () => void) => void = open.send.bind(open)
  const close = open.close.bind(open)
  let held = 0
  open.send = (data: Uint8Array, sent?: () => void) => {
    if (main.isStored()) return send(data, sent)
    // Baileys takes the next message only when its answers to this one are sent.
    const isAnsweredEarly = held < heldMax
    held++
    main.afterStored(() => {
      held--
      send(data, isAnsweredEarly ? undefined : sent)
    })
    if (isAnsweredEarly) queueMicrotask(() => sent?.())
  }
  // After the frames held back, such as the one that unlinks the device.
  open.close = (...reason: Parameters<typeof close>) => main.afterStored(() => close(...reason))
  main.onFailure(() => open.terminate())
}

/** Beyond it Baileys waits, so that a line is not far ahead of what is stored. */
const heldMax = 50

/** Baileys lets new messages overtake the backlog. Without the server's mark all take one queue. */
function keepInOrder({ tag, attrs }: BinaryNode) {
  if (tag === 'message') attrs['offline'] ??= '0'
}

/** The events that Baileys (7.0.0-rc14) listens to itself. It would buffer and merge the others for nobody. */
const ownEvents = new Set<keyof BaileysEventMap>(['call', 'connection.update', 'creds.update', 'messages.media-update'])

/** Baileys acknowledges events that are still in its buffer. */
function tapEvents(socket: WASocket, onEvent: SocketOptions['onEvent']) {
  const emit = socket.ev.emit.bind(socket.ev)
  socket.ev.emit = (event, data) => {
    onEvent(event, data)
    return ownEvents.has(event) && emit(event, data)
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
