import { type GroupMetadata, jidNormalizedUser } from '@whiskeysockets/baileys'
import type { Log } from '../../kernel/log'
import { type Address, type Channel, ChannelError, type ChannelHost } from '../channel'
import { type Sealer, SealedByAnotherHost } from './auth-store'
import { pruneDecrypted } from './decrypted-ciphertexts'
import { createDeliveries } from './deliver'
import { createDeviceCache, type DeviceCache } from './device-cache'
import { createLeastRecentlyUsed } from './least-recently-used'
import { type ChannelSession, openSession } from './channel-session'
import { baileysLogger } from './log-adapter'
import type { MediaHosts } from './media'
import { terminateSocket } from './open-socket'
import { lookupMethods } from './lookups'
import { sendingMethods } from './sending'
import { pruneSent } from './sent-messages'
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
  /** How long the account stays online after somebody read or wrote. */
  onlineMs?: number
  qrCodeMs?: number
  ackTimeoutMs?: number
  /** How long a received message may wait to be decrypted before the session is taken for stuck. */
  stuckAfterMs?: number
  /** How long an open session may go without being told that what waited was handed over. */
  backlogMs?: number
  /** How long the devices of a person are taken for known. */
  devicesKeptMs?: number
  /** After how long a message that could not be read is first asked for, beyond Baileys' own try. */
  firstAskMs?: number
}

/** What the parts of a channel share. */
export interface ChannelParts {
  host: ChannelHost
  options: WhatsAppOptions
  logger: ReturnType<typeof baileysLogger>
  deliveries: ReturnType<typeof createDeliveries>
  groups: ReturnType<typeof createLeastRecentlyUsed<GroupMetadata>>
  devices: DeviceCache
  /** The session in use; undefined while there is none. */
  session(): ChannelSession | undefined
  /** The session, linked and open. @throws ChannelError `offline` */
  linked(): ChannelSession
  /** Our own jid as the conversation with this address knows us. */
  ownJid(to: Address): string
}

const groupsRemembered = 100
const ackTimeoutDefaultMs = 20_000
const devicesKeptDefaultMs = 300_000
const pairableTimeoutMs = 20_000

/** One WhatsApp account over Baileys. */
export function createWhatsAppChannel(host: ChannelHost, options: WhatsAppOptions): Channel {
  let session: ChannelSession | undefined
  const devices = createDeviceCache(options.devicesKeptMs ?? devicesKeptDefaultMs)
  const parts: ChannelParts = {
    host,
    options,
    logger: baileysLogger(options.log, { company: host.context().company.id, connection: host.connectionId }),
    deliveries: createDeliveries(options.ackTimeoutMs ?? ackTimeoutDefaultMs, devices.flushAll),
    devices,
    groups: createLeastRecentlyUsed<GroupMetadata>(groupsRemembered),
    session: () => (session?.isOpen ? session : undefined),
    linked() {
      if (session?.isOpen && session.socket.ws.isOpen && session.store.paired()) return session
      throw new ChannelError('offline', 'Not connected to WhatsApp')
    },
    ownJid(to) {
      const me = session?.store.creds.me
      return jidNormalizedUser(to.kind === 'lid' && me?.lid ? me.lid : (me?.id ?? ''))
    },
  }

  async function connect() {
    if (session?.isOpen) return
    pruneSent(host.context(), host.connectionId)
    pruneDecrypted(host.context(), host.connectionId)
    try {
      session = await openSession(parts)
    } catch (error) {
      if (!(error instanceof SealedByAnotherHost)) throw error
      host.report({ type: 'closed', reason: 'unusable', message: error.message })
    }
  }

  async function disconnect({ logOut }: { logOut: boolean }) {
    const leaving = parts.session()
    if (!leaving) return
    const { socket, store } = leaving
    if (logOut && store.paired() && socket.ws.isOpen) {
      await socket.logout().catch((error: unknown) => options.log.warn('WhatsApp: could not log out', { error }))
    }
    leaving.close()
    terminateSocket(socket)
    await socket.end(undefined)
  }

  async function requestPairingCode(number: string) {
    const { socket, pairable } = parts.session() ?? notReady()
    await Promise.race([pairable, Bun.sleep(pairableTimeoutMs).then(notReady)])
    return socket.requestPairingCode(number)
  }

  return { connect, disconnect, requestPairingCode, ...sendingMethods(parts), ...lookupMethods(parts) }
}

function notReady(): never {
  throw new ChannelError('offline', 'WhatsApp is not ready to pair')
}
