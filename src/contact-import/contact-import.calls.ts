import * as v from 'valibot'
import { ContactView } from '../contact/contact.answers'
import { defineCalls, Done } from '../kernel/http/calls'
import { spreadsheetLimits } from '../kernel/spreadsheet/spreadsheet-limits'
import {
  AddressBookBody,
  importKinds,
  ImportContactBody,
  ImportParams,
  ImportRowsQuery,
  importStates,
  rowOutcomes,
  StartImportBody,
  UploadRowsQuery,
} from './contact-import.contract'

const Named = v.nullable(v.object({ id: v.number(), name: v.string() }))
const Time = v.nullable(v.string())

export const ContactImportView = v.object({
  id: v.number(),
  kind: v.picklist(importKinds),
  state: v.picklist(importStates),
  fileName: v.string(),
  user: Named,
  connection: Named,
  contactListId: v.nullable(v.number()),
  total: v.number(),
  done: v.number(),
  created: v.number(),
  updated: v.number(),
  ignored: v.number(),
  failed: v.number(),
  unverified: v.number(),
  removed: v.number(),
  /** Contacts kept by undoing, because they were used or changed since. */
  kept: v.number(),
  /** Null when it cannot be undone. */
  undoUntil: Time,
  createdAt: v.string(),
  startedAt: Time,
  finishedAt: Time,
})
export type ContactImportView = v.InferOutput<typeof ContactImportView>

const SheetRow = v.object({ number: v.number(), cells: v.array(v.string()) })

export const UploadColumn = v.object({
  index: v.number(),
  title: v.string(),
  guess: v.nullable(v.picklist(['number', 'name', 'surname', 'email', 'tags'])),
})
export type UploadColumn = v.InferOutput<typeof UploadColumn>

const UploadSheet = v.object({
  name: v.string(),
  rows: v.number(),
  header: v.boolean(),
  /** Its number in the sheet; headings may precede it. */
  headerRow: v.nullable(v.number()),
  columns: v.array(UploadColumn),
})

const UploadAnswer = v.object({
  uploadId: v.number(),
  fileName: v.string(),
  sheets: v.array(UploadSheet),
  columns: v.array(UploadColumn),
  rows: v.array(SheetRow),
  total: v.number(),
})
export type UploadAnswer = v.InferOutput<typeof UploadAnswer>

const ImportRow = v.object({
  row: v.number(),
  outcome: v.picklist(rowOutcomes),
  reason: v.string(),
  name: v.string(),
  number: v.string(),
})
export type ImportRow = v.InferOutput<typeof ImportRow>

const SuppressionImport = v.object({ added: v.number(), known: v.number(), failed: v.number() })
export type SuppressionImport = v.InferOutput<typeof SuppressionImport>

const Started = v.object({ importId: v.number() })
const limits = { files: { fields: { file: 1 }, fileBytesMax: spreadsheetLimits.fileBytesMax } }
/** A choice may list every row of a large sheet. */
const choiceLimits = { jsonBytesMax: 2 * 1024 * 1024 }

export const contactImportCalls = defineCalls({
  'POST /contacts/upload': { body: v.object({ file: v.file('required') }), limits, answer: UploadAnswer },
  'GET /contacts/upload/:id/rows': {
    params: ImportParams,
    query: UploadRowsQuery,
    answer: v.object({ rows: v.array(SheetRow), total: v.number() }),
  },
  'POST /contacts/upload/:id/import': {
    params: ImportParams,
    body: StartImportBody,
    limits: choiceLimits,
    answer: Started,
  },
  'DELETE /contacts/upload/:id': { params: ImportParams, answer: Done },
  'POST /contacts/import': { body: AddressBookBody, answer: Started },
  'POST /contacts/import/chats': { body: AddressBookBody, answer: Started },
  'GET /contacts/imports': { answer: v.object({ imports: v.array(ContactImportView) }) },
  'GET /contacts/imports/:id': { params: ImportParams, answer: ContactImportView },
  'GET /contacts/imports/:id/rows': {
    params: ImportParams,
    query: ImportRowsQuery,
    answer: v.object({ rows: v.array(ImportRow), hasMore: v.boolean() }),
  },
  'GET /contacts/imports/:id/file': { params: ImportParams, answer: 'file' },
  'POST /contacts/imports/:id/cancel': { params: ImportParams, answer: ContactImportView },
  'POST /contacts/imports/:id/undo': { params: ImportParams, answer: ContactImportView },
  'POST /contact-lists/:id/upload': {
    params: ImportParams,
    body: v.object({ file: v.file('required') }),
    limits,
    answer: Started,
  },
  'POST /suppressions/import': { body: v.object({ file: v.file('required') }), limits, answer: SuppressionImport },
  'GET /contact-lists/:id/imports': {
    params: ImportParams,
    answer: v.object({ imports: v.array(ContactImportView) }),
  },
  'POST /contactsImport': { body: ImportContactBody, answer: ContactView },
})

interface ContactImportEvent {
  action: 'update'
  contactImport: ContactImportView
}

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    contactImport: ContactImportEvent
  }
}
