import type { Log } from '../../kernel/log'
import type { Sealer } from './auth-store'
import type { MediaHosts } from './media'
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
