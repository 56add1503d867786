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
  /** How long the server may take to answer a new session. */
  connectMs?: number
  /** How long the server may be silent before it is pinged, and how long it may take to answer. */
  keepAliveMs?: number
  /** How long the account stays online after somebody read or wrote. */
  onlineMs?: number
  qrCodeMs?: number
  ackTimeoutMs?: number
  /** How long a received message may wait for decryption before the session counts as stuck. */
  stuckAfterMs?: number
  /** Time limit for the server's notice that the backlog was delivered. */
  backlogMs?: number
  devicesKeptMs?: number
  /** Delay before an unreadable message is first requested, in addition to Baileys' own attempt. */
  firstAskMs?: number
}
