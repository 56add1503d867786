import { and, count, eq, lte, sql } from 'drizzle-orm'
import type { CompanyContext } from '../company/company-context'
import { statement } from '../database/statement'
import type { CompanyMetric } from '../metrics'
import { jobTable } from './job.tables'

const { kind, runAt, createdAt, givenUp } = jobTable

/** Jobs without a time are due since they were added. */
const dueSince = sql<number>`max(${runAt}, ${createdAt})`

const due = statement((db, of: { now: Date }) =>
  db
    .select({ kind, n: count(), sinceMs: sql<number>`min(${dueSince})` })
    .from(jobTable)
    .where(and(eq(givenUp, false), lte(runAt, of.now)))
    .groupBy(kind),
)

const dueKinds = (ctx: CompanyContext) => due.all(ctx, { now: ctx.now })

export const jobMetrics: readonly CompanyMetric[] = [
  {
    name: 'recado_jobs_due',
    help: 'Jobs of open companies that wait or run.',
    together: 'sum',
    readCompany: (ctx) => dueKinds(ctx).map(({ kind, n }) => [n, { kind }] as const),
  },
  {
    name: 'recado_jobs_oldest_due_seconds',
    help: 'For how long the oldest of them has been due.',
    together: 'max',
    readCompany: (ctx) =>
      dueKinds(ctx).map(({ kind, sinceMs }) => [Math.max(0, ctx.now.getTime() - sinceMs) / 1000, { kind }] as const),
  },
]
