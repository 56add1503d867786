import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId } from '../../kernel/ids'
import { cloudAccountTable } from './cloud-account.tables'

/** Forgets the token of a connection that a user disconnected. The number's other data stays for the next one. */
export function forgetCloudToken(ctx: CompanyContext, connectionId: ConnectionId) {
  ctx.db.update(cloudAccountTable).set({ token: '' }).where(eq(cloudAccountTable.connectionId, connectionId)).run()
}
