import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'

const statement = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [string]>(
    `SELECT c.id FROM contact_identity i JOIN contact c ON c.id = i.contact_id
     WHERE i.scope = 0 AND i.kind = 'phone' AND i.value = ? AND c.channel = 'whatsapp' AND c.connection_id IS NOT NULL`,
  ),
)

/** Whether the number belongs to a contact of a WhatsApp connection, which proves that it has an account. */
export function isKnownAccount(ctx: CompanyContext, phoneKey: string) {
  return statement(ctx.company).get(phoneKey) !== null
}
