import type { CompanyContext } from '../../kernel/company/company-context'
import type { TicketId } from '../../kernel/ids'
import { enqueueJob, type WaitingJob } from '../../kernel/job/jobs'
import { findContactRow } from '../../contact/contact.queries'
import { getTicketRow } from '../../ticket/ticket.queries'
import { sendWebhook } from '../../webhook/delivery/send-webhook'
import { describeCompany, describeConnection, describeContact, describeTicket } from '../../webhook/describe-event'
import { getCompanyWebhook } from '../../webhook/receiver/company-webhook'
import { type ActiveRule, findActiveRule } from '../active-rules'
import { noteCalled, noteFailure } from './switch-off'

interface RuleCall {
  ruleId: number
  ticketId: TicketId
  url: string
  id: string
  body: string
  depth: number
  /** Its position in the rule; missing in calls of an earlier version. */
  step?: number
}

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'rule.callWebhook': RuleCall
  }
}

/** How many rules led to the call, so that a call that leads back to a rule is found to be a loop. */
export const depthHeader = 'x-recado-rule-depth'

const event = 'rule.ran'

/** Requires a transaction. The body says what holds now, whenever it is sent. */
export function planCall(
  ctx: CompanyContext,
  rule: Pick<ActiveRule, 'id' | 'name' | 'steps'>,
  { ticketId, url, depth }: { ticketId: TicketId; url: string; depth: number },
) {
  const ticket = getTicketRow(ctx, ticketId)
  const contact = findContactRow(ctx, ticket.contactId)
  const id = Bun.randomUUIDv7()
  const body = JSON.stringify({
    id,
    event,
    createdAt: ctx.now.toISOString(),
    rule: { id: rule.id, name: rule.name },
    company: describeCompany(ctx),
    connection: describeConnection(ctx, ticket.connectionId),
    contact: contact ? describeContact(contact) : null,
    ticket: describeTicket(ctx, ticket),
  })
  const step = rule.steps.findIndex((one) => one.kind === 'webhook' && one.url === url) + 1
  enqueueJob(ctx, 'rule.callWebhook', { ruleId: rule.id, ticketId, url, id, body, depth, step })
}

/** Sent again under the same id after a failure or a crash. Signed with the secret of the company's webhook, if it has one. */
export const ruleCallJob: WaitingJob<'rule.callWebhook'> = {
  lane: 'waiting',
  isBulk: true,
  timeLimitMs: 20_000,
  attemptsMax: 5,
  async run(freshContext, { ruleId, url, id, body, depth, step }, signal) {
    const ctx = freshContext()
    const { services, id: companyId } = ctx.company
    const { secret } = getCompanyWebhook(ctx)
    const headers = { [depthHeader]: String(depth) }
    const call = services.outgoing.of(companyId, 'webhook')
    const sent = { url, event, deliveryId: id, body, secret, at: ctx.now, headers }
    const { ok, error, status } = await sendWebhook(call, sent, signal)
    if (!ok) throw new Error(status === null ? error : `HTTP ${status}`)
    if (step !== undefined) noteCalled(freshContext(), ruleId, step)
  },
  givenUp(ctx, { ruleId, ticketId, step = null }, error) {
    const rule = findActiveRule(ctx, ruleId)
    const reason = error instanceof Error ? error.message : String(error)
    const failure = { error: `webhook ${reason}`.slice(0, 200), step, ticketId }
    if (rule) ctx.transaction(() => noteFailure(ctx, rule, failure))
  },
}
