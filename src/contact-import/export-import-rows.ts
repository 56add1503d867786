import type { CompanyContext } from '../kernel/company/company-context'
import { sendSpreadsheet } from '../kernel/spreadsheet/write/send-spreadsheet'
import { isKeyOf } from '../kernel/typed-object.contract'
import { getImport, listImportRows } from './contact-import.queries'
import { actorLanguage } from '../user/user.queries'
import { rowTextsEn, rowTextsEs, rowTextsPt } from './row-texts.contract'

const importTexts = {
  pt: {
    file: 'importacao',
    sheet: 'Importação',
    columns: ['Linha', 'Nome', 'Número', 'Resultado', 'Motivo'],
    ...rowTextsPt,
  },
  en: {
    file: 'import',
    sheet: 'Import',
    columns: ['Row', 'Name', 'Number', 'Result', 'Reason'],
    ...rowTextsEn,
  },
  es: {
    file: 'importacion',
    sheet: 'Importación',
    columns: ['Fila', 'Nombre', 'Número', 'Resultado', 'Motivo'],
    ...rowTextsEs,
  },
}

const batchSize = 500

/** With the reason. @throws Refusal ERR_NO_PERMISSION, ERR_NO_IMPORT_FOUND */
export function exportImportRows(ctx: CompanyContext, id: number): Response {
  getImport(ctx, id)
  const texts = importTexts[actorLanguage(ctx)]
  const columns = texts.columns.map((title, index) => ({
    title,
    width: [8, 34, 22, 12, 44][index],
    ...(index === 2 && { format: 'digits' as const }),
  }))
  const fileName = `${texts.file}-${id}`
  return sendSpreadsheet(ctx, { fileName, format: 'xlsx', sheetName: texts.sheet, columns, rows: rowsOf(ctx, id) })
}

function* rowsOf(ctx: CompanyContext, id: number) {
  const texts = importTexts[actorLanguage(ctx)]
  for (let after = 0; ;) {
    const rows = listImportRows(ctx, id, after, batchSize)
    if (rows.length > 0) {
      yield rows.map(({ row, name, number, outcome, reason }) => [
        row,
        name,
        number,
        texts.outcomes[outcome],
        isKeyOf(texts.reasons, reason) ? texts.reasons[reason] : '',
      ])
    }
    if (rows.length < batchSize) return
    after = rows.at(-1)?.row ?? after
  }
}
