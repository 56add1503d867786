import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { readSecret } from '../../../kernel/config/sealed-secret'
import { statement } from '../../../kernel/database/statement'
import type { ConnectionId } from '../../../kernel/ids'
import type { Graph } from '../graph/graph-client'
import type { GraphSession } from '../graph-session'
import { pageAccountTable } from './page-account.tables'

export type PageAccountRow = typeof pageAccountTable.$inferSelect

const byConnection = statement((db, v: { id: ConnectionId }) =>
  db.select().from(pageAccountTable).where(eq(pageAccountTable.connectionId, v.id)),
)

export const findPageAccount = (ctx: CompanyContext, id: ConnectionId) => byConnection.get(ctx, { id })

export interface PageAccount {
  pageId: string
  token: string
  appSecret: string | undefined
}

export type PageParts = GraphSession<{
  account: PageAccount
  graph: Graph
  /** Of the page or the Instagram account. */ accountId: string
}>

/** Returns undefined without an account, or when its token was forgotten or encrypted by another host. */
export function readPageAccount(ctx: CompanyContext, id: ConnectionId): PageAccount | undefined {
  const { sealer, graph } = ctx.company.services
  const row = findPageAccount(ctx, id)
  const token = readSecret(sealer, row?.token ?? '')
  if (!row || token.state !== 'set') return undefined
  return { pageId: row.pageId, token: token.text, appSecret: graph.appSecret }
}

export function changePageAccount({ db }: CompanyContext, id: ConnectionId, values: Partial<PageAccountRow>) {
  db.update(pageAccountTable).set(values).where(eq(pageAccountTable.connectionId, id)).run()
}
