import { and, desc, eq, inArray, lte, max, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { recordEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { TicketId } from '../kernel/ids'
import { pick } from '../kernel/typed-object.contract'
import type { BotRecordKind } from '../queue/queue.queries'
import type { BotErrorView } from './bot-error.contract'
import { botErrorTable } from './bot.tables'
import { clearBotReferences } from '../connection/save/clear-bot-references'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'bot.failed': { kind: BotRecordKind; ownerId: number; code: string; message: string }
  }
}

interface BotError {
  kind: BotRecordKind
  ownerId: number
  ticketId: TicketId | null
  code: string
  message: string
}

const keptMax = 200
const messageMax = 500

type OfOwner = { kind: BotRecordKind; ownerId: number }

const isOfOwner = (of: OfOwner) => and(eq(botErrorTable.kind, of.kind), eq(botErrorTable.ownerId, of.ownerId))

const statements = {
  insert: statement((db, row: Omit<typeof botErrorTable.$inferSelect, 'id'>) =>
    db.insert(botErrorTable).values(pick(row, 'kind', 'ownerId', 'ticketId', 'at', 'code', 'message')),
  ),
  trim: statement((db, of: OfOwner) => {
    const { id } = botErrorTable
    const kept = db.select({ id }).from(botErrorTable).where(isOfOwner(of)).orderBy(desc(id)).limit(1).offset(keptMax)
    return db.delete(botErrorTable).where(and(isOfOwner(of), lte(id, sql`${kept}`)))
  }),
  last: statement((db, of: { kind: BotRecordKind }) => {
    const { id, kind, ownerId, at, code, message } = botErrorTable
    const isOfKind = eq(kind, of.kind)
    const newest = db
      .select({ id: max(id) })
      .from(botErrorTable)
      .where(isOfKind)
      .groupBy(ownerId)
    return db.select({ ownerId, at, code, message }).from(botErrorTable).where(inArray(id, newest))
  }),
  forget: statement((db, of: OfOwner) => db.delete(botErrorTable).where(isOfOwner(of))),
}

export function recordBotError(ctx: CompanyContext, { kind, ownerId, ticketId, code, message }: BotError) {
  ctx.transaction(() => {
    const shown = message.slice(0, messageMax)
    statements.insert.run(ctx, { kind, ownerId, ticketId, at: ctx.now, code, message: shown })
    statements.trim.run(ctx, { kind, ownerId })
    recordEvent(ctx, 'bot.failed', ticketId === null ? {} : { ticketId }, { kind, ownerId, code, message: shown })
  })
}

export function failedRecord(kind: BotRecordKind) {
  return {
    'bot.failed': ({ data }: RecordedEvent<'bot.failed'>) => (data.kind === kind ? [data.ownerId] : []),
  }
}

export function lastBotErrors(ctx: CompanyContext, kind: BotRecordKind): Map<number, BotErrorView> {
  const rows = statements.last.all(ctx, { kind })
  return new Map(rows.map(({ ownerId, at, ...error }) => [ownerId, { ...error, at: at.toISOString() }]))
}

export function forgetBotErrors(ctx: CompanyContext, kind: BotRecordKind, ownerId: number) {
  statements.forget.run(ctx, { kind, ownerId })
}

export function forgetBot(ctx: CompanyContext, kind: BotRecordKind, id: number) {
  clearBotReferences(ctx, kind, id)
  forgetBotErrors(ctx, kind, id)
}
