import { findContactRow, listExtraInfo } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { foldText } from '../../kernel/text/fold-text.contract'
import { variablesOf } from '../../message/compose/ticket-variables'
import { countAutomaticLeft } from '../../message/send/automatic-limit'
import type { TicketRow } from '../../ticket/ticket.queries'
import type { FlowEnvironment } from './step-flow'

/** What a run reads of its ticket and contact, queried when a text or a condition asks for it. */
export function flowEnvironment(ctx: CompanyContext, ticket: TicketRow): FlowEnvironment {
  let known: Map<string, string> | undefined
  return {
    random: Math.random,
    messagesLeft: countAutomaticLeft(ctx, ticket.id),
    valueOf(name) {
      known ??= readFacts(ctx, ticket)
      return known.get(name) ?? known.get(foldText(name))
    },
  }
}

/** Names of extra information are compared without case and accents, and cannot replace those of the product. */
function readFacts(ctx: CompanyContext, { id, contactId }: TicketRow): Map<string, string> {
  const contact = findContactRow(ctx, contactId)
  const ofTicket = variablesOf(ctx, id)
  const extra = listExtraInfo(ctx, contactId).map(({ name, value }): [string, string] => [foldText(name).trim(), value])
  return new Map([
    ...extra,
    ...Object.entries(ofTicket),
    ['nome', ofTicket['name'] ?? ''],
    ['numero', contact?.number ?? ''],
    ['email', contact?.email ?? ''],
    ['conexao', ofTicket['connection'] ?? ''],
    ['fila', ofTicket['queue'] ?? ''],
  ])
}
