import makeWASocket, {
  type BaileysEventMap,
  type BinaryNode,
  Browsers,
  type GroupMetadata,
  isJidNewsletter,
  isJidStatusBroadcast,
  type proto,
  S_WHATSAPP_NET,
  type WAMessageKey,
  type WAVersion,
} from '@whiskeysockets/baileys'
import type { AuthStore } from './auth-store'
import type { DeviceCache } from './device-cache'
import type { DecryptionWatch } from './file-with-ratchet'
import type { baileysLogger } from './log-adapter'
import { createFilingRepository } from './signal-repository'
import type { Socket } from './socket.types'
import type { StanzaFiling } from './stanza-filing'

export interface SocketOptions {
  auth: AuthStore
  stanzas: StanzaFiling
  devices: DeviceCache
  logger: ReturnType<typeof baileysLogger>
  version: WAVersion | undefined
  url?: string
  keepAliveMs: number
  /** How long each QR code is shown; Baileys' own times without it. */
  qrCodeMs?: number
  /** Every event as it is told, before it is held back in Baileys' buffer. */
  onEvent<Event extends keyof BaileysEventMap>(event: Event, data: BaileysEventMap[Event]): void
  /** What was told could not be kept. */
  onFailure(error: unknown): void
  findSent(key: WAMessageKey): proto.IMessage | undefined
  findGroup(jid: string): GroupMetadata | undefined
}

/** Status updates and newsletters are nobody's conversation. */
export const isIgnored = (jid: string) => Boolean(isJidStatusBroadcast(jid) || isJidNewsletter(jid))

/** Baileys' socket, set up so that nothing it acknowledges can be lost. */
export function openSocket(options: SocketOptions): Socket {
  const { auth, stanzas, url, version } = options

  /** What cannot be kept must not be acknowledged either. Baileys would take a failing store for an unreadable message. */
  function orCut(work: () => void, passOn = false) {
    try {
      work()
    } catch (error) {
      options.onFailure(error)
      terminateSocket(socket)
      if (passOn) throw error
    }
  }

  /** What cannot even be noted as unreadable comes again on the next session. */
  const watch: DecryptionWatch = {
    ...stanzas,
    async unreadable(...told) {
      await stanzas.unreadable(...told).catch((error: unknown) =>
        orCut(() => {
          throw error
        }, true),
      )
    },
  }

  const socket = makeWASocket({
    auth: { creds: auth.creds, keys: { get: auth.keys.get, set: (data) => orCut(() => auth.keys.set(data), true) } },
    logger: options.logger,
    ...(url ? { waWebSocketUrl: url } : {}),
    ...(version ? { version } : {}),
    ...(options.qrCodeMs ? { qrTimeout: options.qrCodeMs } : {}),
    browser: ['Recado', 'Chrome', Browsers.macOS('Chrome')[2]],
    keepAliveIntervalMs: options.keepAliveMs,
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    syncFullHistory: false,
    // The past is taken by our own reader, which files it; without it Baileys would wait and buffer for it.
    shouldSyncHistoryMessage: () => false,
    shouldIgnoreJid: isIgnored,
    generateHighQualityLinkPreview: false,
    // It would drop the sessions of whoever's message is asked for a second time, and with them what is on its way.
    enableAutoSessionRecreation: false,
    // A store that failed is a full disk or a damaged file: trying again for half a minute holds up everything.
    transactionOpts: { maxCommitRetries: 2, delayBetweenTriesMs: 50 },
    getMessage: async (key) => options.findSent(key),
    cachedGroupMetadata: async (jid) => options.findGroup(jid),
    userDevicesCache: options.devices,
    makeSignalRepository: createFilingRepository(watch, (data) => orCut(() => auth.keys.set(data), true)),
  })
  socket.ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    if (frame instanceof Uint8Array) return
    keepInOrder(frame)
    stanzas.see(frame, Date.now())
  })
  tapEvents(socket, (event, data) => orCut(() => options.onEvent(event, data)))
  socket.ev.on('creds.update', () => orCut(auth.saveCreds))
  // Received and sent messages would be kept whole for five minutes; what we sent is in our own store.
  if (socket.messageRetryManager) socket.messageRetryManager.addRecentMessage = () => {}
  return socket
}

/**
 * Baileys works through what waited for us one by one, and would let what is said meanwhile overtake it: everything goes
 * the way of what waited. The server's mark says nothing else to us.
 */
function keepInOrder({ tag, attrs }: BinaryNode) {
  if (tag === 'message') attrs['offline'] ??= '0'
}

/**
 * Baileys collects events in a buffer and acknowledges to the server meanwhile. Whoever must not lose one has to hear of it
 * when it is put in.
 */
function tapEvents(socket: Socket, onEvent: SocketOptions['onEvent']) {
  const emit = socket.ev.emit.bind(socket.ev)
  socket.ev.emit = (event, data) => {
    onEvent(event, data)
    return emit(event, data)
  }
}

/** Fails whatever was asked on a connection that is gone: Baileys would wait for each answer until its time is up. */
export function failLookups(socket: Socket) {
  if (socket.ws.listenerCount('error') > 0) socket.ws.emit('error', new Error('Connection Closed'))
}

const activeAnswerMs = 10_000

/**
 * Baileys calls a connection open even when its request to be handed messages failed; it could then send, but nothing would
 * ever arrive. Asked again it does no harm. @throws when the server does not answer
 */
export async function askForMessages(socket: Socket) {
  const attrs = { to: S_WHATSAPP_NET, xmlns: 'passive', type: 'set' }
  const answer: unknown = await socket.query(
    { tag: 'iq', attrs, content: [{ tag: 'active', attrs: {} }] },
    activeAnswerMs,
  )
  if (!answer) throw new Error('The server does not say that it hands over messages')
}

/** Ends the connection this instant, without the polite closing that a dead peer leaves hanging. */
export function terminateSocket(socket: Socket) {
  const { socket: raw } = socket.ws as unknown as { socket: { terminate(): void } | null }
  raw?.terminate()
}
