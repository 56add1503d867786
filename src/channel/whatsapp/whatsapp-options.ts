import type { Log } from '../../kernel/log'
import type { Sealer } from './signal/auth-store'
import type { MediaHosts } from './send/media'
import type { VersionSource } from './session/version'

export interface WhatsAppOptions {
  sealer: Sealer
  log: Log
  url?: string
  media: MediaHosts
  version: VersionSource
  connectMs?: number
  /** How long the server may be silent before it is pinged, and how long it may take to answer. */
  keepAliveMs?: number
  onlineMs?: number
  qrCodeMs?: number
  ackTimeoutMs?: number
  stuckAfterMs?: number
  backlogMs?: number
  devicesKeptMs?: number
  /** Delay before an unreadable message is first requested, in addition to Baileys' own attempt. */
  firstAskMs?: number
}
