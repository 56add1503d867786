import { addListItem } from '../../contact-list/add-list-item'
import { itemNameMax } from '../../contact-list/contact-list.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ImportEntry } from './import-entry'
import type { RowResult } from '../run/import-progress'

export function importListEntry(
  ctx: CompanyContext,
  listId: number,
  { name, number, email, extraInfo, remark }: ImportEntry,
  /** Titles of the further columns, which a campaign fills in even where a cell is empty. */
  columns: readonly string[],
): Pick<RowResult, 'outcome' | 'reason'> {
  const given = extraInfo.map((info) => [info.name, info.value])
  const extra = Object.fromEntries([...columns.map((column) => [column, '']), ...given])
  const id = addListItem(ctx, listId, { name: name.slice(0, itemNameMax).trim(), number, email, extra })
  return id === undefined ? { outcome: 'ignored', reason: 'alreadyListed' } : { outcome: 'created', reason: remark }
}
