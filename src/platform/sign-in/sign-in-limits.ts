import { and, eq, gt, sql } from 'drizzle-orm'
import { addressBlock } from '../../kernel/http/edge/ip-address'
import { minuteMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../platform'
import { signInCountTable } from '../platform.tables'
import { countTry, tryCount } from './count-tries'

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
