import type { CompanyContext } from '../kernel/company/company-context'
import { sendSpreadsheet } from '../kernel/spreadsheet/write/send-spreadsheet'
import { assertMayManageLists } from './contact-list.records'
import { actorLanguage } from '../user/actor-language'

/** Uses the titles that the import recognises, in each language. */
const texts = {
  pt: { file: 'modelo-lista-de-contatos', sheet: 'Contatos', columns: ['nome', 'numero', 'email'] },
  en: { file: 'contact-list-sample', sheet: 'Contacts', columns: ['name', 'number', 'email'] },
  es: { file: 'modelo-lista-de-contactos', sheet: 'Contactos', columns: ['nombre', 'numero', 'email'] },
}

const rows = [
  ['Maria Silva', '5511988880001', 'maria@exemplo.com.br'],
  ['João Souza', '5521988770002', ''],
]

/** A spreadsheet to fill in and import. */
export function sendSampleList(ctx: CompanyContext): Response {
  assertMayManageLists(ctx)
  const { file, sheet, columns } = texts[actorLanguage(ctx)]
  return sendSpreadsheet(ctx, {
    fileName: file,
    format: 'xlsx',
    sheetName: sheet,
    columns: columns.map((title, index) => ({
      title,
      width: [34, 18, 30][index],
      ...(index === 1 && { format: 'digits' as const }),
    })),
    rows: [rows].values(),
  })
}
