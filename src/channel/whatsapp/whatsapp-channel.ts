import {
  type BaileysEventMap,
  DisconnectReason,
  type BinaryNode,
  generateMessageIDV2,
  generateWAMessageContent,
  type GroupMetadata,
  jidDecode,
  jidNormalizedUser,
  proto,
  type WAMessageKey,
} from '@whiskeysockets/baileys'
import type { Log } from '../../kernel/log'
import { type Address, type Channel, ChannelError, type ChannelHost, type ChannelReport } from '../channel'
import { type AuthStore, createAuthStore, SealedElsewhere, type Sealer } from './auth-store'
import { createDeliveries } from './deliver'
import { createEventFiling } from './event-filing'
import { fetchMedia } from './fetch-media'
import { fileHistory } from './history'
import { createLeastRecentlyUsed } from './least-recently-used'
import { baileysLogger } from './log-adapter'
import { downloadPlain, type MediaHosts, mediaUploader } from './media'
import { cutLine, isIgnored, openSocket, type Socket } from './open-socket'
import { buildMessage } from './outgoing-content'
import { jidOf, partyOf } from './party'
import { findSent, keepSent, pruneSent } from './sent-messages'
import { createStanzaFiling, type StanzaFiling } from './stanza-filing'
import type { VersionSource } from './version'

export interface WhatsAppOptions {
  sealer: Sealer
  log: Log
  /** Socket address that stands for WhatsApp's own. */
  url?: string
  media: MediaHosts
  version: VersionSource
  /** How long the server may keep silent before it is asked, and how long about it may take to answer. */
  keepAliveMs?: number
  qrCodeMs?: number
  ackTimeoutMs?: number
  /** How long a received message may wait to be decrypted before the line is taken for stuck. */
  stuckAfterMs?: number
}

interface Line {
  socket: Socket
  store: AuthStore
  stanzas: StanzaFiling
  /** Resolves when the server is ready to pair. */
  pairable: Promise<void>
  watchdog: ReturnType<typeof setInterval>
}

const groupsRemembered = 100

