import type { CompanyContext } from '../../kernel/company/company-context'
import { type Reaction, reaction, type RecordedEvent } from '../../kernel/event/event-log'
import { listActiveTicketIds } from '../../ticket/list/tickets-of-contact'
import { forgetActiveRules, rulesOfKind } from '../active-rules'
import { presentFacts } from '../judge/present-facts'
import { findTicketFacts } from '../judge/rule-facts.view'
import { planRun } from '../run/plan-run'
import { changesIn, changeTypes, fires } from './changes'
import { planHour } from './hour'
import { dropWaits, endWaits, followSilence } from './silence'

/** They only plan runs; a rule that fails must not undo what happened. */
export const ruleReactions: readonly Reaction[] = [
  { on: changeTypes, run: followChanges },
  reaction('message.received', (ctx, { ticketId, messageId }) => {
    followWords(ctx, ticketId, messageId)
    followSilence(ctx, ticketId, messageId, 'contact')
  }),
  reaction('message.sent', (ctx, { ticketId, messageId, data: { by, isPrivate } }) => {
    if (by !== 'automation' && !isPrivate) followSilence(ctx, ticketId, messageId, 'us')
  }),
  reaction('ticket.closed', (ctx, { ticketId }) => endWaits(ctx, ticketId)),
  reaction('ticket.ratingAwaited', (ctx, { ticketId }) => endWaits(ctx, ticketId)),
  reaction('rule.created', (ctx, { data }) => followRule(ctx, data.ruleId)),
  reaction('rule.updated', (ctx, { data }) => followRule(ctx, data.ruleId)),
  reaction('rule.switchedOff', (ctx, { data }) => {
    followRule(ctx, data.ruleId)
    dropWaits(ctx, data.ruleId)
  }),
  // Recorded while it exists; its jobs then find nothing.
  reaction('rule.deleted', (ctx, { data }) => {
    forgetActiveRules(ctx)
    dropWaits(ctx, data.ruleId)
  }),
  // The company's time zone, too.
  reaction('subscription.changed', (ctx) => {
    for (const { id } of rulesOfKind(ctx, 'hour')) planHour(ctx, id)
  }),
]

function followRule(ctx: CompanyContext, ruleId: number) {
  forgetActiveRules(ctx)
  planHour(ctx, ruleId)
}

function followChanges(ctx: CompanyContext, event: RecordedEvent) {
  const { number, ticketId, contactId } = event
  for (const change of changesIn(event)) {
    const rules = rulesOfKind(ctx, change.kind).filter(({ trigger }) => fires(trigger, change))
    if (rules.length === 0) continue
    const ofContact = contactId === undefined ? [] : listActiveTicketIds(ctx, contactId)
    const ticketIds = ticketId === undefined ? ofContact : [ticketId]
    for (const id of ticketIds) for (const rule of rules) planRun(ctx, rule, { ticketId: id, cause: `event ${number}` })
  }
}

/** Judged at once: most messages meet no rule, and a job for each would cost more than the rules. */
function followWords(ctx: CompanyContext, ticketId: number, messageId: number) {
  const rules = rulesOfKind(ctx, 'words')
  const ticket = rules.length > 0 ? findTicketFacts(ctx, ticketId) : undefined
  if (!ticket) return
  const facts = presentFacts(ctx, ticket, { messageId })
  for (const rule of rules) {
    if (!rule.isMet(facts) || !rule.hasPhrase(facts.text())) continue
    planRun(ctx, rule, { ticketId, cause: `message ${messageId}`, messageId, isJudged: true })
  }
}
