import type { CompanyContext } from '../../kernel/company-context'
import type { InboundTurn } from './inbound-turn'

/**
 * Something that may answer a contact by itself. True when it applied: then no other one speaks. A turn when it changed
 * what the contact's message means for those that follow, which are asked with that.
 */
export type Automaton = (ctx: CompanyContext, turn: InboundTurn) => boolean | InboundTurn

declare module '../../kernel/company-files' {
  interface CompanyHooks {
    /**
     * In the order they are asked: refused audio, vacation, rating answer, consent, out of hours, flows, agents,
     * integrations, menu.
     */
    automata?: readonly Automaton[]
  }
}

/** At most one automaton answers a message: the first that applies. A group that is no ordinary ticket hears none. */
export function runAutomata(ctx: CompanyContext, first: InboundTurn) {
  if (first.ticket.status === 'group') return
  let turn = first
  for (const automaton of ctx.company.services.hooks.automata ?? []) {
    const outcome = automaton(ctx, turn)
    if (outcome === true) return
    if (outcome !== false) turn = outcome
  }
}