/** One WhatsApp account over Baileys. */
export function createWhatsAppChannel(host: ChannelHost, options: WhatsAppOptions): Channel {
  const { connectionId } = host
  const company = host.context().company.id
  const logger = baileysLogger(options.log, { company, connection: connectionId })
  const deliveries = createDeliveries(options.ackTimeoutMs ?? 20_000)
  const groups = createLeastRecentlyUsed<GroupMetadata>(groupsRemembered)
  let line: Line | undefined

  async function connect() {
    if (line) return
    const version = options.url ? undefined : await options.version()
    pruneSent(host.context(), connectionId)
    const opened = openStore()
    if (!opened) return
    const store = opened
    const stanzas = createStanzaFiling(() => store.creds.me, isIgnored)
    const pairable = Promise.withResolvers<void>()
    const fileEvent = createEventFiling({ stanzas, file: host.file, pass: host.pass, isSending: deliveries.isSending })
    const socket = openSocket({
      auth: store,
      stanzas,
      logger,
      version,
      url: options.url,
      keepAliveMs: options.keepAliveMs ?? 25_000,
      qrCodeMs: options.qrCodeMs,
      file: host.file,
      onFailure: (error) =>
        options.log.error('WhatsApp: what was received could not be kept, the line is cut', {
          company,
          connection: connectionId,
          error,
        }),
      findSent: (key) => findSent(host.context(), connectionId, key.id ?? ''),
      findGroup: (jid) => groups.get(jid),
      onEvent(event, data) {
        if (line?.socket !== socket && event !== 'connection.update') return
        fileEvent(event, data)
        if (event === 'messages.upsert') takeHistory(socket, data as BaileysEventMap['messages.upsert'])
        if (event === 'groups.update') for (const { id } of data as { id?: string }[]) if (id) groups.delete(id)
        if (event === 'group-participants.update') groups.delete((data as { id: string }).id)
        if (event === 'connection.update') follow(data as BaileysEventMap['connection.update'])
      },
    })
    const watchdog = setInterval(() => watch(), 15_000)
    line = { socket, store, stanzas, pairable: pairable.promise, watchdog }
    socket.ws.on('frame', (frame: BinaryNode | Uint8Array) => {
      if (!(frame instanceof Uint8Array)) deliveries.see(frame)
    })

    function follow(update: BaileysEventMap['connection.update']) {
      if (line?.socket !== socket) return
      if (update.qr) {
        pairable.resolve()
        host.report({ type: 'qrcode', code: update.qr })
      }
      if (update.isNewLogin) host.report({ type: 'pairing' })
      if (update.connection === 'open') host.report(connectedReport(store))
      if (update.connection === 'close') {
        hangUp()
        host.report(closedReport(update.lastDisconnect?.error))
      }
    }
  }

  function openStore(): AuthStore | undefined {
    try {
      return createAuthStore({ connectionId, context: host.context, sealer: options.sealer, file: host.file })
    } catch (error) {
      if (!(error instanceof SealedElsewhere)) throw error
      host.report({ type: 'closed', reason: 'unusable', message: error.message })
      return undefined
    }
  }

  function takeHistory(socket: Socket, { messages }: BaileysEventMap['messages.upsert']) {
    for (const message of messages) {
      void fileHistory(message, { host, socket, media: options.media, log: options.log })
    }
  }

  /** The server hands us messages and none of them gets on: whatever holds them up ends with the line. */
  function watch() {
    const since = line?.stanzas.waitingSinceMs()
    if (!line || since === undefined || Date.now() - since < (options.stuckAfterMs ?? 120_000)) return
    options.log.warn('WhatsApp: received messages are stuck, the line is opened anew', {
      company,
      connection: connectionId,
    })
    cutLine(line.socket)
  }

  function hangUp() {
    if (!line) return
    clearInterval(line.watchdog)
    line.store.close()
    line = undefined
    deliveries.lost()
  }

  function open(): Socket {
    if (!line?.socket.ws.isOpen || !line.store.paired()) throw new ChannelError('offline', 'Not connected to WhatsApp')
    return line.socket
  }

  /** Runs a question to the server, whose failures are told in every channel's words. */
  async function ask<T>(work: (socket: Socket) => Promise<T>): Promise<T> {
    const socket = open()
    try {
      return await work(socket)
    } catch (error) {
      const fault = error instanceof ChannelError ? error : new ChannelError('offline', String(error))
      throw fault
    }
  }

  async function deliver(jid: string, id: string, message: proto.IMessage, edit?: string) {
    const socket = open()
    keepSent(host.context(), connectionId, id, message)
    const additionalAttributes: Record<string, string> = edit ? { edit } : {}
    await deliveries.deliver(socket, jid, message, { messageId: id, additionalAttributes })
  }

  const ownJidFor = (to: Address) => {
    const me = line?.store.creds.me
    return jidNormalizedUser(to.kind === 'lid' && me?.lid ? me.lid : (me?.id ?? ''))
  }
  /** What names a message of ours is often its id alone. */
  const keyIn = (to: Address, key: Record<string, unknown>): WAMessageKey => ({ remoteJid: jidOf(to), ...key })
  const newId = () => generateMessageIDV2(line?.store.creds.me?.id)
  const build = (content: Parameters<typeof generateWAMessageContent>[0]) =>
    generateWAMessageContent(content, { logger, upload: async () => ({ mediaUrl: '', directPath: '' }) })

  return {
    connect,
    async disconnect({ logOut }) {
      const leaving = line
      if (!leaving) return
      const linked = leaving.store.paired()
      if (logOut && linked && leaving.socket.ws.isOpen) {
        await leaving.socket
          .logout()
          .catch((error: unknown) => options.log.warn('WhatsApp: could not log out', { error }))
      }
      hangUp()
      cutLine(leaving.socket)
      await leaving.socket.end(undefined)
    },
    async requestPairingCode(number) {
      const { socket, pairable } = line ?? fail()
      await Promise.race([pairable, Bun.sleep(20_000).then(fail)])
      return socket.requestPairingCode(number)
    },
    async send(message) {
      const socket = open()
      const jid = jidOf(message.to)
      const upload = mediaUploader((fresh) => socket.refreshMediaConn(fresh), options.media)
      const kept = findSent(host.context(), connectionId, message.id)
      const body = kept ?? (await buildMessage(message, { jid, ownJid: ownJidFor(message.to), upload, logger }))
      await deliver(jid, message.id, body)
    },
    async edit(to, key, text) {
      open()
      await deliver(jidOf(to), newId(), await build({ text, linkPreview: null, edit: keyIn(to, key) }), '1')
    },
    async delete(to, key) {
      open()
      // Taking back what another wrote is a right of a group's administrators.
      const asAdministrator = to.kind === 'group' && !(key as WAMessageKey).fromMe
      await deliver(jidOf(to), newId(), await build({ delete: keyIn(to, key) }), asAdministrator ? '8' : '7')
    },
    async react(to, key, emoji) {
      open()
      await deliver(jidOf(to), newId(), await build({ react: { text: emoji, key: keyIn(to, key) } }))
    },
    markRead: (keys, played) =>
      ask(async (socket) => {
        if (played) await socket.sendReceipts(keys as readonly WAMessageKey[] as WAMessageKey[], 'played')
        else await socket.readMessages(keys as readonly WAMessageKey[] as WAMessageKey[])
      }),
    setTyping: (to, typing) => ask((socket) => socket.sendPresenceUpdate(typing ? 'composing' : 'paused', jidOf(to))),
    fetchMedia: (content, key) => fetchMedia(content, key as WAMessageKey, line?.socket, options.media),
    checkNumber: (number) =>
      ask(async (socket) => {
        const [found] = (await socket.onWhatsApp(number)) ?? []
        if (!found?.exists) return undefined
        const lid = await socket.signalRepository.lidMapping.getLIDForPN(found.jid).catch(() => null)
        return partyOf([found.jid, lid])
      }),
    fetchPicture: (of) =>
      ask(async (socket) => {
        const url = await socket.profilePictureUrl(jidOf(of), 'image', 10_000).catch(() => undefined)
        return url ? downloadPlain(url, options.media) : undefined
      }),
    fetchGroup: (of) =>
      ask(async (socket) => {
        const group = await socket.groupMetadata(jidOf(of))
        groups.set(group.id, group)
        return partyOf([group.id], group.subject)
      }),
    rejectCall: (callId, caller) => ask((socket) => socket.rejectCall(callId, jidOf(caller))),
  }
}

function fail(): never {
  throw new ChannelError('offline', 'WhatsApp is not ready to pair')
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
  // The account is banned, the client unknown or too old: asking again at once changes nothing.
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
