import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'

const count = (name: string) => integer(name).notNull().default(0)

/** User 0 is none. */
const figuresTable = <Name extends string>(name: Name) =>
  sqliteTable(
    name,
    {
      userId: integer('user_id').notNull(),
      startsAt: integer('starts_at').notNull(),
      leads: count('leads'),
      active: count('active'),
      passive: count('passive'),
      started: count('started'),
      waits: count('waits'),
      waitMs: count('wait_ms'),
      finished: count('finished'),
      supports: count('supports'),
      supportMs: count('support_ms'),
      rated: count('rated'),
      ratingSum: count('rating_sum'),
      promoters: count('promoters'),
      detractors: count('detractors'),
    },
    (table) => [primaryKey({ columns: [table.userId, table.startsAt] })],
  )

/** Recomputed rows span a quarter of an hour. */
export const attendanceHourTable = figuresTable('attendance_hour')

/** Their sums by the day of UTC, kept by triggers. */
export const attendanceDayTable = figuresTable('attendance_day')

export const reportViewTable = sqliteTable('report_view', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  name: text('name').notNull(),
  query: text('query').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
