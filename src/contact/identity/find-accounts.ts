import { checkNumbers } from '../../connection/running/connection-channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { Refusal } from '../../kernel/errors'
import type { ConnectionId } from '../../kernel/ids'
import { phoneKey } from '../../kernel/text/phone-number'

/** Time between lookups. Providers treat faster requests as an attack. */
export const lookupPauseMs = 2000

/** Key of a number (`phoneKey`) → the number as the provider writes it; undefined where nobody has an account under it. */
export type Accounts = ReadonlyMap<string, string | undefined>

/** Returns which numbers have an account. Undefined while the provider cannot be reached. */
export async function findAccounts(
  ctx: CompanyContext,
  numbers: readonly string[],
  connectionId: ConnectionId,
): Promise<Accounts | undefined> {
  try {
    const parties = await checkNumbers(ctx, numbers, connectionId)
    return new Map(
      numbers.map((number, index) => {
        const phone = parties[index]?.addresses.find(({ kind }) => kind === 'phone')
        return [phoneKey(number), parties[index] && (phone?.value ?? number)]
      }),
    )
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
