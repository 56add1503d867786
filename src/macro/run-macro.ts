import { lt, sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CompanyContext } from '../kernel/company/company-context'
import { time } from '../kernel/database/columns'
import { statement } from '../kernel/database/statement'
import { hourMs } from '../kernel/time/durations.contract'
import { pick } from '../kernel/typed-object.contract'
import { withCause } from '../message/trace/message-cause'
import { getTicket, getTicketRow, type TicketRow } from '../ticket/ticket.queries'
import type { RunMacroBody } from './macro.contract'
import { macroRecords } from './macro.record'
import { runSteps } from './step/run-steps'
import { wholeStep } from './step/step.contract'

const keptMs = 24 * hourMs

const macroRunTable = sqliteTable(
  'macro_run',
  {
    ticketId: integer('ticket_id').notNull(),
    key: text('key').notNull(),
    macroId: integer('macro_id').notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.key] })],
)

const statements = {
  begin: statement((db, row: typeof macroRunTable.$inferSelect) =>
    db
      .insert(macroRunTable)
      .values(pick(row, 'ticketId', 'key', 'macroId', 'at'))
      .onConflictDoNothing()
      .returning({ key: macroRunTable.key }),
  ),
  // Deletes two per run, so the table shrinks faster than it grows.
  forget: statement((db, { before }: { before: Date }) => {
    const { ticketId, key, at } = macroRunTable
    const oldest = db.select({ ticketId, key }).from(macroRunTable).where(lt(at, before)).orderBy(at).limit(2)
    return db.delete(macroRunTable).where(sql`(${ticketId}, ${key}) IN ${oldest}`)
  }),
}

/** In one transaction. @throws Refusal with the position as `step`; ERR_NO_MACRO_FOUND; ERR_NO_TICKET_FOUND */
export function runMacro(ctx: CompanyContext, macroId: number, { ticketId, key, sign }: RunMacroBody): TicketRow {
  return ctx.transaction(() => {
    const { name, steps } = macroRecords.open(ctx, macroId)
    const ticket = getTicket(ctx, ticketId)
    statements.forget.run(ctx, { before: new Date(ctx.now.getTime() - keptMs) })
    if (!statements.begin.get(ctx, { ticketId, key, macroId, at: ctx.now })) return ticket
    const run = () => runSteps(ctx, ticketId, steps.map(wholeStep), { sign, clientId: key })
    return getTicketRow(ctx, withCause(ctx, { kind: 'macro', id: macroId, name }, run))
  })
}
