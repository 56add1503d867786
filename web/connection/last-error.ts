import { useTexts } from '../i18n/i18n'

/** As the server notes it when nobody scanned the codes. */
export const codesUnscanned = 'The codes were not scanned in time'

/** What last went wrong, in the language of the person where it is known; what a provider says stays as it is. */
export function useLastError(lastError: string): string {
  const t = useTexts('connection').connection.pairing
  return lastError === codesUnscanned ? t.expiredTitle : lastError
}
