import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag } from '../kernel/database/columns'
import { slaKinds } from '../queue/sla/queue-sla.contract'
import { ticketPriorities } from '../ticket/ticket-priority.contract'

/** Times are ms since 1970. */
export const ticketSlaTable = sqliteTable(
  'ticket_sla',
  {
    ticketId: integer('ticket_id').notNull(),
    kind: text('kind', { enum: slaKinds }).notNull(),
    startedAt: integer('started_at').notNull(),
    /** Open time that had passed at `runningSince`. */
    spentMs: integer('spent_ms').notNull(),
    /** Null: the clock is stopped. */
    runningSince: integer('running_since'),
    targetMs: integer('target_ms'),
    dueAt: integer('due_at'),
    warnAt: integer('warn_at'),
    warned: flag('warned').notNull(),
    breached: flag('breached').notNull(),
    endedAt: integer('ended_at'),
    /** When the warning or the breach is to be marked. */
    nextAt: integer('next_at'),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.kind] })],
)

export const slaResultTable = sqliteTable('sla_result', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  ticketId: integer('ticket_id'),
  kind: text('kind', { enum: slaKinds }).notNull(),
  startedAt: integer('started_at').notNull(),
  dueAt: integer('due_at').notNull(),
  decidedAt: integer('decided_at').notNull(),
  /** Null while a broken promise is still owed. */
  endedAt: integer('ended_at'),
  kept: flag('kept').notNull(),
  queueId: integer('queue_id'),
  userId: integer('user_id'),
  priority: text('priority', { enum: ticketPriorities }).notNull(),
})
