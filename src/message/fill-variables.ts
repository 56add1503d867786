import type { CompanyContext } from '../kernel/company-context'
import type { TicketId } from '../kernel/ids'
import { localDay, timeZoneOf, wallClock } from '../kernel/time-zone'
import { findVariableFacts, type VariableFacts } from './variable-facts.view'
import { replaceVariables, variableValues } from './message-variables.contract'

/**
 * The text with its variables replaced by what they stand for on the ticket, for its contact to read. `more` adds variables;
 * those of the ticket keep their meaning.
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

/** The same for colleagues, to whom the number of somebody without a name says more than nothing. */
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
