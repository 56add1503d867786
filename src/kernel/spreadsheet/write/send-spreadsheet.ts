import type { CompanyContext } from '../../company/company-context'
import { perCompany } from '../../company/company-files'
import { refuse } from '../../errors'
import { requireRoomForFiles } from '../../file/room-for-files'
import { spreadsheetTypes, type WriteOptions, writeSpreadsheet } from './write-spreadsheet'
import { actingUserId } from '../../company/actor'
import { publishNow } from '../../live/live'

const publishedEachMs = 250

const atOnceMax = 3

const running = perCompany(() => ({ count: 0 }))

export function assertMayExport({ company }: CompanyContext) {
  requireRoomForFiles(company)
  if (running(company).count >= atOnceMax) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 10 })
}

interface SendOptions extends Omit<WriteOptions, 'onEnd'> {
  fileName: string
  exportId?: string | undefined
}

/** Keeps the company open to the end. @throws Refusal as `assertMayExport` */
export function sendSpreadsheet(ctx: CompanyContext, { fileName, exportId, rows, ...options }: SendOptions): Response {
  assertMayExport(ctx)
  const { company } = ctx
  company.pins++
  running(company).count++
  const body = writeSpreadsheet({
    ...options,
    rows: exportId === undefined ? rows : followExport(ctx, exportId, rows),
    onEnd() {
      company.pins--
      running(company).count--
    },
  })
  return new Response(body, {
    headers: {
      'content-type': spreadsheetTypes[options.format],
      'content-disposition': `attachment; filename="${fileName}.${options.format}"`,
    },
  })
}

function* followExport<Row>(ctx: CompanyContext, exportId: string, batches: Iterator<Row[]>): Generator<Row[]> {
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
