import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { UserId } from '../../kernel/ids'
import { createRateLimit } from '../../kernel/http/rate-limit'
import { minuteMs } from '../../kernel/time/durations.contract'
import { digitsOf, phoneKey } from '../../kernel/text/phone-number'
import { mustMask } from '../../setting/setting.queries'

/** Shorter numbers are incomplete, such as a contact's id used as a number. */
const digitsOfWholeNumber = 8

const guesses = perCompany(() => ({
  limit: createRateLimit({ limit: 20, windowMs: 10 * minuteMs }),
  latest: new Map<UserId, string>(),
}))

/** An answer reveals whether a number is known. Repeating counts once. @throws Refusal ERR_TOO_MANY_REQUESTS */
export function countGuess(ctx: CompanyContext, number: string) {
  const userId = actingUserId(ctx.actor)
  if (userId === undefined || digitsOf(number).length < digitsOfWholeNumber || !mustMask(ctx)) return
  const { limit, latest } = guesses(ctx.company)
  const key = phoneKey(digitsOf(number))
  if (latest.get(userId) === key) return
  limit.take(String(userId), ctx.now.getTime())
  latest.set(userId, key)
}
