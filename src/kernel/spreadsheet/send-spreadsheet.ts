import type { CompanyContext } from '../company-context'
import { perCompany } from '../company-files'
import { refuse } from '../errors'
import { spreadsheetTypes, type WriteOptions, writeSpreadsheet } from './write-spreadsheet'

const atOnceMax = 3

const running = perCompany(() => ({ count: 0 }))

/** @throws Refusal ERR_TOO_MANY_REQUESTS while too many exports of the company are running */
export function assertMayExport({ company }: CompanyContext) {
  if (running(company).count >= atOnceMax) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 10 })
}

/**
 * Streams a spreadsheet while it is written. Keeps the company open until the last row or until the client disconnects.
 * @throws Refusal ERR_TOO_MANY_REQUESTS while too many exports of the company are running
 */
export function sendSpreadsheet(
  ctx: CompanyContext,
  { fileName, ...options }: Omit<WriteOptions, 'onEnd'> & { fileName: string },
): Response {
  assertMayExport(ctx)
  const { company } = ctx
  company.pins++
  running(company).count++
  const body = writeSpreadsheet({
    ...options,
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
