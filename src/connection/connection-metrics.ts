import { count } from 'drizzle-orm'
import { statement } from '../kernel/database/statement'
import type { CompanyMetric } from '../kernel/metrics'
import { connectionTable, inboundEventTable } from './connection.tables'
import { inboundTimes } from './inbox/inbox'

const { channel, status } = connectionTable

const statements = {
  states: statement((db) => db.select({ channel, status, n: count() }).from(connectionTable).groupBy(channel, status)),
  filed: statement((db) => db.select({ n: count() }).from(inboundEventTable)),
}

const ofCompanies: readonly CompanyMetric[] = [
  {
    name: 'recado_connections',
    help: 'Connections of open companies, which includes all that should be connected.',
    together: 'sum',
    readCompany: (ctx) =>
      statements.states.all(ctx).map(({ channel, status, n }) => [n, { channel, state: status }] as const),
  },
  {
    name: 'recado_inbound_filed',
    help: 'Events of providers that are stored and wait for being interpreted.',
    together: 'sum',
    readCompany: (ctx) => statements.filed.get(ctx)?.n ?? 0,
  },
]

export const connectionMetrics = [inboundTimes, ...ofCompanies]
