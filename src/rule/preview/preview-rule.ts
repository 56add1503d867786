import { schedulesFor } from '../../bot/opening-hours/opening-hours'
import { listConnections } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { createLimiter } from '../../kernel/job/limiter'
import { startProductWorker } from '../../kernel/product-files'
import { timeZoneOf } from '../../kernel/time/time-zone'
import { listQueues } from '../../queue/queue.queries'
import type { PreviewRuleBody } from '../rule.contract'
import type { RulePreview } from '../rule.record'
import type { PreviewOrder, PreviewResult } from './preview-worker'

const timeLimitMs = 30_000

/** One after the other: each reads a week of events. */
const inTurn = perCompany(() => createLimiter(1))

/** In a worker over a read-only connection. @throws Error after the time limit */
export function previewRule(ctx: CompanyContext, rule: PreviewRuleBody): Promise<RulePreview> {
  const path = ctx.company.sqlite.filename
  const order = { path, rule, now: ctx.now, zone: timeZoneOf(ctx), schedules: schedulesOf(ctx, rule) }
  return inTurn(ctx.company)(() => replay(order))
}

function schedulesOf(ctx: CompanyContext, { conditions }: PreviewRuleBody): PreviewOrder['schedules'] {
  if (!conditions.some(({ field }) => field === 'hours')) return []
  const queueIds = [0, ...listQueues(ctx).map(({ id }) => id)]
  return listConnections(ctx).flatMap(({ id: connectionId }) =>
    queueIds.map((queueId) => ({
      connectionId,
      queueId,
      days: schedulesFor(ctx, { connectionId, queueId: queueId || null }),
    })),
  )
}

async function replay(order: PreviewOrder): Promise<RulePreview> {
  const worker = startProductWorker('src/rule/preview/preview-worker.ts')
  const { promise, resolve, reject } = Promise.withResolvers<PreviewResult>()
  const timeout = setTimeout(() => reject(new Error('A preview took too long')), timeLimitMs)
  worker.on('message', resolve)
  worker.on('error', reject)
  worker.postMessage(order)
  try {
    const result = await promise
    if ('failure' in result) throw new Error(result.failure)
    return result.preview
  } finally {
    clearTimeout(timeout)
    void worker.terminate()
  }
}
