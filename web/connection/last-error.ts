import { isKeyOf, keysOf } from '../../src/kernel/typed-object.contract'
import { abovePlan, serverFull } from '../../src/connection/connection.contract'
import { accountEnds, appSecretWrong, tokenMissing } from '../../src/channel/meta/last-errors.contract'
import { useTexts } from '../i18n/i18n'
import { providerCode } from '../i18n/send-error-text'

/** As stored by the server when the codes expired. */
export const codesUnscanned = 'The codes were not scanned in time'
const otherHost = 'sealed by another host'

/** Returns the last error in the user's language; empty without one. */
export function useLastError(lastError: string): string {
  const { pairing, closures } = useTexts('connection').connection
  if (lastError === '') return ''
  if (lastError === codesUnscanned) return pairing.expiredTitle
  if (lastError.includes(otherHost)) return closures.otherHost
  if (lastError === abovePlan) return closures.abovePlan
  if (lastError === serverFull) return closures.serverFull
  if (lastError === tokenMissing) return closures.tokenMissing
  if (lastError === appSecretWrong) return closures.appSecretWrong
  const end = keysOf(accountEnds).find((event) => accountEnds[event] === lastError)
  if (end) return closures.accountEnds[end]
  const code = providerCode(lastError)
  return code !== undefined && isKeyOf(closures.codes, code) ? closures.codes[code] : closures.other
}
