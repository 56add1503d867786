import type { ContactView } from '../../../src/contact/contact.answers'
import { useFormat, useTexts } from '../../i18n/i18n'

/** Returns what tells people of the same name apart. */
export function useShownAddress() {
  const t = useTexts('contact').contact.drawer
  const format = useFormat()
  return ({ number, username, email }: Pick<ContactView, 'number' | 'username' | 'email'>) => {
    if (number) return format.phone(number)
    return username ? `@${username}` : email || t.noNumber
  }
}
