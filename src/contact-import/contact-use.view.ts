import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { ContactId } from '../kernel/ids'

const statement = perCompany(({ sqlite }) =>
  sqlite.prepare<{ used: number }, [number]>(
    `SELECT EXISTS (SELECT 1 FROM ticket WHERE contact_id = ?1) OR EXISTS (SELECT 1 FROM schedule WHERE contact_id = ?1)
       AS used`,
  ),
)

/** Whether the contact has a conversation, or a message scheduled. */
export function hasConversation(ctx: CompanyContext, id: ContactId) {
  return statement(ctx.company).get(id)?.used === 1
}
