import { optionsOf } from '../../connection/connection.queries'
import { acceptLgpd } from '../../contact/contact.commands'
import { getContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { queueAutomaticText } from '../../message/send/queue-message'
import type { InboundMessage } from '../../message/inbound/inbound-message'
import { getSettings } from '../../setting/setting.queries'
import { awaitConsent, endConsent } from '../../ticket/opening/await-consent'
import { finish } from '../../ticket/closing/close-ticket'
import { countRepeat, areBotsPaused, mayRepeat } from '../../ticket/bot-state'
import { lastNoticeAtMs, countNotice } from '../../ticket/history/ticket-notice'
import type { Bot, BotOutcome } from '../bot'
import { chosenNumber } from '../chosen-number'
import { botTexts } from '../bot-texts'
import { isOnVacation } from '../vacation/vacation'

/** LGPD, once per contact or ticket; before, no agent and no other bot gets the ticket. Not during a vacation. */
export const consent: Bot = {
  kind: 'consent',
  statuses: ['pending'],
  isGate: true,
  ignoresDisableBot: true,
  owns: ({ status }) => status === 'lgpd',
  claims(ctx, message) {
    if (!isAsking(ctx, message)) return 'none'
    if (chosenNumber(message.content) !== undefined) return 'always'
    if (isOnVacation(ctx, message.connection)) return 'none'
    return mayRepeat(message.ticket, optionsOf(message.connection).maxUseBotQueues) ? 'answer' : 'none'
  },
  start: (ctx, message) => (needsConsent(ctx, message) ? ask(ctx, message) : 'pass'),
  resume: (ctx, message) => (isAsking(ctx, message) ? readAnswer(ctx, message) : continueConversation(ctx, message)),
}

function ask(ctx: CompanyContext, { ticket, connection }: InboundMessage): BotOutcome {
  const { lgpdMessage, lgpdLink } = consentRules(ctx, connection)
  const text = [lgpdMessage, lgpdLink, botTexts(ctx).consentQuestion].filter((part) => part.trim() !== '').join('\n\n')
  queueAutomaticText(ctx, awaitConsent(ctx, ticket.id), text)
  return 'handled'
}

/** The connection's own, else the company's. */
function consentRules(ctx: CompanyContext, connection: InboundMessage['connection']) {
  const [company, own] = [getSettings(ctx), optionsOf(connection)]
  return {
    lgpdMessage: own.lgpdMessage.trim() ? own.lgpdMessage : company.lgpdMessage,
    lgpdLink: own.lgpdLink || company.lgpdLink,
    asksEachTime: (own.lgpdConsent === 'inherit' ? company.lgpdConsent : own.lgpdConsent) === 'enabled',
  }
}

function isAsking(ctx: CompanyContext, { connection }: InboundMessage) {
  if (getSettings(ctx).enableLGPD !== 'enabled') return false
  return consentRules(ctx, connection).lgpdMessage.trim() !== ''
}

function needsConsent(ctx: CompanyContext, message: InboundMessage) {
  const { ticket, contact, change, connection } = message
  if (!isAsking(ctx, message) || ticket.isGroup || ticket.imported || isOnVacation(ctx, connection)) return false
  if (contact.lgpdAcceptedAt === null) return true
  if (!consentRules(ctx, connection).asksEachTime) return false
  // The contact waits in its queue already.
  if (change !== 'created' && ticket.queueId !== null) return false
  return lastNoticeAtMs(ctx, ticket.id, 'consent') === undefined
}

function readAnswer(ctx: CompanyContext, message: InboundMessage): BotOutcome {
  const { ticket, contact, connection, content } = message
  switch (chosenNumber(content)) {
    case 1:
      acceptLgpd(ctx, contact.id)
      countNotice(ctx, ticket.id, 'consent', { timesMax: 1 })
      return continueConversation(ctx, message)
    case 2:
      queueAutomaticText(ctx, ticket, connection.complationMessage)
      finish(ctx, ticket, { farewell: false })
      return 'handled'
    default:
      if (isOnVacation(ctx, connection)) return 'pass'
      if (!areBotsPaused(ticket) && countRepeat(ctx, ticket.id, optionsOf(connection).maxUseBotQueues)) {
        queueAutomaticText(ctx, ticket, botTexts(ctx).consentQuestion)
      }
      return 'handled'
  }
}

/** The next bots start; the consent is no answer to them. */
function continueConversation(ctx: CompanyContext, message: InboundMessage): InboundMessage {
  const ticket = endConsent(ctx, message.ticket.id)
  const content = { ...message.content, body: '' }
  return { ...message, ticket, content, contact: getContactRow(ctx, message.contact.id), change: 'created' }
}
