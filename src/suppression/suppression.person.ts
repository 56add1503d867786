import { findContactRow } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { inList } from '../kernel/database/expressions'
import type { Person, PersonData } from '../kernel/person/person-data'
import { erasedNumberTable, keepErasedNumber } from './erased-number'
import { isSuppressed, suppressionTable } from './suppression.record'

export const suppressionPerson: PersonData = {
  rows: [
    {
      table: suppressionTable,
      match: ({ phoneKeys }) => inList(suppressionTable.phoneKey, phoneKeys),
      erase: 'rows',
    },
    {
      table: erasedNumberTable,
      match: () => undefined,
      erase: 'work',
      unreadable: 'Whether campaigns must leave a number alone, of which nothing else is known.',
    },
  ],
  begin: keepSuppression,
}

/** Of whoever opted out or was blocked. Without a number there is nothing by which she is known again. */
function keepSuppression(ctx: CompanyContext, { contactId, numbers, phoneKeys }: Person) {
  if (numbers.length === 0) return
  const isBlocked = findContactRow(ctx, contactId)?.active === false
  for (const key of phoneKeys) if (isBlocked || isSuppressed(ctx, key)) keepErasedNumber(ctx, key)
}
