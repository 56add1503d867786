import { lt, sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { time } from '../kernel/database/columns'
import { statement } from '../kernel/database/statement'
import { Refusal } from '../kernel/errors'
import type { TicketId } from '../kernel/ids'
import { hourMs } from '../kernel/time/durations.contract'
import { pick } from '../kernel/typed-object.contract'
import { composeMessages } from '../message/compose/compose-messages'
import { queueMessages } from '../message/send/queue-message'
import { getWritableTicket } from '../message/send/writable-ticket'
import { changeTags } from '../tag/tag-links'
import { listTags } from '../tag/tag.queries'
import { closeTicket } from '../ticket/closing/close-ticket'
import { getTicket, getTicketRow, type TicketRow } from '../ticket/ticket.queries'
import { transferTicket } from '../ticket/assignment/transfer-ticket'
import type { MacroStep, RunMacroBody } from './macro.contract'
import { macroRecords } from './macro.record'
import { queueReadMarks } from '../message/outbox/outbound-change'

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
    const { steps } = macroRecords.open(ctx, macroId)
    const ticket = getTicket(ctx, ticketId)
    statements.forget.run(ctx, { before: new Date(ctx.now.getTime() - keptMs) })
    if (!statements.begin.get(ctx, { ticketId, key, macroId, at: ctx.now })) return ticket
    let resultId: TicketId = ticketId
    for (const [index, step] of steps.entries()) {
      resultId = namingStep(index, () => runStep(ctx, ticketId, step, { sign, clientId: `${key}.${index}` }))
    }
    return getTicketRow(ctx, resultId)
  })
}

function namingStep<T>(index: number, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { details } = error
    throw new Refusal(error.code, { ...details, body: { ...details.body, step: index + 1 } })
  }
}

interface RunOptions {
  sign: boolean
  clientId: string
}

function runStep(ctx: CompanyContext, ticketId: TicketId, step: MacroStep, options: RunOptions): TicketId {
  switch (step.kind) {
    case 'reply':
    case 'note':
      write(ctx, ticketId, step, options)
      return ticketId
    case 'addTags':
    case 'removeTags':
      tag(ctx, ticketId, step)
      return ticketId
    case 'transfer':
      return transferTicket(ctx, ticketId, { queueId: step.queueId }).id
    case 'resolve':
      return closeTicket(ctx, ticketId, { farewell: step.farewell }).id
  }
}

function write(ctx: CompanyContext, ticketId: TicketId, { kind, text }: MacroStep, { sign, clientId }: RunOptions) {
  const isPrivate = kind === 'note'
  const ticket = getWritableTicket(ctx, ticketId, { isPrivate })
  const signedBy = sign ? actingUserId(ctx.actor) : null
  const messages = composeMessages(ctx, ticket, { texts: [text] }, { isPrivate, signedBy })
  queueMessages(ctx, ticket, messages, { clientId })
  if (!isPrivate) queueReadMarks(ctx, ticket)
}

function tag(ctx: CompanyContext, ticketId: TicketId, { kind, tagIds }: MacroStep) {
  const { contactId } = getTicket(ctx, ticketId)
  const known = new Set<number>(listTags(ctx, { kanban: false }).map(({ id }) => id))
  const ids = tagIds.filter((id) => known.has(id))
  changeTags(ctx, contactId, kind === 'addTags' ? { add: ids, remove: [] } : { add: [], remove: ids })
}
