import { eq } from 'drizzle-orm'
import { unusedName } from '../kernel/move-in/free-choice'
import type { MoveInStep } from '../kernel/move-in/move-in-step'
import { flagOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { cleanName } from '../kernel/text/name-text.contract'
import { addListItem } from './add-list-item'
import { contactListItemTable, contactListTable } from './contact-list.tables'

const contactLists: MoveInStep = {
  table: 'ContactLists',
  take({ ctx }, row) {
    const others = ctx.db.select({ key: contactListTable.nameKey }).from(contactListTable).all()
    const naming = unusedName(
      textOf(row['name']),
      others.map(({ key }) => key),
      { missing: 'Lista' },
    )
    return ctx.db
      .insert(contactListTable)
      .values({ ...naming, ...timesOf(row) })
      .returning({ id: contactListTable.id })
      .get().id
  },
}

const items: MoveInStep = {
  table: 'ContactListItems',
  owner: { column: 'contactListId', table: 'ContactLists' },
  take({ ctx, find }, row) {
    const listId = find('ContactLists', row['contactListId'])
    if (listId === undefined) return { skipped: 'parent ContactLists' }
    if (flagOf(row['isGroup'])) return { skipped: 'group' }
    const number = textOf(row['number'], 50).replace(/\D/g, '')
    if (number.length < 5) return { skipped: 'phoneMissing' }
    const name = cleanName(textOf(row['name'], 250)) || number
    const id = addListItem(ctx, listId, { name, number, email: textOf(row['email'], 250).trim(), extra: {} })
    if (id === undefined) return { skipped: 'numberListed' }
    if (flagOf(row['isWhatsappValid'])) {
      const checked = { isValid: true, checkedAt: timesOf(row).updatedAt }
      ctx.db.update(contactListItemTable).set(checked).where(eq(contactListItemTable.id, id)).run()
    }
    return id
  },
}

export const contactListMoveIn = { contactLists, items }
