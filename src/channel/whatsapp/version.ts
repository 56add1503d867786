import type { WAVersion } from '@whiskeysockets/baileys'
import type { Log } from '../../kernel/log'

/** The protocol version to speak; undefined for the one Baileys was built with. */
export type VersionSource = () => Promise<WAVersion | undefined>

const keptMs = 6 * 3_600_000
const lookUpTimeoutMs = 5_000

/** Looks the version up where WhatsApp's own page has it: an old one is turned away. Failing that, Baileys' own. */
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
