import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { recordEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { TicketId } from '../kernel/ids'
import type { BotRecordKind } from '../queue/bot-records.port'
import './bot-error.contract'
import type { BotErrorView } from './bot-error.contract'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'bot.failed': { kind: BotRecordKind; ownerId: number; code: string; message: string }
  }
}

interface BotError {
  kind: BotRecordKind
  ownerId: number
  ticketId: TicketId | null
  /** A key that the interface translates, such as `flowLoop`. */
  code: string
  /** For admins; never contains a secret. */
  message: string
}

/** Number of errors kept per flow, integration, prompt or agent. */
const keptMax = 200
const messageMax = 500

const statements = perCompany(({ sqlite }) => ({
  insert: sqlite.prepare<unknown, [string, number, number | null, number, string, string]>(
    'INSERT INTO bot_error (kind, owner_id, ticket_id, at, code, message) VALUES (?, ?, ?, ?, ?, ?)',
  ),
  trim: sqlite.prepare<unknown, [string, number, number]>(
    `DELETE FROM bot_error WHERE kind = ?1 AND owner_id = ?2 AND id <= (
       SELECT id FROM bot_error WHERE kind = ?1 AND owner_id = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3
     )`,
  ),
  last: sqlite.prepare<{ ownerId: number; at: number; code: string; message: string }, [string]>(
    `SELECT owner_id AS ownerId, at, code, message FROM bot_error
     WHERE id IN (SELECT max(id) FROM bot_error WHERE kind = ? GROUP BY owner_id)`,
  ),
  forget: sqlite.prepare<unknown, [string, number]>('DELETE FROM bot_error WHERE kind = ? AND owner_id = ?'),
}))

/** Records a failure for the company's admins, who see it at once on the record's row. Nothing is sent to the contact. */
export function recordBotError(ctx: CompanyContext, { kind, ownerId, ticketId, code, message }: BotError) {
  ctx.transaction(() => {
    const { insert, trim } = statements(ctx.company)
    const shown = message.slice(0, messageMax)
    insert.run(kind, ownerId, ticketId, ctx.now.getTime(), code, shown)
    trim.run(kind, ownerId, keptMax)
    recordEvent(ctx, 'bot.failed', ticketId === null ? {} : { ticketId }, { kind, ownerId, code, message: shown })
  })
}

/** For `changedBy` of a record: a failure of its bot changes how it is shown. */
export function failedRecord(kind: BotRecordKind) {
  return {
    'bot.failed': ({ data }: RecordedEvent<'bot.failed'>) => (data.kind === kind ? [data.ownerId] : []),
  }
}

export function lastBotErrors(ctx: CompanyContext, kind: BotRecordKind): Map<number, BotErrorView> {
  const rows = statements(ctx.company).last.all(kind)
  return new Map(rows.map(({ ownerId, at, ...error }) => [ownerId, { ...error, at: new Date(at).toISOString() }]))
}

/** For a record that is being deleted. */
export function forgetBotErrors(ctx: CompanyContext, kind: BotRecordKind, ownerId: number) {
  statements(ctx.company).forget.run(kind, ownerId)
}
