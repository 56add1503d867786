import { NoValue } from '../ui/table/table-cells'
import type { ContactListView } from '../../src/contact-list/contact-list.record'
import { useFormat, useTexts } from '../i18n/i18n'

export function CheckState({ list }: { list: ContactListView }) {
  const t = useTexts('contactList').contactList.check
  const format = useFormat()
  const { contactsCount, validCount, invalidCount } = list
  const unknown = contactsCount - validCount - invalidCount
  if (contactsCount === 0) return <NoValue />
  return (
    <span className="contact-list-check">
      <span data-kind="valid">{t.valid(format.number(validCount), validCount)}</span>
      {invalidCount > 0 && <span data-kind="invalid">{t.invalid(format.number(invalidCount), invalidCount)}</span>}
      {unknown > 0 && <span data-kind="unknown">{t.unknown(format.number(unknown), unknown)}</span>}
    </span>
  )
}
