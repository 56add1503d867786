import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { excluded } from '../../kernel/database/expressions'
import { refuse } from '../../kernel/errors'
import { addMs } from '../../kernel/time/clock'
import type { Platform } from '../platform'
import { signInCountTable } from '../platform.tables'
import { addressBlock } from '../../kernel/http/edge/ip-address'
import { minuteMs } from '../../kernel/time/durations.contract'
import { hashSecret } from '../../kernel/config/sealed-secret'
import { clientAddress } from '../../kernel/http/edge/forwarded-headers'
import { keepNewest } from '../../kernel/keep-newest.contract'

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

/** After a right one. */
export function clearTries({ catalog: { db } }: Platform, counts: readonly TryCount[]) {
  const keys = counts.map(({ key: tried }) => tried)
  db.delete(signInCountTable).where(inArray(key, keys)).run()
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

/** See docs/decisions/0003-sign-in.md. */
const limits = {
  address: { limit: 60, windowMs: 5 * minuteMs },
  accountAtAddress: { limit: 10, windowMs: 5 * minuteMs },
  account: { limit: 100, windowMs: 60 * minuteMs },
  device: { limit: 20, windowMs: 5 * minuteMs },
}
type LimitKind = keyof typeof limits

interface SignInTry {
  email: string
  address: string
  deviceId: string | undefined
}

/** Before the password is checked; the returned function reverts it. @throws Refusal ERR_TOO_MANY_REQUESTS */
export function countSignIn(platform: Platform, { email, address, deviceId }: SignInTry): () => void {
  const { db } = platform.catalog
  const { key: known, count } = signInCountTable
  const block = addressBlock(address)
  const counts =
    deviceId !== undefined
      ? [countOf('device', deviceId)]
      : [countOf('address', block), countOf('accountAtAddress', `${email}\n${block}`), countOf('account', email)]
  countTry(platform, counts)

  return () => {
    for (const { kind, key } of counts) {
      // Attempts of others still count.
      const isOwn = kind === 'device' || kind === 'accountAtAddress'
      const isIt = eq(known, key)
      if (isOwn) db.delete(signInCountTable).where(isIt).run()
      else
        db.update(signInCountTable)
          .set({ count: sql`${count} - 1` })
          .where(and(isIt, gt(count, 0)))
          .run()
    }
  }
}

const countOf = (kind: LimitKind, value: string) => ({ kind, ...tryCount(kind, value, limits[kind]) })

const guessLimit = { limit: 60, windowMs: 5 * minuteMs }
const answersMax = 10_000

type SecretKind =
  | 'ruleToken'
  | 'connectionToken'
  | 'metaVerifyToken'
  | 'efi'
  | 'mercadopago'
  | 'asaas'
  | 'passwordLink'
  | 'challenge'
  | 'passkey'

/** Returns `isRight`. A repeated secret is no guess. @throws Refusal ERR_TOO_MANY_REQUESTS after too many wrong ones */
export function limitGuesses(platform: Platform, request: Request, kind: SecretKind, secret: string, isRight: boolean) {
  const { secretAnswers } = platform
  const block = addressBlock(clientAddress(request))
  const key = hashSecret(`${kind}\n${block}\n${secret}`)
  if (secretAnswers.get(key) === isRight) return isRight
  const count = tryCount(kind, block, guessLimit)
  if (isRight) assertBelowLimit(platform, count)
  else countTry(platform, [count])
  secretAnswers.set(key, isRight)
  keepNewest(secretAnswers, answersMax)
  return isRight
}
