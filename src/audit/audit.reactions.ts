import { findCampaign } from '../campaign/campaign.queries'
import { findConnection } from '../connection/connection.queries'
import { recordAudit } from '../kernel/audit/audit'
import type { AuditAction, AuditChange } from '../kernel/audit/audit.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { type EventType, reaction, type RecordedEvent } from '../kernel/event/event-log'
import { findUserFacts } from '../user/user.queries'

type Facts = Pick<Parameters<typeof recordAudit>[1], 'id' | 'name' | 'changes'>

function audits<Type extends EventType>(
  type: Type,
  object: string,
  action: AuditAction,
  factsOf: (event: RecordedEvent<Type>, ctx: CompanyContext) => Facts | undefined = () => ({}),
) {
  return reaction(type, (ctx, event) => {
    const facts = factsOf(event, ctx)
    if (facts) recordAudit(ctx, { object, action, ...facts })
  })
}

const given = (values: Record<string, string | number | boolean>): AuditChange[] =>
  Object.entries(values).map(([field, to]) => ({ field, to }))

const connectionOf = (ctx: CompanyContext, id: number): Facts => ({
  id,
  name: findConnection(ctx, id)?.name ?? '',
})
const campaignOf = ({ data }: { data: { campaignId: number } }, ctx: CompanyContext): Facts => ({
  id: data.campaignId,
  name: findCampaign(ctx, data.campaignId)?.name ?? '',
})
const ofContact = ({ contactId }: { contactId?: number }): Facts => ({ ...(contactId && { id: contactId }) })
/** Unless the company's own rules did it. */
const ofContactByUser = (event: { contactId?: number; userId?: number }) =>
  event.userId === undefined ? undefined : ofContact(event)

/** Events that name what was done and to whom. Changes of records, users and connections are audited where they happen. */
export const auditReactions = [
  audits('user.signedIn', 'user', 'signedIn', ({ data }, ctx) => ({
    id: data.userId,
    name: findUserFacts(ctx, data.userId)?.name ?? '',
  })),
  audits('user.deleted', 'user', 'deleted', ({ data }) => ({ id: data.userId, name: data.name })),
  audits('user.changed', 'user', 'linkMade', ({ data: { fields, userId } }, ctx) => {
    if (!fields.includes('passwordLink') && !fields.includes('invitation')) return undefined
    return ctx.actor.kind === 'user' ? { id: userId, name: findUserFacts(ctx, userId)?.name ?? '' } : undefined
  }),
  audits('user.signedOut', 'session', 'ended', ({ data: { userId, copiedFrom } }, ctx) => ({
    id: userId,
    name: findUserFacts(ctx, userId)?.name ?? '',
    changes: copiedFrom === undefined ? [] : [{ field: 'copiedToken' }, { field: 'address', to: copiedFrom }],
  })),
  audits('setting.changed', 'setting', 'updated', ({ data }) => ({
    name: data.key,
    changes: [{ field: data.key, from: data.from, to: data.to }],
  })),
  audits('companySchedule.changed', 'openingHours', 'updated'),
  audits('campaign.settingsChanged', 'campaignSetting', 'updated', ({ data }) => ({
    changes: data.keys.map((field) => ({ field })),
  })),
  audits('aiLimit.changed', 'aiLimit', 'updated', ({ data }) => ({ changes: [{ field: 'aiLimit', ...data }] })),
  audits('webhook.changed', 'webhook', 'updated', ({ data: { url = '', withTexts } }) => ({
    changes: given({ url, withTexts }),
  })),
  audits('webhook.secretReplaced', 'webhook', 'secretReplaced'),
  audits('connectionWebhook.changed', 'connectionWebhook', 'updated', ({ data: { connectionId, url = '' } }, ctx) => ({
    ...connectionOf(ctx, connectionId),
    changes: given({ url }),
  })),
  audits('connectionWebhook.secretReplaced', 'connectionWebhook', 'secretReplaced', ({ data }, ctx) =>
    connectionOf(ctx, data.connectionId),
  ),
  audits('rule.addressReplaced', 'rule', 'secretReplaced', ({ data }) => ({ id: data.ruleId, name: data.name })),
  audits('rule.switchedOff', 'rule', 'updated', ({ data: { ruleId, name } }) => ({
    id: ruleId,
    name,
    changes: [{ field: 'active', from: true, to: false }],
  })),
  audits('connection.deleted', 'connection', 'deleted', ({ data }) => ({ id: data.connectionId, name: data.name })),
  audits('connection.sessionAsked', 'connection', 'disconnected', ({ data }, ctx) =>
    data.what === 'leave' ? connectionOf(ctx, data.connectionId) : undefined,
  ),
  audits('connection.sessionAsked', 'connection', 'codeRenewed', ({ data }, ctx) =>
    data.what === 'renew' || data.what === 'pairingCode' ? connectionOf(ctx, data.connectionId) : undefined,
  ),
  audits('contacts.exported', 'contact', 'exported', ({ data: { format, rows } }) => ({
    changes: given({ format, rows }),
  })),
  audits('report.exported', 'report', 'exported', ({ data: { format } }) => ({ changes: given({ format }) })),
  audits('person.exported', 'contact', 'exported', ofContact),
  audits('contact.erased', 'contact', 'erased', ofContact),
  audits('contact.deleted', 'contact', 'deleted', ofContactByUser),
  audits('contact.merged', 'contact', 'merged', ofContactByUser),
  audits('ticket.deleted', 'ticket', 'deleted', ({ ticketId, userId }) =>
    userId === undefined ? undefined : { id: ticketId },
  ),
  audits('contactImport.started', 'contact', 'imported', ({ data: { rows } }) => ({ changes: given({ rows }) })),
  audits('contactImport.undone', 'contactImport', 'undone', ({ data: { removed } }) => ({
    changes: given({ removed }),
  })),
  audits('suppressions.imported', 'suppressions', 'imported', ({ data }) => ({
    changes: given({ added: data.added }),
  })),
  audits('campaign.created', 'campaign', 'created', campaignOf),
  audits('campaign.started', 'campaign', 'started', campaignOf),
  audits('campaign.cancelled', 'campaign', 'stopped', campaignOf),
  audits('campaign.deleted', 'campaign', 'deleted', ({ data }) => ({ id: data.campaignId, name: data.name })),
]
