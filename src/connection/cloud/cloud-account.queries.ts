import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { readSecret } from '../../kernel/config/sealed-secret'
import type { ConnectionId } from '../../kernel/ids'
import { cloudAccountTable } from './cloud-account.tables'

export type CloudAccountRow = typeof cloudAccountTable.$inferSelect

export function findCloudAccount(ctx: CompanyContext, connectionId: ConnectionId): CloudAccountRow | undefined {
  return ctx.db.select().from(cloudAccountTable).where(eq(cloudAccountTable.connectionId, connectionId)).get()
}

const businessOf = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: string }, [number]>(
    'SELECT business_account_id AS id FROM cloud_account WHERE connection_id = ?',
  ),
)

/**
 * Returns the number that scopes business-scoped user ids: the WhatsApp Business Account's id, or the connection's without
 * one. Read for every message.
 */
export function findBusinessScope(ctx: CompanyContext, connectionId: ConnectionId): number {
  const id = businessOf(ctx.company).get(connectionId)?.id ?? ''
  return /^\d{6,15}$/.test(id) ? Number(id) : connectionId
}

/** An account with its secrets decrypted. */
export interface CloudAccount extends Omit<CloudAccountRow, 'token' | 'appSecret'> {
  token: string
  appSecret: string | undefined
}

/** The connection's own app secret, or else the host's; undefined when it was encrypted by another host. */
export function readAppSecret({ company }: CompanyContext, stored: string): string | undefined {
  const { sealer, graph } = company.services
  const own = readSecret(sealer, stored)
  if (own.state === 'none') return graph.appSecret
  return own.state === 'set' ? own.text : undefined
}

/** Returns undefined without an account, or when its token was forgotten or encrypted by another host. */
export function readCloudAccount(ctx: CompanyContext, connectionId: ConnectionId): CloudAccount | undefined {
  const row = findCloudAccount(ctx, connectionId)
  const token = readSecret(ctx.company.services.sealer, row?.token ?? '')
  if (!row || token.state !== 'set') return undefined
  return { ...row, token: token.text, appSecret: readAppSecret(ctx, row.appSecret) }
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
