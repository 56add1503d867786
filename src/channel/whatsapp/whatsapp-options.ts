import type { Sealer } from './signal/sealed-records'
import type { Log } from '../../kernel/log'
import type { MediaHosts } from './send/media'
import type { VersionSource } from './session/version'

/** Passed to the thread of a line. */
export interface LineOptions {
  url?: string | undefined
  media: MediaHosts
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

export interface WhatsAppOptions extends LineOptions {
  sealer: Sealer
  sealingKey: Uint8Array
  log: Log
}

export interface ThreadOptions extends LineOptions {
  sealer: Sealer
  log: Log
  version: VersionSource
}
