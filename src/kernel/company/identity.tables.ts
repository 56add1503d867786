import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

export const identityTable = sqliteTable('identity', {
  only: integer('only').primaryKey(),
  companyId: integer('company_id').notNull(),
})
