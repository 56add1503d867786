import { actingUserId } from '../../company/actor'
import type { CompanyContext } from '../../company/company-context'
import { publishNow } from '../../live/live'
import './export-progress.contract'

const publishedEachMs = 250

/** Passes the batches on, and publishes how many rows were written to the user who exports. */
export function* followExport<Row>(ctx: CompanyContext, exportId: string, batches: Iterator<Row[]>): Generator<Row[]> {
  const topics = [`user:${actingUserId(ctx.actor)}`]
  let rows = 0
  let publishedMs = -Infinity
  try {
    for (let next = batches.next(); !next.done; next = batches.next()) {
      yield next.value
      rows += next.value.length
      if (performance.now() - publishedMs < publishedEachMs) continue
      publishedMs = performance.now()
      publishNow(ctx, { topics, event: 'exportProgress', data: { exportId, rows } })
    }
  } finally {
    batches.return?.()
  }
}
