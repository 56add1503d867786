import type { GroupMetadata } from '@whiskeysockets/baileys'
import type { Address, ChannelHost } from '../channel'
import type { ChannelSession } from './channel-session'
import type { createDeliveries } from './deliver'
import type { DeviceCache } from './device-cache'
import type { createLeastRecentlyUsed } from './least-recently-used'
import type { baileysLogger } from './log-adapter'
import type { WhatsAppOptions } from './whatsapp-options'

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
