import type { ChannelParts } from './session/channel-parts'
import type { ThreadOptions } from './whatsapp-options'
import { type GroupMetadata, jidNormalizedUser } from '@whiskeysockets/baileys'
import { type Channel, ChannelError } from '../channel'
import type { MainThread } from './line/main-thread'
import { SealedByAnotherHost } from './signal/auth-store'
import { createDeliveries } from './session/deliver'
import { createDeviceCache } from './session/device-cache'
import { createLeastRecentlyUsed } from './least-recently-used'
import { type ChannelSession, openSession } from './session/channel-session'
import { baileysLogger } from './session/log-adapter'
import { terminateSocket } from './session/open-socket'
import { lookupMethods } from './send/lookups'
import { sendingMethods } from './send/sending'

const groupsRemembered = 100
const ackTimeoutDefaultMs = 20_000
const devicesKeptDefaultMs = 300_000
const storedMsMax = 3_000
const pairableTimeoutMs = 20_000

/** Runs in the thread of its line. */
export function createWhatsAppChannel(main: MainThread, options: ThreadOptions): Channel {
  let session: ChannelSession | undefined
  const devices = createDeviceCache(options.devicesKeptMs ?? devicesKeptDefaultMs)
  const parts: ChannelParts = {
    main,
    options,
    logger: baileysLogger(options.log, main.ids),
    deliveries: createDeliveries(main, options.ackTimeoutMs ?? ackTimeoutDefaultMs, devices.flushAll),
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
    try {
      session = await openSession(parts)
    } catch (error) {
      if (!(error instanceof SealedByAnotherHost)) throw error
      main.tell('report', { type: 'closed', reason: 'unusable', message: error.message })
    }
  }

  async function disconnect({ logOut }: { logOut: boolean }) {
    const leaving = parts.session()
    if (!leaving) return
    const { socket, store } = leaving
    if (logOut && store.paired() && socket.ws.isOpen) {
      await socket.logout().catch((error: unknown) => options.log.warn('WhatsApp: could not log out', { error }))
      // The frame that unlinks the device may be held back, and ending the socket would drop it.
      await Promise.race([new Promise<void>((resolve) => main.afterStored(resolve)), Bun.sleep(storedMsMax)])
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

  const readHistory = () => parts.session()?.readHistory()

  return { connect, disconnect, requestPairingCode, readHistory, ...sendingMethods(parts), ...lookupMethods(parts) }
}

function notReady(): never {
  throw new ChannelError('offline', 'WhatsApp is not ready to pair')
}
