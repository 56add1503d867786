import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { isOther } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import type { TicketId } from '../kernel/ids'
import type { BotState } from './bot-state.contract'
import { ticketTable } from './ticket.tables'

const paused: BotState = { kind: 'paused' }

const { id, automation, amountUsedBotQueues: repeats } = ticketTable

type Changed = { id: TicketId; state: BotState }

const statements = {
  begin: statement((db, v: Changed) =>
    db.update(ticketTable).set({ automation: v.state, isBot: true, amountUsedBotQueues: 0 }).where(eq(id, v.id)),
  ),
  change: statement((db, v: Changed) => db.update(ticketTable).set({ automation: v.state }).where(eq(id, v.id))),
  release: statement((db, v: { id: TicketId }) =>
    db.update(ticketTable).set({ automation: null, isBot: false }).where(eq(id, v.id)),
  ),
  useIntegration: statement((db, v: { id: TicketId; isUsed: boolean }) =>
    db.update(ticketTable).set({ useIntegration: v.isUsed }).where(eq(id, v.id)),
  ),
  rest: statement((db, v: { id: TicketId }) => db.update(ticketTable).set({ isBot: false }).where(eq(id, v.id))),
  pause: statement((db, v: Changed) =>
    db
      .update(ticketTable)
      .set({ automation: v.state, isBot: false })
      .where(and(eq(id, v.id), isOther(automation, v.state))),
  ),
  repeat: statement((db, v: { id: TicketId; limit: number }) =>
    db
      .update(ticketTable)
      .set({ amountUsedBotQueues: sql`${repeats} + 1` })
      .where(and(eq(id, v.id), or(sql`${v.limit} = 0`, lt(repeats, v.limit)))),
  ),
}

export function startBot(ctx: CompanyContext, ticketId: TicketId, state: BotState) {
  statements.begin.run(ctx, { id: ticketId, state })
}

export function setBotState(ctx: CompanyContext, ticketId: TicketId, state: BotState) {
  statements.change.run(ctx, { id: ticketId, state })
}

export function endBotTurn(ctx: CompanyContext, ticketId: TicketId) {
  statements.rest.run(ctx, { id: ticketId })
}

export function setUseIntegration(ctx: CompanyContext, ticketId: TicketId, isUsed: boolean) {
  statements.useIntegration.run(ctx, { id: ticketId, isUsed })
}

export function releaseTicketFromBot(ctx: CompanyContext, ticketId: TicketId) {
  statements.release.run(ctx, { id: ticketId })
}

export function pauseBots(ctx: CompanyContext, ticketId: TicketId) {
  statements.pause.run(ctx, { id: ticketId, state: paused })
}

export function areBotsPaused({ automation }: { automation: BotState | null }) {
  return automation?.kind === paused.kind
}

/** Returns whether `countRepeat` would. */
export function mayRepeat({ amountUsedBotQueues }: { amountUsedBotQueues: number }, limit: number) {
  return limit === 0 || amountUsedBotQueues < limit
}

export function countRepeat(ctx: CompanyContext, ticketId: TicketId, limit: number) {
  return statements.repeat.run(ctx, { id: ticketId, limit }).changes > 0
}
