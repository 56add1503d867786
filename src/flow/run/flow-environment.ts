import { findContactRow, listExtraInfo } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { variablesOf } from '../../message/compose/ticket-variables'
import { countAutomaticLeft } from '../../message/send/automatic-limit'
import { variableAliases, variableKey } from '../flow-variables.contract'
import type { TicketRow } from '../../ticket/ticket.queries'
import type { FlowEnvironment } from './flow-step'

/** What a run reads of its ticket and contact, queried when a text or a condition asks for it. */
export function flowEnvironment(ctx: CompanyContext, ticket: TicketRow): FlowEnvironment {
  let known: Map<string, string> | undefined
  return {
    random: Math.random,
    messagesLeft: countAutomaticLeft(ctx, ticket),
    valueOf(name) {
      known ??= readFacts(ctx, ticket)
      return known.get(variableKey(name))
    },
  }
}

/** By key. Names of extra information cannot replace those of the product. */
function readFacts(ctx: CompanyContext, { id, contactId }: TicketRow): Map<string, string> {
  const contact = findContactRow(ctx, contactId)
  const ofTicket = variablesOf(ctx, id)
  const facts: [string, string][] = [
    ...listExtraInfo(ctx, contactId).map(({ name, value }): [string, string] => [name, value]),
    ...Object.entries(ofTicket),
    ...Object.entries(variableAliases).map(([name, meant]): [string, string] => [name, ofTicket[meant] ?? '']),
    ['numero', contact?.number ?? ''],
    ['email', contact?.email ?? ''],
  ]
  return new Map(facts.map(([name, value]) => [variableKey(name), value]))
}
