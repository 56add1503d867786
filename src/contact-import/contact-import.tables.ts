import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'
import type { SpreadsheetSheet } from '../kernel/spreadsheet/read/read-spreadsheet'
import { importKinds, importStates, type ImportOptions, rowOutcomes } from './contact-import.contract'

export const contactImportTable = sqliteTable('contact_import', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  kind: text('kind', { enum: importKinds }).notNull(),
  state: text('state', { enum: importStates }).notNull(),
  userId: integer('user_id'),
  connectionId: integer('connection_id'),
  /** Null for contacts. */
  listId: integer('list_id'),
  fileName: text('file_name').notNull().default(''),
  /** JSON lines; null once erased. */
  mediaId: integer('media_id'),
  sheets: text('sheets', { mode: 'json' }).$type<SpreadsheetSheet[]>().notNull().default([]),
  options: text('options', { mode: 'json' }).$type<ImportOptions>().notNull(),
  /** Byte position of the next row. */
  position: integer('position').notNull().default(0),
  rowsLeft: integer('rows_left').notNull().default(0),
  total: integer('total').notNull().default(0),
  done: integer('done').notNull().default(0),
  created: integer('created').notNull().default(0),
  updated: integer('updated').notNull().default(0),
  ignored: integer('ignored').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  unverified: integer('unverified').notNull().default(0),
  removed: integer('removed').notNull().default(0),
  kept: integer('kept').notNull().default(0),
  announcedAt: time('announced_at'),
  createdAt: time('created_at').notNull(),
  startedAt: time('started_at'),
  finishedAt: time('finished_at'),
})

export const contactImportRowTable = sqliteTable(
  'contact_import_row',
  {
    importId: integer('import_id').notNull(),
    row: integer('row').notNull(),
    outcome: text('outcome', { enum: rowOutcomes }).notNull(),
    reason: text('reason').notNull(),
    name: text('name').notNull().default(''),
    number: text('number').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.importId, table.row] })],
)
