import type { CompanyContext } from '../kernel/company/company-context'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { sendSpreadsheet } from '../kernel/spreadsheet/write/send-spreadsheet'
import { actorLanguage } from '../user/actor-language'
import { checkListAgain, planCheck } from './check-list'
import { getListItem, listItems, presentListItem } from './contact-list-item.queries'
import { contactListRecords, findContactList, getContactList } from './contact-list.record'
import { createListItem, deleteListItem, updateListItem } from './save-list-item'
import { contactNameMax, type ContactFilter } from '../contact/contact.contract'
import { findContactRow, listExtraInfo } from '../contact/contact.queries'
import { everyContact, walkContacts } from '../contact/list/list-contacts'
import { inBatches } from '../kernel/company/batches'
import { recordEvent } from '../kernel/event/event-log'
import type { ContactId } from '../kernel/ids'
import { cleanName } from '../kernel/text/name-text.contract'
import { addListItem } from './add-list-item'
import { type FillContactListBody, itemNameMax } from './contact-list.contract'

const idsAtOnce = 50

/** In batches, without blocked ones, groups and those without a number. @throws Refusal ERR_NO_CONTACT_LIST_FOUND */
async function fillList(ctx: CompanyContext, listId: number, body: FillContactListBody) {
  contactListRecords.assertMayChange(ctx)
  getContactList(ctx, listId)
  const result = { added: 0, known: 0, left: 0 }
  const pages = pagesOf(ctx, body)
  await inBatches(ctx, {
    next() {
      const page = findContactList(ctx, listId) ? pages.next().value : undefined
      return page ? [page] : []
    },
    work(ids) {
      for (const id of ids) result[addContact(ctx, listId, id)]++
      planCheck(ctx, listId)
    },
  })
  if (findContactList(ctx, listId)) {
    ctx.transaction(() => recordEvent(ctx, 'contactListItems.changed', {}, { inListId: listId }))
  }
  return result
}

function* pagesOf(ctx: CompanyContext, body: FillContactListBody): Generator<readonly ContactId[], undefined> {
  if ('contactIds' in body) {
    const ids = [...new Set(body.contactIds)]
    for (let at = 0; at < ids.length; at += idsAtOnce) yield ids.slice(at, at + idsAtOnce)
    return
  }
  const filter: ContactFilter =
    'filter' in body ? body.filter : { ...everyContact, contactTag: body.tagIds, tagMatch: 'any' }
  yield* walkContacts(ctx, filter, idsAtOnce)
}

function addContact(ctx: CompanyContext, listId: number, id: ContactId): 'added' | 'known' | 'left' {
  const contact = findContactRow(ctx, id)
  if (!contact || contact.isGroup || !contact.active || contact.channel !== 'whatsapp' || contact.number === '') {
    return 'left'
  }
  const name = cleanName(contact.name.slice(0, contactNameMax)).slice(0, itemNameMax)
  const { number, email } = contact
  const extra = Object.fromEntries(listExtraInfo(ctx, id).map((info) => [info.name, info.value]))
  return addListItem(ctx, listId, { name, number, email, extra }) === undefined ? 'known' : 'added'
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
