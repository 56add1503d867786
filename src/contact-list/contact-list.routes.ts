import type { CompanyContext } from '../kernel/company/company-context'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { sendSpreadsheet } from '../kernel/spreadsheet/write/send-spreadsheet'
import { actorLanguage } from '../user/actor-language'
import { checkListAgain } from './check-list'
import { getListItem, listItems, presentListItem } from './contact-list-item.queries'
import { contactListRecords } from './contact-list.record'
import { fillList } from './fill-list'
import { createListItem, deleteListItem, updateListItem } from './save-list-item'

/** The import recognises them. */
const texts = {
  pt: { file: 'modelo-lista-de-contatos', sheet: 'Contatos', columns: ['nome', 'numero', 'email'] },
  en: { file: 'contact-list-sample', sheet: 'Contacts', columns: ['name', 'number', 'email'] },
  es: { file: 'modelo-lista-de-contactos', sheet: 'Contactos', columns: ['nombre', 'numero', 'email'] },
}

const rows = [
  ['Maria Silva', '5511988880001', 'maria@exemplo.com.br'],
  ['João Souza', '5521988770002', ''],
]

export const contactLists = contactListRecords.answering({
  'GET /contact-lists/list': ({ ctx, query }) => {
    refuseOtherCompany(ctx, query.companyId)
    return contactListRecords.viewAll(ctx).map(({ id, name, contactsCount }) => ({ id, name, contactsCount }))
  },
  'GET /contact-lists/sample': ({ ctx }) => sendSampleList(ctx),
  'POST /contact-lists/:id/check': ({ ctx, params }) => checkListAgain(ctx, params.id),
  'POST /contact-lists/:id/fill': ({ ctx, params, body }) => fillList(ctx, params.id, body),
  'GET /contact-list-items': ({ ctx, query }) => {
    refuseOtherCompany(ctx, query.companyId)
    return listItems(ctx, query)
  },
  'GET /contact-list-items/:id': ({ ctx, params }) => presentListItem(ctx, getListItem(ctx, params.id)),
  'POST /contact-list-items': ({ ctx, body }) => {
    refuseOtherCompany(ctx, body.companyId)
    return createListItem(ctx, body)
  },
  'PUT /contact-list-items/:id': ({ ctx, params, body }) => updateListItem(ctx, params.id, body),
  'DELETE /contact-list-items/:id': ({ ctx, params }) => {
    deleteListItem(ctx, params.id)
    return { ok: true }
  },
})

function sendSampleList(ctx: CompanyContext): Response {
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
