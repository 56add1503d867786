import { checkNumbers } from '../../connection/running/connection-channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { Refusal } from '../../kernel/errors'
import type { ConnectionId } from '../../kernel/ids'
import { phoneKey } from '../../kernel/text/phone-number'

/** Providers treat faster requests as an attack. */
export const lookupPauseMs = 2000

/** `phoneKey` → the provider's form; undefined without an account. */
export type Accounts = ReadonlyMap<string, string | undefined>

/** Undefined while the provider cannot be reached. */
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
