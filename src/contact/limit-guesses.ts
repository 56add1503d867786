import { actingUserId } from '../kernel/actor'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { UserId } from '../kernel/ids'
import { createRateLimit } from '../kernel/rate-limit'
import { mustMask } from './mask-number'
import { digitsOf, phoneKey } from './phone-number'

/** Shorter is nobody's whole number, such as a contact's id where a number may stand. */
const digitsOfWholeNumber = 8

const guesses = perCompany(() => ({
  limit: createRateLimit({ most: 20, windowMs: 10 * 60_000 }),
  latest: new Map<UserId, string>(),
}))

/**
 * Counts a whole number that a person names from whom numbers are hidden: whether it is known would tell them the digits
 * they do not see, one number after the other. The same number again, as a list asks on its next page, is one guess.
 * @throws Refusal ERR_TOO_MANY_REQUESTS
 */
export function countGuess(ctx: CompanyContext, number: string) {
  const userId = actingUserId(ctx.actor)
  if (userId === undefined || digitsOf(number).length < digitsOfWholeNumber || !mustMask(ctx)) return
  const { limit, latest } = guesses(ctx.company)
  const key = phoneKey(digitsOf(number))
  if (latest.get(userId) === key) return
  limit.take(String(userId), ctx.now.getTime())
  latest.set(userId, key)
}
