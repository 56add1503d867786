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
  /** For a new session. */
  connectMs?: number
  /** Of silence until a ping, and until its answer. */
  keepAliveMs?: number
  /** After somebody read or wrote. */
  onlineMs?: number
  qrCodeMs?: number
  ackTimeoutMs?: number
  /** Until a waiting message counts as stuck. */
  stuckAfterMs?: number
  /** Until the backlog is delivered. */
  backlogMs?: number
  devicesKeptMs?: number
  /** In addition to Baileys' own attempt. */
  firstAskMs?: number
}
