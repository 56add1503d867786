import type { CompanyContext } from '../kernel/company/company-context'
import type { PlanFlag } from '../kernel/company/company-plan.contract'
import type { StageFile } from '../kernel/file/media-store'
import type { FreshContext } from '../kernel/job/jobs'
import type { InboundMessage } from '../message/inbound/inbound-message'
import type { MessageRow } from '../message/message.queries'
import type { BotRecordKind } from '../queue/queue.queries'
import type { BotState, BotStates } from '../ticket/bot-state.contract'
import type { TicketRow } from '../ticket/ticket.queries'
import type { TicketStatus } from '../ticket/ticket-status'

/** `pass`: the next bot is asked. `handled`: no other bot answers. A message: the next bots get it instead of the contact's. */
export type BotOutcome = 'pass' | 'handled' | InboundMessage

/**
 * What a contact's message is to the bot that owns the ticket, where others have written to the contact as well. `always`: it
 * answers only this bot. `answer`: it answers whoever asked last. `leave`: the same, and it ends this bot's conversation.
 * `none`: the bot waits for no such message.
 */
export type BotClaim = 'always' | 'answer' | 'leave' | 'none'

/** An automatic responder, run synchronously in the message's transaction. A bot that needs the network takes a turn (`bot-turn.ts`). */
export interface Bot {
  readonly kind: string
  readonly statuses: readonly TicketStatus[]
  /** A gate is asked about every message, even while another bot owns the ticket. */
  readonly isGate?: boolean
  /** Starts even after a user has written. */
  readonly startsWhenPaused?: boolean
  readonly ignoresDisableBot?: boolean
  readonly plan?: PlanFlag
  owns?(ticket: TicketRow): boolean
  /** The record on whose row admins see what went wrong. */
  recordOf?(ctx: CompanyContext, ticket: TicketRow): { kind: BotRecordKind; id: number } | undefined
  /** Called for the owner of the ticket. By default every message is an answer. */
  claims?(ctx: CompanyContext, message: InboundMessage): BotClaim
  /** Whether the gate keeps the message from the bots behind it. */
  stops?(ctx: CompanyContext, message: InboundMessage): boolean
  start?(ctx: CompanyContext, message: InboundMessage): BotOutcome
  resume?(ctx: CompanyContext, message: InboundMessage): BotOutcome
  turn?: BotTurn
}

/** The contact's messages since the last turn, oldest first, in their current state. */
export interface TurnQuestion<Kind extends TurnKind = TurnKind> {
  ticket: TicketRow
  state: BotState<Kind>
  messages: readonly MessageRow[]
}

export interface BotTurn<Kind extends TurnKind = TurnKind, Answer = unknown> {
  /** Messages within this time belong to one turn. */
  readonly debounceMs: number
  readonly timeLimitMs: number
  /** Takes a fresh context after each wait. @throws Error for a retry, up to three attempts */
  ask(freshContext: FreshContext, question: TurnQuestion<Kind>, signal: AbortSignal, stage: StageFile): Promise<Answer>
  /** Runs in a transaction, only if the ticket is unchanged since. */
  apply(ctx: CompanyContext, question: TurnQuestion<Kind>, answer: Answer): void
  retry?(ctx: CompanyContext, ticket: TicketRow, error: unknown): void
  /** Called with the last error when the service gave no answer. By default the ticket waits for an agent. */
  fail?(ctx: CompanyContext, ticket: TicketRow, error: unknown): void
}

export interface TurnState {
  turn: number
  firstMessageId: number | null
  /** Ms since 1970. */
  retryAt?: number | undefined
}

export type TurnKind = {
  [Kind in keyof BotStates]: BotStates[Kind] extends TurnState ? Kind : never
}[keyof BotStates]

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    bots: readonly Bot[]
  }
}
