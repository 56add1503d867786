import type { CompanyContext } from '../kernel/company-context'
import type { TicketId } from '../kernel/ids'
import { localDay, timeZoneOf, wallClock } from '../kernel/time-zone'
import { findVariableFacts, type VariableFacts } from './variable-facts.view'
import { replaceVariables, variableValues } from './message-variables.contract'

/**
 * Returns the text with its variables replaced for the ticket's contact. `more` adds variables but cannot replace those
 * of the ticket.
 */
export function fillVariables(
  ctx: CompanyContext,
  text: string,
  ticketId: TicketId,
  more: Readonly<Record<string, string>> = {},
): string {
  if (!text.includes('{{')) return text
  return replaceVariables(text, { ...more, ...valuesOf(ctx, ticketId, findVariableFacts(ctx, ticketId)) })
}

/** The same for colleagues, who see the number of a contact without a name. */
export function fillVariablesForColleagues(ctx: CompanyContext, text: string, ticketId: TicketId): string {
  const facts = findVariableFacts(ctx, ticketId)
  const values = valuesOf(ctx, ticketId, facts)
  const name = values['name'] || facts?.name || facts?.number || ''
  return replaceVariables(text, { ...values, name, firstName: values['firstName'] || name })
}

function valuesOf(ctx: CompanyContext, ticketId: TicketId, facts: VariableFacts | null) {
  const { name: company } = ctx.company.services.about(ctx.company.id)
  const timeZone = timeZoneOf(ctx)
  return variableValues({
    contact: { name: facts?.name ?? '', number: facts?.number ?? '' },
    userName: ctx.actor.kind === 'user' ? ctx.actor.name : (facts?.user ?? ''),
    queue: facts?.queue ?? '',
    connection: facts?.connection ?? '',
    company,
    ticketId,
    createdDay: localDay(facts?.createdAt ?? 0, timeZone),
    now: wallClock(ctx.now, timeZone),
  })
}
