import { Elysia } from 'elysia'
import { assertMayManageLists, getContactList } from '../contact-list/contact-list.records'
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
import { importOneContact } from './import-one-contact'
import { pageOfRows, stageUpload } from './upload/stage-upload'
import { discardUpload, startImport } from './start-import'
import { cancelImport, undoImport } from './undo-import'

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
      assertMayManageLists(ctx)
      return { imports: listImports(ctx, getContactList(ctx, params.id).id) }
    },
    'POST /contactsImport': ({ ctx, body }) => importOneContact(ctx, body),
  })
}
