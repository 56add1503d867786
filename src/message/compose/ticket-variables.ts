import type { CompanyContext } from '../../kernel/company/company-context'
import type { TicketId } from '../../kernel/ids'
import { localDay, timeZoneOf, wallClock } from '../../kernel/time/time-zone'
import { variableValues } from './message-variables.contract'
import { findVariableFacts } from './variable-facts.view'

export function variablesOf(
  ctx: CompanyContext,
  ticketId: TicketId,
  facts = findVariableFacts(ctx, ticketId),
): Record<string, string> {
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
