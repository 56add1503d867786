import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import type { ConnectionId } from '../../kernel/ids'
import { cloudAccountTable } from './cloud-account.tables'

export type CloudAccountRow = typeof cloudAccountTable.$inferSelect

export function findCloudAccount(ctx: CompanyContext, connectionId: ConnectionId): CloudAccountRow | undefined {
  return ctx.db.select().from(cloudAccountTable).where(eq(cloudAccountTable.connectionId, connectionId)).get()
}

/** An account with its token decrypted. */
export interface CloudAccount extends Omit<CloudAccountRow, 'token' | 'appSecret'> {
  token: string
}

/** Returns undefined without an account, or when its token was forgotten or encrypted by another host. */
export function readCloudAccount(ctx: CompanyContext, connectionId: ConnectionId): CloudAccount | undefined {
  const row = findCloudAccount(ctx, connectionId)
  const token = readSecret(ctx.company.services.sealer, row?.token ?? '')
  if (!row || token.state !== 'set') return undefined
  const { appSecret: _hidden, ...account } = row
  return { ...account, token: token.text }
}

/** Returns the connections of the company that belong to the WhatsApp Business Account. */
export function listConnectionsOfBusiness(ctx: CompanyContext, businessAccountId: string): ConnectionId[] {
  return ctx.db
    .select({ id: cloudAccountTable.connectionId })
    .from(cloudAccountTable)
    .where(eq(cloudAccountTable.businessAccountId, businessAccountId))
    .all()
    .map(({ id }) => id)
}
