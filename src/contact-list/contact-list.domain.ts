import type { Domain } from '../platform/domain'
import { contactListPerson } from './contact-list.person'
import { checkListJob, continueChecks, checkListAgain } from './check-list'
import type { CompanyContext } from '../kernel/company/company-context'
import { type LiveMessage, presentEach } from '../kernel/live/live'
import { findListItem, presentListItem, getListItem, listItems } from './contact-list-item.queries'
import { contactListItemTable } from './contact-list.tables'
import { eraseReferences, oneBatch } from '../kernel/company/batches'
import type { LocalJob } from '../kernel/job/jobs'
import { ContactListItemView } from './contact-list.calls'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { sendSpreadsheet } from '../kernel/spreadsheet/write/send-spreadsheet'
import { actorLanguage } from '../user/user.queries'
import { contactListRecords } from './contact-list.record'
import { fillList } from './fill-list'
import { createListItem, deleteListItem, updateListItem } from './save-list-item'

const contactLists = contactListRecords.answering({
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

const eraseItems = eraseReferences(contactListItemTable.listId, contactListItemTable.id)

const eraseListJob: LocalJob<'contactList.erase'> = {
  attemptsMax: 20,
  run(ctx, { listId }) {
    return oneBatch(ctx, eraseItems(ctx, listId)) ? ctx.now : undefined
  },
}

const contactListItemLive = presentEach({
  'contactListItems.changed': (_, { number, data }) => [
    { topics, event: 'contactListItem', number, data: { action: 'reload', contactListId: data.inListId } },
  ],
  'contactListItem.deleted': (_, { number, data: { contactListItemId, inListId: contactListId } }) => [
    { topics, event: 'contactListItem', number, data: { action: 'delete', contactListItemId, contactListId } },
  ],
  'contactListItem.created': (ctx, { number, data }) => presentItem(ctx, number, 'create', data.contactListItemId),
  'contactListItem.updated': (ctx, { number, data }) => presentItem(ctx, number, 'update', data.contactListItemId),
})

const topics = ['admin']

export const contactListDomain = {
  name: 'contact-list',
  views: { ContactListItemView },
  records: [contactLists],
  reactions: [continueChecks],
  presenters: [contactListItemLive],
  jobs: { 'contactList.check': checkListJob, 'contactList.erase': eraseListJob },
  person: contactListPerson,
} satisfies Domain

function presentItem(ctx: CompanyContext, number: number, action: 'create' | 'update', id: number): LiveMessage[] {
  const item = findListItem(ctx, id)
  if (!item) return []
  const data = { action, contactListItem: presentListItem(ctx, item) }
  return [{ topics, event: 'contactListItem', number, data }]
}

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'contactList.check': { listId: number }
    'contactList.erase': { listId: number }
  }
}

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
