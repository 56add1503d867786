import {
  type BaileysEventMap,
  type BinaryNode,
  DisconnectReason,
  getBinaryNodeChild,
  type GroupMetadata,
  jidDecode,
} from '@whiskeysockets/baileys'
import { noteMissing, resolveMissing } from '../../connection/missing-messages'
import { ChannelError, type ChannelHost, type ChannelReport } from '../channel'
import { createAskAgain, encodeRequest, firstAskDefaultMs } from './ask-again'
import { type AuthStore, createAuthStore } from './auth-store'
import type { Deliveries } from './deliver'
import type { DeviceCache } from './device-cache'
import { wasDecrypted } from './decrypted-ciphertexts'
import { createEventFiling } from './event-filing'
import { noteAddressBook } from './address-book'
import { createHistoryReader } from './history'
import type { createLeastRecentlyUsed } from './least-recently-used'
import type { baileysLogger } from './log-adapter'
import type { Socket } from './socket.types'
import { askForMessages, terminateSocket, failLookups, isIgnored, openSocket } from './open-socket'
import { findSent } from './sent-messages'
import { createStanzaFiling, type MissingNote } from './stanza-filing'
import type { WhatsAppOptions } from './whatsapp-options'

/** One connection to the server, from open to close. A channel opens many over its lifetime. */
export interface ChannelSession {
  socket: Socket
  store: AuthStore
  /** Resolves when the server is ready to pair. */
  pairable: Promise<void>
  readonly isOpen: boolean
  /**
   * Waits for work, but not longer than the session lasts: Baileys never settles its requests when it is closed.
   * @throws ChannelError `offline`
   */
  whileOpen<T>(work: Promise<T>): Promise<T>
  readHistory(): void
  /** Releases the company's file and all waiting calls. The caller ends the socket. */
  close(): void
}

export interface SessionEnvironment {
  host: ChannelHost
  options: WhatsAppOptions
  logger: ReturnType<typeof baileysLogger>
  deliveries: Deliveries
  groups: ReturnType<typeof createLeastRecentlyUsed<GroupMetadata>>
  devices: DeviceCache
}

const keepAliveDefaultMs = 25_000
const stuckDefaultMs = 60_000
const watchEveryMs = 15_000
const backlogDefaultMs = 5_000

