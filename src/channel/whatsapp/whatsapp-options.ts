import type { Sealer } from './signal/sealed-records'
import type { Log } from '../../kernel/log'
import type { MediaHosts } from './send/media'
import type { WAVersion } from '@whiskeysockets/baileys'
import { hourMs } from '../../kernel/time/durations.contract'

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

type VersionSource = () => Promise<WAVersion | undefined>

const keptMs = 6 * hourMs
const lookUpTimeoutMs = 5_000

/** The server rejects old versions. Falls back to Baileys' own. */
export function latestVersion(log: Log): VersionSource {
  let known: { version: WAVersion | undefined; atMs: number } | undefined
  return async () => {
    if (known && Date.now() - known.atMs < keptMs) return known.version
    const { fetchLatestWaWebVersion } = await import('@whiskeysockets/baileys')
    const { version, isLatest, error } = await fetchLatestWaWebVersion({ signal: AbortSignal.timeout(lookUpTimeoutMs) })
    if (!isLatest) log.warn('The version of WhatsApp Web could not be looked up', { error: String(error) })
    known = { version: isLatest ? version : undefined, atMs: Date.now() }
    return known.version
  }
}
