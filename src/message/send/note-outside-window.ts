import { channelRules } from '../../channel/channel-rules.contract'
import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { createTicketNote, isNoted } from '../../ticket/note/ticket-note.commands'
import type { TicketRow } from '../../ticket/ticket.queries'
import { lastInboundMs } from '../compose/last-inbound.view'

const texts = {
  pt: 'Uma mensagem automática não foi enviada: o canal só aceita mensagens até {hours} horas depois da última do contato.',
  en: 'An automatic message was not sent: the channel accepts messages only within {hours} hours of the contact’s last one.',
  es: 'Un mensaje automático no se envió: el canal solo acepta mensajes hasta {hours} horas después del último del contacto.',
}

/** Notes on the ticket, once after the contact's last message, why the product said nothing. */
export function noteOutsideWindow(ctx: CompanyContext, ticket: TicketRow) {
  const { language } = ctx.company.services.about(ctx.company.id)
  const note = texts[language].replace('{hours}', String(channelRules[ticket.channel].replyWindowHours ?? 0))
  if (isNoted(ctx, ticket.id, note, lastInboundMs(ctx, ticket) ?? 0)) return
  createTicketNote(asSystem(ctx), { ticketId: ticket.id, note })
}
