import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { phoneChannels } from '../channel/channel-rules.contract'
import { contactIdentityTable, contactTable } from '../contact/contact.tables'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'

const { scope, kind, value, contactId } = contactIdentityTable
const { id, channel, connectionId } = contactTable

const find = statement((db, of: { phoneKey: string }) =>
  db
    .select({ id })
    .from(contactIdentityTable)
    .innerJoin(contactTable, eq(id, contactId))
    .where(
      and(
        eq(scope, 0),
        eq(kind, 'phone'),
        eq(value, of.phoneKey),
        inArray(channel, phoneChannels),
        isNotNull(connectionId),
      ),
    ),
)

export function isKnownAccount(ctx: CompanyContext, phoneKey: string) {
  return find.get(ctx, { phoneKey }) !== undefined
}
