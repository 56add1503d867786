import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { phoneKey } from '../kernel/text/phone-number'
import { type ContactListItem, itemSearchText } from './contact-list-item.queries'
import { contactListItemTable } from './contact-list.tables'
import { isKnownAccount } from './known-account.view'

interface NewListItem {
  name: string
  number: string
  email: string
  extra: Readonly<Record<string, string>>
}

const { id, listId, phoneKey: key } = contactListItemTable

type Given = Omit<ContactListItem, 'id' | 'createdAt' | 'updatedAt'> & { now: Date }

const insert = statement((db, of: Given) =>
  db
    .insert(contactListItemTable)
    .values({
      listId: of.listId,
      name: of.name,
      number: of.number,
      phoneKey: of.phoneKey,
      email: of.email,
      isValid: of.isValid,
      checkedAt: of.checkedAt,
      extra: of.extra,
      searchText: of.searchText,
      createdAt: of.now,
      updatedAt: of.now,
    })
    .onConflictDoNothing({ target: [listId, key] })
    .returning({ id }),
)

/** Without an event. Undefined if the number is there, in any notation. */
export function addListItem(ctx: CompanyContext, listId: number, item: NewListItem): number | undefined {
  const key = phoneKey(item.number)
  const isKnown = isKnownAccount(ctx, key)
  const validity = { isValid: isKnown || null, checkedAt: isKnown ? ctx.now : null }
  const searchText = itemSearchText(item.name, item.number, item.email)
  return insert.get(ctx, { listId, ...item, phoneKey: key, ...validity, searchText, now: ctx.now })?.id
}
