import { afterCommit, type CompanyContext } from '../kernel/company/company-context'
import { reaction } from '../kernel/event/event-log'
import { type CompanyMetric, counter } from '../kernel/metrics'
import { listOutboxes, type Outbox } from './outbox/list-outboxes.view'

const received = counter('recado_inbound_messages', 'Messages received from contacts and stored.')
const countReceived = () => received.add('')

export const countInbound = reaction('message.received', (ctx) => afterCommit(ctx, countReceived))

const byLine = (ctx: CompanyContext, valueOf: (outbox: Outbox) => number) =>
  listOutboxes(ctx).map((row) => {
    return [valueOf(row), { line: row.status === 'CONNECTED' ? 'connected' : 'down' }] as const
  })

const ofCompanies: readonly CompanyMetric[] = [
  {
    name: 'recado_outbox_messages',
    help: 'Messages of open companies that are still to be sent, also later ones.',
    together: 'sum',
    readCompany: (ctx) => byLine(ctx, ({ n }) => n),
  },
  {
    name: 'recado_outbox_oldest_seconds',
    help: 'For how long the oldest message that may be sent has waited.',
    together: 'max',
    readCompany: (ctx) =>
      byLine(ctx, ({ sinceMs }) => (sinceMs === null ? 0 : Math.max(0, ctx.now.getTime() - sinceMs) / 1000)),
  },
]

export const messageMetrics = [received, ...ofCompanies]
