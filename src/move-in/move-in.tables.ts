import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'

export const importSourceTable = sqliteTable('import_source', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: time('created_at').notNull(),
})

/** It outlives our row: what was deleted or erased here does not come back. */
export const importMapTable = sqliteTable(
  'import_map',
  {
    source: integer('source').notNull(),
    tableName: text('table_name').notNull(),
    old: text('old').notNull(),
    new: integer('new').notNull(),
    /** When the source's row was changed. */
    changedAt: time('changed_at'),
    /** Of our row as it was taken; see `MoveInStep.stateOf`. */
    state: integer('state'),
  },
  (table) => [primaryKey({ columns: [table.source, table.tableName, table.old] })],
)

export const importCursorTable = sqliteTable(
  'import_cursor',
  { source: integer('source').notNull(), step: text('step').notNull(), place: text('place').notNull() },
  (table) => [primaryKey({ columns: [table.source, table.step] })],
)

export const importTallyTable = sqliteTable(
  'import_tally',
  {
    source: integer('source').notNull(),
    tableName: text('table_name').notNull(),
    outcome: text('outcome', {
      enum: ['written', 'merged', 'skipped', 'known', 'changed', 'found', 'missing'],
    }).notNull(),
    reason: text('reason').notNull(),
    rows: integer('rows').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.tableName, table.outcome, table.reason] })],
)

export const importNoteTable = sqliteTable('import_note', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  source: integer('source').notNull(),
  tableName: text('table_name').notNull(),
  old: text('old').notNull(),
  text: text('text').notNull(),
})

export const importLaterTable = sqliteTable('import_later', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  source: integer('source').notNull(),
  kind: text('kind').notNull(),
  rowId: integer('row_id').notNull(),
  tableName: text('table_name').notNull(),
  old: text('old').notNull(),
})

export const importFileTable = sqliteTable('import_file', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  source: integer('source').notNull(),
  kind: text('kind').notNull(),
  rowId: integer('row_id').notNull(),
  path: text('path').notNull(),
  name: text('name').notNull(),
  at: time('at').notNull(),
})
