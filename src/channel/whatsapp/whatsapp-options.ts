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
  /** Of silence until a ping, and until its answer. */
  keepAliveMs?: number
  onlineMs?: number
  qrCodeMs?: number
  ackTimeoutMs?: number
  stuckAfterMs?: number
  backlogMs?: number
  devicesKeptMs?: number
  /** In addition to Baileys' own attempt. */
  firstAskMs?: number
}
