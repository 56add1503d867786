import { aiDomain } from './ai/ai.domain'
import { aiAgentDomain } from './ai-agent/ai-agent.domain'
import { botDomain } from './bot/bot.domain'
import { connectionDomain } from './connection/connection.domain'
import { connectionSupportDomain } from './connection-support/connection-support.domain'
import { campaignDomain } from './campaign/campaign.domain'
import { suppressionDomain } from './suppression/suppression.domain'
import { contactListDomain } from './contact-list/contact-list.domain'
import { contactImportDomain } from './contact-import/contact-import.domain'
import { contactDomain } from './contact/contact.domain'
import { externalApiDomain } from './external-api/external-api.domain'
import { flowDomain } from './flow/flow.domain'
import { integrationDomain } from './integration/integration.domain'
import { internalChatDomain } from './internal-chat/internal-chat.domain'
import { laneDomain } from './lane/lane.domain'
import { macroDomain } from './macro/macro.domain'
import { messageDomain } from './message/message.domain'
import { notificationDomain } from './notification/notification.domain'
import { fileListDomain } from './file-list/file-list.domain'
import type { Domain } from './platform/domain'
import { platformDomain } from './platform/platform.domain'
import { queueDomain } from './queue/queue.domain'
import { quickMessageDomain } from './quick-message/quick-message.domain'
import { reportDomain } from './report/report.domain'
import { scheduleDomain } from './schedule/schedule.domain'
import { settingDomain } from './setting/setting.domain'
import { setupChecklistDomain } from './setup-checklist/setup-checklist.domain'
import { templateDomain } from './template/template.domain'
import { tagDomain } from './tag/tag.domain'
import { ticketDomain } from './ticket/ticket.domain'
import { userDomain } from './user/user.domain'
import { webhookDomain } from './webhook/webhook.domain'

/**
 * Every domain, in order: a domain imports only earlier ones, and their reactions run before its own. `check`
 * enforces the order.
 */
export const declaredDomains = [
  platformDomain,
  settingDomain,
  queueDomain,
  connectionDomain,
  templateDomain,
  userDomain,
  tagDomain,
  contactDomain,
  ticketDomain,
  messageDomain,
  notificationDomain,
  fileListDomain,
  webhookDomain,
  botDomain,
  aiDomain,
  aiAgentDomain,
  laneDomain,
  flowDomain,
  integrationDomain,
  connectionSupportDomain,
  quickMessageDomain,
  macroDomain,
  scheduleDomain,
  suppressionDomain,
  contactListDomain,
  contactImportDomain,
  campaignDomain,
  externalApiDomain,
  internalChatDomain,
  reportDomain,
  setupChecklistDomain,
] as const satisfies readonly Domain[]

export const domains: readonly Domain[] = declaredDomains
