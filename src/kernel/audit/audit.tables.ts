import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../database/columns'
import { type AuditChange, auditActions, auditActors, auditCategories } from './audit.contract'

export const auditEntryTable = sqliteTable('audit_entry', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  at: time('at').notNull(),
  category: text('category', { enum: auditCategories }).notNull(),
  /** A record's subject, such as `queue`, or what else was acted on. */
  object: text('object').notNull(),
  action: text('action', { enum: auditActions }).notNull(),
  objectId: integer('object_id'),
  objectName: text('object_name').notNull(),
  byKind: text('by_kind', { enum: auditActors }).notNull(),
  byId: integer('by_id'),
  byName: text('by_name').notNull(),
  address: text('address').notNull(),
  changes: text('changes', { mode: 'json' }).$type<AuditChange[]>().notNull(),
})
