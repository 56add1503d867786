import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { phoneKey } from '../kernel/text/phone-number'
import { itemSearchText } from './contact-list-item.queries'
import { isKnownAccount } from './known-account.view'

interface NewListItem {
  name: string
  /** Digits, country first. */
  number: string
  email: string
  /** Further columns by their titles. */
  extra: Readonly<Record<string, string>>
}

const insert = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, (string | number | null)[]>(
    `INSERT INTO contact_list_item
       (list_id, name, number, phone_key, email, is_valid, checked_at, extra, search_text, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10) ON CONFLICT (list_id, phone_key) DO NOTHING RETURNING id`,
  ),
)

/**
 * Adds an item to a list without an event. Returns the item's id; undefined if the number is already in the list, in
 * any notation.
 */
export function addListItem(ctx: CompanyContext, listId: number, item: NewListItem): number | undefined {
  const { name, number, email, extra } = item
  const key = phoneKey(number)
  const nowMs = ctx.now.getTime()
  const isKnown = isKnownAccount(ctx, key)
  const validity = isKnown ? [1, nowMs] : [null, null]
  const text = itemSearchText(name, number, email)
  return (
    insert(ctx.company).get(listId, name, number, key, email, ...validity, JSON.stringify(extra), text, nowMs)?.id ??
    undefined
  )
}
