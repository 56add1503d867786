import { Elysia } from 'elysia'
import { contactListRecords, getContactList } from '../contact-list/contact-list.record'
import { answerCalls } from '../kernel/http/answer-calls'
import { refuse } from '../kernel/errors'
import type { UserGuard } from '../kernel/http/user-guard'
import { contactImportCalls } from './contact-import.calls'
import {
  getImport,
  getUpload,
  listImportRows,
  listImports,
  presentImport,
  rowsPageSize,
  rowsPathOf,
} from './contact-import.queries'
import { exportImportRows } from './export-import-rows'
import { importAddressBook } from './import-address-book'
import { importIntoList } from './import-into-list'
import { importSuppressions } from './import-suppressions'
import { pageOfRows, stageUpload } from './upload/stage-upload'
import { discardUpload, startImport } from './start-import'
import { cancelImport, undoImport } from './undo-import'
import { checkContactNumber } from '../contact/identity/contact-channel'
import type { ContactView } from '../contact/contact.answers'
import { countGuess } from '../contact/number/limit-guesses'
import { presentContact } from '../contact/list/present-contact'
import { actingUserId } from '../kernel/company/actor'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { recordEvent } from '../kernel/event/event-log'
import { createRateLimit } from '../kernel/http/rate-limit'
import type { ImportContactBody } from './contact-import.contract'
import { findKnown, importEntry, phoneIdentity } from './entry/import-entry'
import { createTagReader } from './entry/read-tags'

const limits = perCompany(() => createRateLimit({ limit: 20, windowMs: 1000 }))

export function contactImportRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'contact-import-routes' }).use(guard)
  return answerCalls(app, contactImportCalls, {
    'POST /contacts/upload': ({ ctx, body, request }) => stageUpload(ctx, body.file, request.signal),
    'GET /contacts/upload/:id/rows': ({ ctx, params, query }) => {
      const upload = getUpload(ctx, params.id)
      const sheet = upload.sheets[query.sheet] ?? refuse('ERR_INVALID_INPUT', { fields: { sheet: 'unknown' } })
      return pageOfRows(rowsPathOf(ctx, upload), sheet, query.from)
    },
    'POST /contacts/upload/:id/import': ({ ctx, params, body, set }) => {
      set.status = 202
      return { importId: startImport(ctx, params.id, body) }
    },
    'DELETE /contacts/upload/:id': ({ ctx, params }) => {
      discardUpload(ctx, params.id)
      return { ok: true }
    },
    'POST /contacts/import': async ({ ctx, body, set }) => {
      set.status = 202
      return { importId: await importAddressBook(ctx, 'phonebook', body?.whatsappId) }
    },
    'POST /contacts/import/chats': async ({ ctx, body, set }) => {
      set.status = 202
      return { importId: await importAddressBook(ctx, 'chats', body?.whatsappId) }
    },
    'GET /contacts/imports': ({ ctx }) => ({ imports: listImports(ctx) }),
    'GET /contacts/imports/:id': ({ ctx, params }) => presentImport(ctx, getImport(ctx, params.id)),
    'GET /contacts/imports/:id/rows': ({ ctx, params, query }) => {
      const { id } = getImport(ctx, params.id)
      const rows = listImportRows(ctx, id, query.after ?? 0, rowsPageSize + 1)
      return { rows: rows.slice(0, rowsPageSize), hasMore: rows.length > rowsPageSize }
    },
    'GET /contacts/imports/:id/file': ({ ctx, params }) => exportImportRows(ctx, params.id),
    'POST /contacts/imports/:id/cancel': ({ ctx, params }) => {
      cancelImport(ctx, params.id)
      return presentImport(ctx, getImport(ctx, params.id))
    },
    'POST /contacts/imports/:id/undo': ({ ctx, params }) => {
      undoImport(ctx, params.id)
      return presentImport(ctx, getImport(ctx, params.id))
    },
    'POST /contact-lists/:id/upload': async ({ ctx, params, body, request, set }) => {
      set.status = 202
      return { importId: await importIntoList(ctx, params.id, body.file, request.signal) }
    },
    'POST /suppressions/import': ({ ctx, body, request }) => importSuppressions(ctx, body.file, request.signal),
    'GET /contact-lists/:id/imports': ({ ctx, params }) => {
      contactListRecords.assertMayChange(ctx)
      return { imports: listImports(ctx, getContactList(ctx, params.id).id) }
    },
    'POST /contactsImport': ({ ctx, body }) => importOneContact(ctx, body),
  })
}

/** A known contact gets tags and empty fields. @throws Refusal ERR_INVALID_INPUT, ERR_TOO_MANY_REQUESTS */
async function importOneContact(given: CompanyContext, body: ImportContactBody): Promise<ContactView> {
  limits(given.company).take(String(actingUserId(given.actor) ?? 0), given.now.getTime())
  countGuess(given, body.number)
  const isKnown = findKnown(given, { identities: [phoneIdentity(body.number)] }) !== undefined
  const number = body.validateContact && !isKnown ? (await checkContactNumber(given, body.number)).number : body.number
  const ctx = createContext(given.company, given.actor)
  return ctx.transaction(() => {
    const { tagIds } = createTagReader(ctx)(ctx, [body.tags ?? ''].flat().join(','))
    const entry = { name: body.name, number, email: body.email ?? '', extraInfo: [], tagIds }
    const { outcome, contactId } = importEntry(
      ctx,
      { ...entry, identities: [phoneIdentity(number)] },
      { importId: null, connectionId: null, update: true },
    )
    if (outcome === 'created') recordEvent(ctx, 'contact.created', { contactId }, {})
    if (outcome === 'updated') recordEvent(ctx, 'contact.updated', { contactId }, {})
    return presentContact(ctx, contactId)
  })
}
