import { hasHeld } from './restore/held'
import { isImportingMessages } from './connection/history/message-import.queries'
import { isImportingContacts } from './contact-import/contact-import.queries'
import { findAgent } from './ai-agent/agent/agent.record'
import { findAgentAssistant } from './ai-agent/agent-assistant'
import { startAgent } from './ai-agent/answer/agent-bot'
import { findPrompt } from './ai/prompt/prompt.record'
import { handleSilentAnswer } from './campaign/answer/campaign-answer'
import { findCampaignUsing } from './campaign/campaign.queries'
import { runBots } from './bot/run-bots'
import { noConnections } from './connection/running/connection-control'
import { findContactRow } from './contact/contact.queries'
import { countConnections, listChannels, listConnectionsOfQueue } from './connection/connection.queries'
import { setConnectionsOfQueue } from './connection/save/connection-columns'
import { finishConnectionDeletion } from './connection/save/delete-connection'
import { listContactsOfTag } from './contact/list/list-contacts'
import { ticketMessages } from './message/list/ticket-messages.adapter'
import { reachesContact } from './ticket/list/tickets-of-contact'
import { bots, domains } from './domains'
import { hasFileList } from './file-list/file-list.record'
import { findFlow } from './flow/run/find-flow'
import type { CompanyPorts } from './kernel/company/company-files'
import { timeZoneOf } from './kernel/time/time-zone'
import { loadAuditWords } from './page/audit-words'
import { mailingOf } from './platform/mail/mailing'
import { deliverMail } from './platform/mail/deliver-mail'
import { registerWebhook } from './platform/payment/payments'
import { verifyCharge } from './platform/payment/charge/verify-charge'
import { countQueues } from './queue/queue.queries'
import { startIntegration } from './integration/integration-bot'
import { findIntegration } from './integration/integration.record'
import { listFlowTriggers } from './integration/trigger/list-flow-triggers'
import { contactConversations } from './message/contact/contact-conversations.view'
import { findTag } from './tag/tag.queries'
import { mailPasswordLink } from './user/password-link/forgot-password'
import { endAllSessions } from './user/session/session'
import { listQueueMembers, setQueueMembers } from './user/update-user'
import { actorLanguage, countUsers, findUser } from './user/user.queries'
import { createHostTarget } from './webhook/receiver/host-target'
import type { ChannelProviders } from './channel/channel-provider'
import type { Platform } from './platform/platform'
import { isMailReader } from './user/mail-choice/mail-choice'

/** `connections` and `wakeOutbox` are set by the process that runs connections. */
export function createPorts(platformOf: () => Platform, providers: ChannelProviders): CompanyPorts {
  return {
    providers,
    botRecords: {
      flow: { exists: (ctx, id) => findFlow(ctx, id) !== undefined },
      integration: { exists: (ctx, id) => findIntegration(ctx, id) !== undefined },
      prompt: { exists: (ctx, id) => findPrompt(ctx, id) !== undefined },
      agent: { exists: (ctx, id) => findAgent(ctx, id) !== undefined },
    },
    bots,
    answerContact: runBots,
    beforeDeleteConnection: domains.flatMap(({ beforeDelete }) => beforeDelete?.connection ?? []),
    beforeDeleteContact: domains.flatMap(({ beforeDelete }) => beforeDelete?.contact ?? []),
    beforeDeleteQueue: domains.flatMap(({ beforeDelete }) => beforeDelete?.queue ?? []),
    beforeDeleteUser: domains.flatMap(({ beforeDelete }) => beforeDelete?.user ?? []),
    connections: noConnections,
    resumeConnectionDeletion: (ctx, id) => finishConnectionDeletion(platformOf(), ctx, id),
    hostWebhook: createHostTarget(platformOf),
    contactConversations,
    contactListUse: { findCampaignUsing },
    handleSilentAnswer,
    contactRecords: domains.flatMap(({ ports }) => ports?.contactRecords ?? []),
    startAgent,
    agentAssistant: findAgentAssistant,
    people: [
      { rows: Object.values(providers).flatMap(({ personRows }) => personRows ?? []) },
      ...domains.flatMap(({ person }) => person ?? []),
    ],
    providerNotices: domains.flatMap(({ ports }) => ports?.providerNotices ?? []),
    ticketMessages,
    startIntegration,
    flowTriggers: listFlowTriggers,
    queueTargets: { hasFileList, hasUser: (ctx, id) => findUser(ctx, id) !== undefined },
    queueLinks: {
      userIds: { list: listQueueMembers, set: setQueueMembers },
      connectionIds: { list: listConnectionsOfQueue, set: setConnectionsOfQueue },
    },
    tagUses: domains.flatMap(({ ports }) => ports?.tagUses ?? []),
    isPlainTag: (ctx, id) => findTag(ctx, id)?.kanban === false,
    taggedContacts: { isContact: (ctx, id) => findContactRow(ctx, id) !== undefined, list: listContactsOfTag },
    mailing: () => mailingOf(platformOf()),
    deliverMail: (mail, signal) => deliverMail(platformOf(), mail, signal),
    isMailReader,
    mailPasswordLink: (email) => mailPasswordLink(platformOf(), email),
    payments: {
      verifyCharge: (chargeId, signal) => verifyCharge(platformOf(), chargeId, signal),
      registerWebhook: (signal) => registerWebhook(platformOf(), signal),
    },
    reachesContact,
    endSessions: endAllSessions,
    isImporting: (ctx) => isImportingContacts(ctx) || isImportingMessages(ctx),
    planUsage: (ctx) => ({
      users: countUsers(ctx),
      connections: countConnections(ctx),
      queues: countQueues(ctx),
      channels: listChannels(ctx),
    }),
    hasHeld,
    auditWords: (ctx) => loadAuditWords(actorLanguage(ctx), timeZoneOf(ctx)),
    wakeOutbox: () => {},
  }
}
