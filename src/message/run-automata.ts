import type { CompanyContext } from '../kernel/company-context'
import type { InboundTurn } from './receive-message'

/** Something that may answer a contact by itself. True when it applied: then no other one speaks. */
export type Automaton = (ctx: CompanyContext, turn: InboundTurn) => boolean

declare module '../kernel/company-files' {
  interface CompanyHooks {
    /** In the order they are asked: vacation, rating answer, consent, out of hours, flows, agents, integrations, menu. */
    automata?: readonly Automaton[]
  }
}

/** At most one automaton answers a message: the first that applies. */
export function runAutomata(ctx: CompanyContext, turn: InboundTurn) {
  for (const automaton of ctx.company.services.hooks.automata ?? []) if (automaton(ctx, turn)) return
}
