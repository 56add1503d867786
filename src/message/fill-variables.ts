import type { CompanyContext } from '../kernel/company-context'
import type { TicketId } from '../kernel/ids'
import { localDay, timeZoneOf, wallClock } from '../kernel/time-zone'
import { replaceVariables, variableValues } from './message-variables.contract'

interface Facts {
  name: string
  number: string
  user: string | null
  queue: string | null
  connection: string | null
  createdAt: number
}

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
  return replaceVariables(text, { ...more, ...valuesOf(ctx, ticketId, readFacts(ctx, ticketId)) })
}

/** The same for colleagues, to whom the number of somebody without a name says more than nothing. */
export function fillVariablesForColleagues(ctx: CompanyContext, text: string, ticketId: TicketId): string {
  const facts = readFacts(ctx, ticketId)
  const values = valuesOf(ctx, ticketId, facts)
  const name = values['name'] || facts?.name || facts?.number || ''
  return replaceVariables(text, { ...values, name, firstName: values['firstName'] || name })
}

function readFacts(ctx: CompanyContext, ticketId: TicketId) {
  return ctx.company.sqlite
    .query<Facts, [number]>(
      `SELECT contact.name, contact.number, user.name AS user, queue.name AS queue, connection.name AS connection,
         ticket.created_at AS createdAt
       FROM ticket JOIN contact ON contact.id = ticket.contact_id
       LEFT JOIN user ON user.id = ticket.user_id LEFT JOIN queue ON queue.id = ticket.queue_id
       LEFT JOIN connection ON connection.id = ticket.connection_id WHERE ticket.id = ?`,
    )
    .get(ticketId)
}

function valuesOf(ctx: CompanyContext, ticketId: TicketId, facts: Facts | null) {
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
