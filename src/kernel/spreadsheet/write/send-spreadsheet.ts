import type { CompanyContext } from '../../company/company-context'
import { perCompany } from '../../company/company-files'
import { refuse } from '../../errors'
import { requireRoomForFiles } from '../../file/room-for-files'
import { followExport } from './export-progress'
import { spreadsheetTypes, type WriteOptions, writeSpreadsheet } from './write-spreadsheet'

const atOnceMax = 3

const running = perCompany(() => ({ count: 0 }))

/** @throws Refusal as `requireRoomForFiles`; ERR_TOO_MANY_REQUESTS while too many exports of the company are running */
export function assertMayExport({ company }: CompanyContext) {
  requireRoomForFiles(company)
  if (running(company).count >= atOnceMax) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 10 })
}

interface SendOptions extends Omit<WriteOptions, 'onEnd'> {
  /** Without its extension. */
  fileName: string
  /** For live progress, see `ExportId`. */
  exportId?: string | undefined
}

/**
 * Streams a spreadsheet while it is written. Keeps the company open until the last row or until the client disconnects.
 * @throws Refusal as `assertMayExport`
 */
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
