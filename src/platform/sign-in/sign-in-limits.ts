import { addressBlock } from '../../kernel/http/edge/ip-address'
import { refuse } from '../../kernel/errors'
import { minuteMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../platform'

/** Wrong passwords within a window; see docs/decisions/0003-sign-in-limits.md. */
const limits = {
  address: { limit: 60, windowMs: 5 * minuteMs },
  accountAtAddress: { limit: 10, windowMs: 5 * minuteMs },
  account: { limit: 100, windowMs: 60 * minuteMs },
  device: { limit: 20, windowMs: 5 * minuteMs },
}
type LimitKind = keyof typeof limits

const rowsMax = 50_000
const rowsDroppedAtOnce = 1000

interface SignInTry {
  email: string
  address: string
  /** Set on devices where this user has signed in before. */
  deviceId: string | undefined
}

/**
 * Counts an attempt before the password is checked, so that concurrent attempts count too. The returned function
 * reverts it after a correct password. For a known device only its own attempts count. @throws Refusal
 * ERR_TOO_MANY_REQUESTS with the seconds until the next try
 */
export function countSignIn(platform: Platform, { email, address, deviceId }: SignInTry): () => void {
  const { sqlite } = platform.catalog
  const nowMs = platform.clock.now().getTime()
  const block = addressBlock(address)
  const counts =
    deviceId !== undefined
      ? [countOf('device', deviceId)]
      : [countOf('address', block), countOf('accountAtAddress', `${email}\n${block}`), countOf('account', email)]
  sqlite.transaction(() => {
    dropOldRows(platform, nowMs)
    for (const { kind, key } of counts) assertBelow(platform, kind, key, nowMs)
    for (const { kind, key } of counts) {
      sqlite.run(
        'INSERT INTO sign_in_count (key, count, ends_at) VALUES (?, 1, ?) ON CONFLICT (key) DO UPDATE SET count = count + 1',
        [key, nowMs + limits[kind].windowMs],
      )
    }
  })()

  return () => {
    for (const { kind, key } of counts) {
      // Other people's attempts on the account or from the address still count.
      const isOwn = kind === 'device' || kind === 'accountAtAddress'
      if (isOwn) sqlite.run('DELETE FROM sign_in_count WHERE key = ?', [key])
      else sqlite.run('UPDATE sign_in_count SET count = count - 1 WHERE key = ? AND count > 0', [key])
    }
  }
}

function countOf(kind: LimitKind, value: string) {
  const key = new Bun.CryptoHasher('sha256').update(`${kind}\n${value}`).digest('base64url')
  return { kind, key }
}

function assertBelow({ catalog }: Platform, kind: LimitKind, key: string, nowMs: number) {
  const row = catalog.sqlite
    .query<{ count: number; endsAt: number }, [string]>(
      'SELECT count, ends_at AS endsAt FROM sign_in_count WHERE key = ?',
    )
    .get(key)
  if (!row || row.count < limits[kind].limit) return
  refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((row.endsAt - nowMs) / 1000) })
}

/** Deletes counts whose window has ended, and the oldest ones if the table is full. */
function dropOldRows({ catalog: { sqlite } }: Platform, nowMs: number) {
  sqlite.run('DELETE FROM sign_in_count WHERE ends_at <= ?', [nowMs])
  const full = sqlite
    .query<{ key: string }, [number]>('SELECT key FROM sign_in_count LIMIT 1 OFFSET ?')
    .get(rowsMax - 1)
  if (!full) return
  sqlite.run('DELETE FROM sign_in_count WHERE key IN (SELECT key FROM sign_in_count ORDER BY ends_at LIMIT ?)', [
    rowsDroppedAtOnce,
  ])
}
