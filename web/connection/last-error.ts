import { useTexts } from '../i18n/i18n'
import { providerCode } from '../i18n/send-error-text'

/** As the server notes it when nobody scanned the codes. */
export const codesUnscanned = 'The codes were not scanned in time'
const otherHost = 'sealed by another host'

/** What last went wrong, in the language of the person; empty when nothing did. */
export function useLastError(lastError: string): string {
  const { pairing, closures } = useTexts('connection').connection
  if (lastError === '') return ''
  if (lastError === codesUnscanned) return pairing.expiredTitle
  if (lastError.includes(otherHost)) return closures.otherHost
  const code = providerCode(lastError)
  return (code !== undefined && (closures.codes as Record<string, string>)[code]) || closures.other
}
