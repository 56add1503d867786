import { optionsOf } from '../connection/connection.queries'
import { acceptLgpd } from '../contact/contact.commands'
import { getContactRow } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company-context'
import { queueAutomaticText } from '../message/queue-message'
import type { InboundTurn } from '../message/inbound/inbound-turn'
import type { Automaton } from '../message/inbound/run-automata'
import { getSettings } from '../setting/setting.queries'
import { awaitConsent, endConsent } from '../ticket/await-consent'
import { finish } from '../ticket/close-ticket'
import { countRepeat, isAutomationPaused } from '../ticket/ticket-automation'
import { lastNoticeAtMs, takeNotice } from '../ticket/ticket-notice'
import { chosenNumber } from './chosen-number'
import { wordsOf } from './words'

/**
 * Consent to the processing of personal data (LGPD): asked once of each contact or, with lgpdConsent, on each ticket.
 * Until it is given nobody is bothered with the ticket and no other automaton speaks.
 */
export const askConsent: Automaton = (ctx, turn) => {
  const { ticket } = turn
  if (ticket.status === 'lgpd') return isAsking(ctx) ? readAnswer(ctx, turn) : goOn(ctx, turn)
  if (ticket.status !== 'pending' || isAutomationPaused(ticket) || !needsConsent(ctx, turn)) return false
  const { lgpdMessage, lgpdLink } = getSettings(ctx)
  const text = [lgpdMessage, lgpdLink, wordsOf(ctx).consentQuestion].filter((part) => part.trim() !== '').join('\n\n')
  queueAutomaticText(ctx, awaitConsent(ctx, ticket.id), text)
  return true
}

function isAsking(ctx: CompanyContext) {
  const { enableLGPD, lgpdMessage } = getSettings(ctx)
  return enableLGPD === 'enabled' && lgpdMessage.trim() !== ''
}

function needsConsent(ctx: CompanyContext, { ticket, contact, change }: InboundTurn) {
  if (!isAsking(ctx) || ticket.isGroup || ticket.imported) return false
  if (contact.lgpdAcceptedAt === null) return true
  if (getSettings(ctx).lgpdConsent !== 'enabled') return false
  // Every new ticket: one that has found its queue by now is none, and whoever waits there is not sent back to the door.
  if (change !== 'created' && ticket.queueId !== null) return false
  return lastNoticeAtMs(ctx, ticket.id, 'consent') === undefined
}

function readAnswer(ctx: CompanyContext, turn: InboundTurn): ReturnType<Automaton> {
  const { ticket, contact, connection, content } = turn
  switch (chosenNumber(content)) {
    case 1:
      acceptLgpd(ctx, contact.id)
      takeNotice(ctx, ticket.id, 'consent', { timesMax: 1 })
      return goOn(ctx, turn)
    case 2:
      queueAutomaticText(ctx, ticket, connection.complationMessage)
      finish(ctx, ticket, { farewell: false })
      return true
    default:
      if (!isAutomationPaused(ticket) && countRepeat(ctx, ticket.id, optionsOf(connection).maxUseBotQueues)) {
        queueAutomaticText(ctx, ticket, wordsOf(ctx).consentQuestion)
      }
      return true
  }
}

/** What follows begins the conversation: the answer to this question is none to the next. */
function goOn(ctx: CompanyContext, turn: InboundTurn): InboundTurn {
  const ticket = endConsent(ctx, turn.ticket.id)
  const content = { ...turn.content, body: '' }
  return { ...turn, ticket, content, contact: getContactRow(ctx, turn.contact.id), change: 'created' }
}
