import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { TicketId } from '../kernel/ids'

/** Where the one automaton that may speak on a ticket stands; each automation keeps what it needs beside its kind. */
export interface AutomationState {
  kind: string
  [more: string]: unknown
}

/** A person has written: nothing automatic speaks until the ticket changes hands or closes. */
const paused: AutomationState = { kind: 'paused' }
const pausedText = JSON.stringify(paused)

const statements = perCompany(({ sqlite }) => ({
  begin: sqlite.prepare<unknown, [string, number]>(
    'UPDATE ticket SET automation = ?, is_bot = 1, amount_used_bot_queues = 0 WHERE id = ?',
  ),
  change: sqlite.prepare<unknown, [string, number]>('UPDATE ticket SET automation = ? WHERE id = ?'),
  rest: sqlite.prepare<unknown, [number]>('UPDATE ticket SET is_bot = 0 WHERE id = ?'),
  pause: sqlite.prepare<unknown, [string, number]>(
    'UPDATE ticket SET automation = ?1, is_bot = 0 WHERE id = ?2 AND automation IS NOT ?1',
  ),
  repeat: sqlite.prepare<unknown, [number, number]>(
    `UPDATE ticket SET amount_used_bot_queues = amount_used_bot_queues + 1
     WHERE id = ?1 AND (?2 = 0 OR amount_used_bot_queues < ?2)`,
  ),
}))

/** Puts a ticket into an automaton's hands, its repeats counted anew. */
export function beginAutomation(ctx: CompanyContext, ticketId: TicketId, state: AutomationState) {
  statements(ctx.company).begin.run(JSON.stringify(state), ticketId)
}

export function changeAutomation(ctx: CompanyContext, ticketId: TicketId, state: AutomationState) {
  statements(ctx.company).change.run(JSON.stringify(state), ticketId)
}

/** It has nothing more to ask: the ticket shows as one that waits for a person. Where it stands is kept. */
export function restAutomation(ctx: CompanyContext, ticketId: TicketId) {
  statements(ctx.company).rest.run(ticketId)
}

export function pauseAutomation(ctx: CompanyContext, ticketId: TicketId) {
  statements(ctx.company).pause.run(pausedText, ticketId)
}

export function isAutomationPaused({ automation }: { automation: AutomationState | null }) {
  return automation?.kind === paused.kind
}

/** Counts one more repeat of what an automaton asks; false when it has asked `most` times again (0 for no limit). */
export function countRepeat(ctx: CompanyContext, ticketId: TicketId, most: number) {
  return statements(ctx.company).repeat.run(ticketId, most).changes > 0
}