/** @throws SealedByAnotherHost when the credentials cannot be read on this host */
export async function openSession({
  host,
  options,
  logger,
  deliveries,
  groups,
  devices,
}: SessionEnvironment): Promise<ChannelSession> {
  const { connectionId } = host
  const facts = { company: host.context().company.id, connection: connectionId }
  const version = options.url ? undefined : await options.version()
  const store = createAuthStore({ connectionId, context: host.context, sealer: options.sealer, file: host.file })
  const stanzas = createStanzaFiling(
    () => store.creds.me,
    isIgnored,
    (ciphertext) => wasDecrypted(host.context(), connectionId, ciphertext),
    (missing) => keepMissing(missing),
  )
  const fileEvent = createEventFiling({
    stanzas,
    file: host.file,
    pass: host.pass,
    isSending: deliveries.isSending,
    noteMissing: keepMissing,
    arrived(ids) {
      const ctx = host.context()
      ctx.transaction(() => ids.forEach((id) => resolveMissing(ctx, connectionId, id)))
    },
  })
  const firstAskMs = options.firstAskMs ?? firstAskDefaultMs
  const pairable = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<never>()
  closed.promise.catch(() => {})
  let open = true
  let handedOver = false
  let listening: Timer | undefined

  const socket = openSocket({
    auth: store,
    stanzas,
    devices,
    logger,
    version,
    url: options.url,
    wantsHistory: host.historyWindow().wanted !== undefined,
    keepAliveMs: options.keepAliveMs ?? keepAliveDefaultMs,
    qrCodeMs: options.qrCodeMs,
    findSent: (key) => findSent(host.context(), connectionId, key.id ?? ''),
    findGroup: (jid) => groups.get(jid),
    onFailure: (error) =>
      options.log.error('WhatsApp: what came could not be kept, the session is cut', { ...facts, error }),
    onEvent(event, data) {
      if (!open) return
      fileEvent(event, data)
      forgetGroups(event, data, groups)
      if (event === 'contacts.upsert') takeContacts(data as BaileysEventMap['contacts.upsert'])
      if (event === 'connection.update') follow(data as BaileysEventMap['connection.update'])
    },
  })
  socket.ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    if (frame instanceof Uint8Array) return
    deliveries.see(frame)
    if (frame.tag === 'ib' && getBinaryNodeChild(frame, 'offline')) handedOver = true
  })
  const history = createHistoryReader({ host, socket, media: options.media, log: options.log, isOpen: () => open })
  const watchdog = setInterval(watch, watchEveryMs)
  const askAgain = createAskAgain({
    host,
    socket,
    firstMs: firstAskMs,
    account: () => jidDecode(store.creds.me?.id)?.user,
    onFailure: (error) => options.log.warn('WhatsApp: could not ask for unreadable messages', { ...facts, error }),
  })

  function keepMissing({ payload, request }: MissingNote) {
    if (!open) return
    const ctx = host.context()
    ctx.transaction(() => {
      if (payload) host.file([payload])
      const retryAtMs = ctx.now.getTime() + firstAskMs
      const complete = encodeRequest({ ...request, account: jidDecode(store.creds.me?.id)?.user })
      noteMissing(ctx, connectionId, { providerId: request.key.id, request: complete, retryAtMs })
    })
    askAgain.schedule()
  }

  function follow({ qr, isNewLogin, connection, lastDisconnect }: BaileysEventMap['connection.update']) {
    if (qr) {
      pairable.resolve()
      host.report({ type: 'qrcode', code: qr })
    }
    if (isNewLogin) host.report({ type: 'pairing' })
    if (connection === 'open') {
      listening = setTimeout(makeSureItListens, options.backlogMs ?? backlogDefaultMs)
      host.report(connectedReport(store))
      askAgain.schedule()
      history.read()
    }
    if (connection === 'close') {
      close()
      host.report(closedReport(lastDisconnect?.error))
    }
  }

  function takeContacts(contacts: BaileysEventMap['contacts.upsert']) {
    const own = [store.creds.me?.id, store.creds.me?.lid]
    noteAddressBook(() => host.context(), connectionId, contacts, { hasChat: false, own }).catch((error: unknown) =>
      options.log.warn('WhatsApp: the address book could not be kept', { ...facts, error }),
    )
  }

  /** Ends the session when messages arrive but none is processed. A new session clears whatever blocks them. */
  function watch() {
    const since = stanzas.waitingSinceMs()
    if (since === undefined || Date.now() - since < (options.stuckAfterMs ?? stuckDefaultMs)) return
    options.log.warn('WhatsApp: received messages are stuck, the session is opened anew', facts)
    terminateSocket(socket)
  }

  /** A session that can send but receives nothing looks healthy otherwise. */
  async function makeSureItListens() {
    if (!open || handedOver) return
    try {
      await askForMessages(socket)
    } catch (error) {
      if (!open) return
      options.log.warn('WhatsApp: the session is handed no messages and is opened anew', { ...facts, error })
      terminateSocket(socket)
    }
  }

  function close() {
    if (!open) return
    open = false
    clearInterval(watchdog)
    clearTimeout(listening)
    askAgain.end()
    history.end()
    store.close()
    deliveries.lost()
    closed.reject(new ChannelError('offline', 'The connection was lost'))
    failLookups(socket)
  }

  return {
    socket,
    store,
    readHistory: history.read,
    pairable: pairable.promise,
    get isOpen() {
      return open
    },
    whileOpen: (work) => Promise.race([work, closed.promise]),
    close,
  }
}

function forgetGroups(event: keyof BaileysEventMap, data: unknown, groups: SessionEnvironment['groups']) {
  if (event === 'group-participants.update') groups.delete((data as { id: string }).id)
  if (event === 'groups.update') for (const { id } of data as { id?: string }[]) if (id) groups.delete(id)
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
  // The account is banned, or the client is unknown or outdated: an immediate retry changes nothing.
  402: 'refused',
  [DisconnectReason.forbidden]: 'refused',
  405: 'refused',
  406: 'refused',
  409: 'refused',
}

function closedReport(error: unknown): ChannelReport {
  const { message, output } = (error ?? {}) as { message?: string; output?: { statusCode?: number } }
  const code = output?.statusCode
  const reason = (code !== undefined ? reasonOfCode[code] : undefined) ?? 'lost'
  return { type: 'closed', reason, message: [code, message ?? 'The connection was closed'].filter(Boolean).join(': ') }
}
