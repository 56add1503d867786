import { count, lt } from 'drizzle-orm'
import { channelRules } from '../channel/channel-rules.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { refuse } from '../kernel/errors'
import type { AbovePlan } from './connection.calls'
import type { Connection } from './connection.queries'
import { connectionTable } from './connection.tables'

const older = statement((db, { id }: Pick<Connection, 'id'>) =>
  db.select({ n: count() }).from(connectionTable).where(lt(connectionTable.id, id)),
)

/** All of a channel that the plan lacks, and the newest beyond its number. Null within the plan. */
export function findAbovePlan(
  ctx: CompanyContext,
  { id, channel }: Pick<Connection, 'id' | 'channel'>,
): AbovePlan | null {
  const { planFlag } = channelRules[channel]
  if (!ctx.plan[planFlag]) return { limit: planFlag }
  const most = ctx.plan.connections
  return (older.get(ctx, { id })?.n ?? 0) < most ? null : { limit: 'connections', most }
}

/** Before a pairing. @throws Refusal ERR_PLAN_LIMIT */
export function assertWithinPlan(ctx: CompanyContext, connection: Pick<Connection, 'id' | 'channel'>) {
  const above = findAbovePlan(ctx, connection)
  if (above) refuse('ERR_PLAN_LIMIT', { body: { ...above } })
}

/** A paired connection may retry. @throws Refusal ERR_PLAN_LIMIT */
export function assertMayConnect(ctx: CompanyContext, connection: Connection) {
  const runs = connection.wanted && connection.number !== ''
  if (!runs) assertWithinPlan(ctx, connection)
}
