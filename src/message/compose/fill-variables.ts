import type { CompanyContext } from '../../kernel/company/company-context'
import type { TicketId } from '../../kernel/ids'
import { replaceVariables } from './message-variables.contract'
import { variablesOf } from './ticket-variables'
import { findVariableFacts } from './variable-facts.view'

/** `more` cannot replace the ticket's own variables. */
export function fillVariables(
  ctx: CompanyContext,
  text: string,
  ticketId: TicketId,
  more: Readonly<Record<string, string>> = {},
): string {
  if (!text.includes('{{')) return text
  return replaceVariables(text, { ...more, ...variablesOf(ctx, ticketId) })
}

export function fillVariablesForColleagues(ctx: CompanyContext, text: string, ticketId: TicketId): string {
  const facts = findVariableFacts(ctx, ticketId)
  const values = variablesOf(ctx, ticketId, facts)
  const name = values['name'] || facts?.name || facts?.number || ''
  return replaceVariables(text, { ...values, name, firstName: values['firstName'] || name })
}
