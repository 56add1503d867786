import type { WAVersion } from '@whiskeysockets/baileys'
import type { Log } from '../../../kernel/log'
import { hourMs } from '../../../kernel/time/durations.contract'

export type VersionSource = () => Promise<WAVersion | undefined>

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
