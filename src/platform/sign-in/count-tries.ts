import { refuse } from '../../kernel/errors'
import type { Platform } from '../platform'

/** Wrong tries of one key within a window. They are stored in the catalog, so a restart resets nothing. */
export interface TryCount {
  key: string
  limit: number
  windowMs: number
}

const rowsMax = 50_000
const rowsDroppedAtOnce = 1000

export function tryCount(kind: string, value: string, limit: Omit<TryCount, 'key'>): TryCount {
  const key = new Bun.CryptoHasher('sha256').update(`${kind}\n${value}`).digest('base64url')
  return { key, ...limit }
}

/** @throws Refusal ERR_TOO_MANY_REQUESTS with the seconds until the next try */
export function assertBelowLimit({ catalog, clock }: Platform, { key, limit }: TryCount) {
  const nowMs = clock.now().getTime()
  const row = catalog.sqlite
    .query<{ count: number; endsAt: number }, [string, number]>(
      'SELECT count, ends_at AS endsAt FROM sign_in_count WHERE key = ? AND ends_at > ?',
    )
    .get(key, nowMs)
  if (!row || row.count < limit) return
  refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((row.endsAt - nowMs) / 1000) })
}

/** Counts a try by all keys. @throws Refusal as `assertBelowLimit`; then nothing is counted */
export function countTry(platform: Platform, counts: readonly TryCount[]) {
  const { sqlite } = platform.catalog
  const nowMs = platform.clock.now().getTime()
  sqlite.transaction(() => {
    dropOldRows(platform, nowMs)
    for (const count of counts) assertBelowLimit(platform, count)
    for (const { key, windowMs } of counts) {
      sqlite.run(
        `INSERT INTO sign_in_count (key, count, ends_at) VALUES (?1, 1, ?2) ON CONFLICT (key) DO UPDATE
         SET count = iif(ends_at > ?3, count + 1, 1), ends_at = iif(ends_at > ?3, ends_at, ?2)`,
        [key, nowMs + windowMs, nowMs],
      )
    }
  })()
}

/** Deletes some counts whose window has ended, and the oldest ones if the table is full. */
function dropOldRows({ catalog: { sqlite } }: Platform, nowMs: number) {
  sqlite.run(
    'DELETE FROM sign_in_count WHERE key IN (SELECT key FROM sign_in_count WHERE ends_at <= ? ORDER BY ends_at LIMIT ?)',
    [nowMs, rowsDroppedAtOnce],
  )
  const full = sqlite
    .query<{ key: string }, [number]>('SELECT key FROM sign_in_count LIMIT 1 OFFSET ?')
    .get(rowsMax - 1)
  if (!full) return
  sqlite.run('DELETE FROM sign_in_count WHERE key IN (SELECT key FROM sign_in_count ORDER BY ends_at LIMIT ?)', [
    rowsDroppedAtOnce,
  ])
}
