import { asc, desc, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { statement } from '../../../kernel/database/statement'
import { readSecret } from '../../../kernel/config/sealed-secret'
import type { ConnectionId } from '../../../kernel/ids'
import { cloudAccountTable, cloudChargeTable } from './cloud-account.tables'

export type CloudAccountRow = typeof cloudAccountTable.$inferSelect

const ofConnection = (connectionId: ConnectionId) => eq(cloudAccountTable.connectionId, connectionId)

const find = statement((db, of: { connectionId: ConnectionId }) =>
  db.select().from(cloudAccountTable).where(ofConnection(of.connectionId)),
)

export const findCloudAccount = (ctx: CompanyContext, connectionId: ConnectionId): CloudAccountRow | undefined =>
  find.get(ctx, { connectionId })

/** User ids are scoped by the WhatsApp Business Account; without one, by the connection. */
export function findBusinessScope(ctx: CompanyContext, connectionId: ConnectionId): number {
  const id = findCloudAccount(ctx, connectionId)?.businessAccountId ?? ''
  return /^\d{6,15}$/.test(id) ? Number(id) : connectionId
}

export interface CloudAccount extends Omit<CloudAccountRow, 'token' | 'appSecret'> {
  token: string
  appSecret: string | undefined
}

export const hasHostApp = ({ company }: CompanyContext) => company.services.graph.appSecret !== undefined

export const isReceivedByHost = ({ company }: CompanyContext, { appSecret }: Pick<CloudAccountRow, 'appSecret'>) => {
  const { graph } = company.services
  return appSecret === '' && graph.appSecret !== undefined && graph.verifyToken !== undefined
}

function readAppSecret({ company }: CompanyContext, stored: string): string | undefined {
  const { sealer, graph } = company.services
  const own = readSecret(sealer, stored)
  if (own.state === 'none') return graph.appSecret
  return own.state === 'set' ? own.text : undefined
}

export function findAppSecret(ctx: CompanyContext, connectionId: ConnectionId): string | undefined {
  const row = findCloudAccount(ctx, connectionId)
  return row && readAppSecret(ctx, row.appSecret)
}

/** Returns undefined without an account, or when its token was forgotten or encrypted by another host. */
export function readCloudAccount(ctx: CompanyContext, connectionId: ConnectionId): CloudAccount | undefined {
  const row = findCloudAccount(ctx, connectionId)
  const token = readSecret(ctx.company.services.sealer, row?.token ?? '')
  if (!row || token.state !== 'set') return undefined
  return { ...row, token: token.text, appSecret: readAppSecret(ctx, row.appSecret) }
}

const monthsShown = 12

export function listCharges({ db }: CompanyContext, connectionId: ConnectionId) {
  const rows = db
    .select()
    .from(cloudChargeTable)
    .where(eq(cloudChargeTable.connectionId, connectionId))
    .orderBy(desc(cloudChargeTable.month), asc(cloudChargeTable.category))
    .all()
  return [...Map.groupBy(rows, ({ month }) => month)].slice(0, monthsShown).map(([month, charges]) => {
    return { month, charges: charges.map(({ category, isBillable, messages }) => ({ category, isBillable, messages })) }
  })
}

export function listAccountsOfBusiness({ db }: CompanyContext, businessAccountId: string): CloudAccountRow[] {
  return db.select().from(cloudAccountTable).where(eq(cloudAccountTable.businessAccountId, businessAccountId)).all()
}

export function changeCloudAccount(
  { db }: CompanyContext,
  connectionId: ConnectionId,
  values: Partial<CloudAccountRow>,
) {
  db.update(cloudAccountTable).set(values).where(ofConnection(connectionId)).run()
}

/** `TIER_250`, `TIER_1K`, `TIER_UNLIMITED`; unlimited while unknown. */
export function conversationsMax(ctx: CompanyContext, connectionId: ConnectionId): number {
  const [, digits, thousands] = /^TIER_(\d{1,6})(K?)$/.exec(findCloudAccount(ctx, connectionId)?.tier ?? '') ?? []
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits) * (thousands ? 1000 : 1)
}
