import type { CompanyContext } from '../kernel/company-context'
import type { PlanFlag } from '../kernel/company-plan.contract'
import type { FreshContext } from '../kernel/jobs'
import type { InboundMessage } from '../message/inbound/inbound-message'
import type { MessageRow } from '../message/message.queries'
import type { BotState } from '../ticket/bot-state'
import type { TicketRow } from '../ticket/ticket.queries'
import type { TicketStatus } from '../ticket/ticket-status'

/**
 * `pass`: the next bot is asked. `handled`: no other one speaks. A message: the bot changed what the contact's message
 * means, and the next ones are asked with that.
 */
export type BotOutcome = 'pass' | 'handled' | InboundMessage

/**
 * Something that answers a contact by itself. All of it runs in the transaction that stores the contact's message, so it
 * waits for nothing; a bot that needs the network takes a turn (`bot-turn.ts`).
 */
export interface Bot {
  /** Names its state on the ticket. */
  readonly kind: string
  /** Tickets on which it may start. */
  readonly statuses: readonly TicketStatus[]
  /** A gate is asked on every message, also while another bot owns the ticket. */
  readonly isGate?: boolean
  /** Starts even after a person has written on the ticket. */
  readonly startsWhenPaused?: boolean
  /** Speaks to contacts whose bot is switched off, too. */
  readonly ignoresDisableBot?: boolean
  /** The feature that the company's plan must include. */
  readonly plan?: PlanFlag
  /** Whether the ticket is in its hands. By default its state says so. */
  owns?(ticket: TicketRow): boolean
  /** A contact's message on a ticket that is in no bot's hands. */
  start?(ctx: CompanyContext, message: InboundMessage): BotOutcome
  /** A contact's message on a ticket in its hands. */
  resume?(ctx: CompanyContext, message: InboundMessage): BotOutcome
  /** What it asks outside of the process, for a turn that it took. */
  turn?: BotTurn
}

/** The messages that the contact wrote since the last turn, oldest first, as they are now; deleted ones are left out. */
export interface TurnQuestion {
  ticket: TicketRow
  state: TurnState
  messages: readonly MessageRow[]
}

/** One question to an outside service and what follows from its answer. */
export interface BotTurn<Answer = unknown> {
  /** Messages that follow within this time belong to the same turn. */
  readonly debounceMs: number
  readonly timeLimitMs: number
  /** Takes a fresh context after each wait. @throws Error to be asked again, three times in all */
  ask(freshContext: FreshContext, question: TurnQuestion, signal: AbortSignal): Promise<Answer>
  /** Runs in a transaction, and only while the ticket is as it was when the turn was taken. */
  apply(ctx: CompanyContext, question: TurnQuestion, answer: Answer): void
  /** The service gave no answer: by default the ticket waits for a person. */
  fail?(ctx: CompanyContext, ticket: TicketRow): void
}

/** State of a bot that takes turns. */
export interface TurnState extends BotState {
  /** Counts the turns; an answer to an earlier one is dropped. */
  turn: number
  /** The first message that no turn has answered yet; null when none waits. */
  firstMessageId: number | null
}

declare module '../kernel/company-files' {
  interface CompanyPorts {
    /** In the order they are asked. */
    bots: readonly Bot[]
  }
}
