import type { CompanyContext } from '../kernel/company-context'
import type { TicketId } from '../kernel/ids'
import { wallClock } from '../kernel/wall-clock'

interface Facts {
  name: string
  user: string | null
  queue: string | null
  connection: string | null
  createdAt: number
}

/**
 * Replaces {{firstName}} {{name}} {{userName}} {{ms}} {{protocol}} {{date}} {{hour}} {{ticket_id}} {{queue}}
 * {{connection}} {{name_company}}. Anything else in braces stays as typed; what a variable brings in is not looked at
 * again, and nothing is escaped.
 */
export function fillVariables(ctx: CompanyContext, text: string, ticketId: TicketId): string {
  if (!text.includes('{{')) return text
  const values = variablesOf(ctx, ticketId)
  return text.replace(/\{\{(\w+)\}\}/g, (typed, name: string) =>
    Object.hasOwn(values, name) ? String(values[name as keyof typeof values]) : typed,
  )
}

function variablesOf(ctx: CompanyContext, ticketId: TicketId) {
  const facts = ctx.company.sqlite
    .query<Facts, [number]>(
      `SELECT contact.name, user.name AS user, queue.name AS queue, connection.name AS connection,
         ticket.created_at AS createdAt
       FROM ticket JOIN contact ON contact.id = ticket.contact_id
       LEFT JOIN user ON user.id = ticket.user_id LEFT JOIN queue ON queue.id = ticket.queue_id
       LEFT JOIN connection ON connection.id = ticket.connection_id WHERE ticket.id = ?`,
    )
    .get(ticketId)
  const { name: company, timeZone } = ctx.company.services.about(ctx.company.id)
  const now = wallClock(ctx.now, timeZone)
  const born = wallClock(new Date(facts?.createdAt ?? 0), timeZone)
  const name = facts?.name ?? ''
  return {
    firstName: name.trim().split(/\s+/)[0] ?? '',
    name,
    userName: ctx.actor.kind === 'user' ? ctx.actor.name : (facts?.user ?? ''),
    ms: greetingOf(Number(now.time.slice(0, 2))),
    protocol: `${born.day.replaceAll('-', '')}${ticketId}`,
    date: now.day.split('-').reverse().join('/'),
    hour: now.time,
    ticket_id: ticketId,
    queue: facts?.queue ?? '',
    connection: facts?.connection ?? '',
    name_company: company,
  }
}

function greetingOf(hour: number) {
  if (hour < 6) return 'Boa madrugada'
  if (hour < 12) return 'Bom dia'
  return hour < 18 ? 'Boa tarde' : 'Boa noite'
}
