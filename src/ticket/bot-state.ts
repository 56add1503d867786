import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { TicketId } from '../kernel/ids'

/** What each kind of bot stores on a ticket that it owns. Every bot with a state declares it here. */
export interface BotStates {
  /** A user has written: bots are paused until the ticket is reassigned or closed. */
  paused: object
}

type BotKind = keyof BotStates

/** State of the bot that owns a ticket; its kind tells which other values it has. */
export type BotState<Kind extends BotKind = BotKind> = {
  [Each in Kind]: BotStates[Each] & {
    kind: Each
    /** Name shown to agents, such as that of a flow. */
    name?: string
  }
}[Kind]

const paused: BotState = { kind: 'paused' }
const pausedText = JSON.stringify(paused)

const statements = perCompany(({ sqlite }) => ({
  begin: sqlite.prepare<unknown, [string, number]>(
    'UPDATE ticket SET automation = ?, is_bot = 1, amount_used_bot_queues = 0 WHERE id = ?',
  ),
  change: sqlite.prepare<unknown, [string, number]>('UPDATE ticket SET automation = ? WHERE id = ?'),
  release: sqlite.prepare<unknown, [number]>('UPDATE ticket SET automation = NULL, is_bot = 0 WHERE id = ?'),
  useIntegration: sqlite.prepare<unknown, [number, number]>('UPDATE ticket SET use_integration = ? WHERE id = ?'),
  rest: sqlite.prepare<unknown, [number]>('UPDATE ticket SET is_bot = 0 WHERE id = ?'),
  pause: sqlite.prepare<unknown, [string, number]>(
    'UPDATE ticket SET automation = ?1, is_bot = 0 WHERE id = ?2 AND automation IS NOT ?1',
  ),
  repeat: sqlite.prepare<unknown, [number, number]>(
    `UPDATE ticket SET amount_used_bot_queues = amount_used_bot_queues + 1
     WHERE id = ?1 AND (?2 = 0 OR amount_used_bot_queues < ?2)`,
  ),
}))

export function startBot(ctx: CompanyContext, ticketId: TicketId, state: BotState) {
  statements(ctx.company).begin.run(JSON.stringify(state), ticketId)
}

export function setBotState(ctx: CompanyContext, ticketId: TicketId, state: BotState) {
  statements(ctx.company).change.run(JSON.stringify(state), ticketId)
}

export function endBotTurn(ctx: CompanyContext, ticketId: TicketId) {
  statements(ctx.company).rest.run(ticketId)
}

export function setUseIntegration(ctx: CompanyContext, ticketId: TicketId, isUsed: boolean) {
  statements(ctx.company).useIntegration.run(Number(isUsed), ticketId)
}

export function releaseTicketFromBot(ctx: CompanyContext, ticketId: TicketId) {
  statements(ctx.company).release.run(ticketId)
}

export function pauseBots(ctx: CompanyContext, ticketId: TicketId) {
  statements(ctx.company).pause.run(pausedText, ticketId)
}

/** `retryAt`: when the bot asks its service again after a failure. */
interface ShownBot {
  kind: string
  name: string
  retryAt?: string
}

export function shownBot(isBot: boolean, state: BotState | null): ShownBot | null {
  if (!isBot || !state || state.kind === paused.kind) return null
  const { kind, name = '' } = state
  const retryAt = 'retryAt' in state ? state.retryAt : undefined
  return { kind, name, ...(retryAt !== undefined && { retryAt: new Date(retryAt).toISOString() }) }
}

export function areBotsPaused({ automation }: { automation: BotState | null }) {
  return automation?.kind === paused.kind
}

/** Returns whether `countRepeat` would. */
export function mayRepeat({ amountUsedBotQueues }: { amountUsedBotQueues: number }, limit: number) {
  return limit === 0 || amountUsedBotQueues < limit
}

/** Counts a repeated question; returns false after `most` repeats (0 for no limit). */
export function countRepeat(ctx: CompanyContext, ticketId: TicketId, limit: number) {
  return statements(ctx.company).repeat.run(ticketId, limit).changes > 0
}
