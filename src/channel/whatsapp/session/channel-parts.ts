import type { GroupMetadata } from '@whiskeysockets/baileys'
import type { Address } from '../../channel'
import type { MainThread } from '../line/main-thread'
import type { ChannelSession } from './channel-session'
import type { createDeliveries } from './deliver'
import type { DeviceCache } from './device-cache'
import type { createLeastRecentlyUsed } from '../least-recently-used'
import type { baileysLogger } from './log-adapter'
import type { ThreadOptions } from '../whatsapp-options'

export interface ChannelParts {
  main: MainThread
  options: ThreadOptions
  logger: ReturnType<typeof baileysLogger>
  deliveries: ReturnType<typeof createDeliveries>
  groups: ReturnType<typeof createLeastRecentlyUsed<GroupMetadata>>
  devices: DeviceCache
  session(): ChannelSession | undefined
  /** @throws ChannelError `offline` */
  linked(): ChannelSession
  ownJid(to: Address): string
}
