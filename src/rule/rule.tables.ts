import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, recordColumns, time, uniqueNameColumns } from '../kernel/database/columns'
import type { Step } from '../macro/step/step.contract'
import type { Condition, Trigger } from './rule.contract'

export const ruleTable = sqliteTable('rule', {
  ...recordColumns,
  ...uniqueNameColumns,
  active: flag('active').notNull().default(false),
  position: integer('position').notNull().default(0),
  trigger: text('trigger', { mode: 'json' }).$type<Trigger>().notNull(),
  match: text('match', { enum: ['all', 'any'] })
    .notNull()
    .default('all'),
  conditions: text('conditions', { mode: 'json' }).$type<Condition[]>().notNull(),
  steps: text('steps', { mode: 'json' }).$type<Step[]>().notNull(),
  /** In a row. */
  failures: integer('failures').notNull().default(0),
  /** Of the last failure: a code of an error, and what the other side said. */
  error: text('error').notNull().default(''),
  errorStep: integer('error_step'),
  failedAt: time('failed_at'),
  lastRunAt: time('last_run_at'),
  runs: integer('runs').notNull().default(0),
  /** Hash of the secret in the address at which it is called; empty without. */
  tokenHash: text('token_hash').notNull().default(''),
})

/** What it ran for, so that nothing runs twice. */
export const ruleRunTable = sqliteTable(
  'rule_run',
  {
    ruleId: integer('rule_id').notNull(),
    ticketId: integer('ticket_id').notNull(),
    /** Such as `event 17`: the number in the event log. */
    cause: text('cause').notNull(),
    at: time('at').notNull(),
    outcome: text('outcome', { enum: ['done', 'failed'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ruleId, table.ticketId, table.cause] })],
)

/** Tickets that wait for an answer, since the message. */
export const ruleWaitTable = sqliteTable(
  'rule_wait',
  {
    ticketId: integer('ticket_id').notNull(),
    ruleId: integer('rule_id').notNull(),
    messageId: integer('message_id').notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.ruleId] })],
)
