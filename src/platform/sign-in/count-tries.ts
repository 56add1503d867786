import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { excluded } from '../../kernel/database/expressions'
import { refuse } from '../../kernel/errors'
import { addMs } from '../../kernel/time/clock'
import type { Platform } from '../platform'
import { signInCountTable } from '../platform.tables'

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

const { key, count, endsAt } = signInCountTable

/** @throws Refusal ERR_TOO_MANY_REQUESTS with the seconds until the next try */
export function assertBelowLimit({ catalog, clock }: Platform, tried: TryCount) {
  const now = clock.now()
  const isRunning = and(eq(key, tried.key), gt(endsAt, now))
  const row = catalog.db.select({ count, endsAt }).from(signInCountTable).where(isRunning).get()
  if (!row || row.count < tried.limit) return
  refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((row.endsAt.getTime() - now.getTime()) / 1000) })
}

/** @throws Refusal as `assertBelowLimit`; then nothing is counted */
export function countTry(platform: Platform, counts: readonly TryCount[]) {
  const { db, sqlite } = platform.catalog
  const now = platform.clock.now()
  const isRunning = gt(endsAt, now)
  sqlite.transaction(() => {
    dropOldRows(platform, now)
    for (const count of counts) assertBelowLimit(platform, count)
    for (const { key: tried, windowMs } of counts) {
      db.insert(signInCountTable)
        .values({ key: tried, count: 1, endsAt: addMs(now, windowMs) })
        .onConflictDoUpdate({
          target: key,
          set: {
            count: sql`iif(${isRunning}, ${count} + 1, 1)`,
            endsAt: sql`iif(${isRunning}, ${endsAt}, ${excluded(endsAt)})`,
          },
        })
        .run()
    }
  })()
}

function dropOldRows({ catalog: { db } }: Platform, now: Date) {
  const drop = (which?: SQL) => {
    const oldest = db.select({ key }).from(signInCountTable).where(which).orderBy(endsAt).limit(rowsDroppedAtOnce)
    db.delete(signInCountTable).where(inArray(key, oldest)).run()
  }
  drop(lte(endsAt, now))
  const last = db
    .select({ key })
    .from(signInCountTable)
    .limit(1)
    .offset(rowsMax - 1)
  if (last.get()) drop()
}
