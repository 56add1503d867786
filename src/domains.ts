import { agentBot } from './ai-agent/answer/agent-bot'
import { promptBot } from './ai/prompt/prompt-bot'
import { audioRefusal } from './bot/audio-refusal/audio-refusal'
import type { Bot } from './bot/bot'
import { chatbot } from './bot/chatbot/chatbot'
import { consent } from './bot/consent/consent'
import { openingHours } from './bot/opening-hours/opening-hours'
import { queueMenu } from './bot/queue-menu/queue-menu'
import { rating } from './bot/rating/rating'
import { vacation } from './bot/vacation/vacation'
import { campaignAnswer } from './campaign/answer/campaign-answer'
import type { ChannelProviders } from './channel/channel-provider'
import { instagramProvider } from './channel/instagram/instagram-provider'
import { messengerProvider } from './channel/messenger/messenger-provider'
import { pageAccountCalls, pageSupportCalls } from './channel/meta/page/page-account.calls'
import { cloudAccountCalls } from './channel/whatsapp-cloud/account/cloud-account.calls'
import { cloudProvider } from './channel/whatsapp-cloud/cloud-provider'
import { createWhatsAppProvider } from './channel/whatsapp/whatsapp-provider'
import { flow, phraseFlow } from './flow/run/flow-bot'
import { integrationBot } from './integration/integration-bot'
import { hostWatchCalls } from './host/watch/host-watch.calls'
import { moveInCalls } from './move-in/run/move-in.calls'
import { Done } from './kernel/http/calls'
import type { JobHandlers } from './kernel/job/jobs'
import type { Domain } from './platform/domain'
import { aiDomain } from './ai/ai.domain'
import { aiAgentDomain } from './ai-agent/ai-agent.domain'
import { auditDomain } from './audit/audit.domain'
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
import { pushDomain } from './push/push.domain'
import { fileListDomain } from './file-list/file-list.domain'
import { personDomain } from './person/person.domain'
import { platformDomain } from './platform/platform.domain'
import { queueDomain } from './queue/queue.domain'
import { ruleDomain } from './rule/rule.domain'
import { quickMessageDomain } from './quick-message/quick-message.domain'
import { reportDomain } from './report/report.domain'
import { scheduleDomain } from './schedule/schedule.domain'
import { settingDomain } from './setting/setting.domain'
import { restoreDomain } from './restore/restore.domain'
import { setupChecklistDomain } from './setup-checklist/setup-checklist.domain'
import { slaDomain } from './sla/sla.domain'
import { templateDomain } from './template/template.domain'
import { tagDomain } from './tag/tag.domain'
import { ticketDomain } from './ticket/ticket.domain'
import { userDomain } from './user/user.domain'
import { webhookDomain } from './webhook/webhook.domain'

/** A domain imports only earlier ones, and their reactions run first. `check` enforces the order. */
const declaredDomains = [
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
  pushDomain,
  slaDomain,
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
  ruleDomain,
  scheduleDomain,
  suppressionDomain,
  contactListDomain,
  contactImportDomain,
  campaignDomain,
  externalApiDomain,
  internalChatDomain,
  personDomain,
  reportDomain,
  setupChecklistDomain,
  auditDomain,
  restoreDomain,
] as const satisfies readonly Domain[]

export const domains: readonly Domain[] = declaredDomains
export const jobHandlers = joined('jobs') as JobHandlers
export const mediaGuards = joined('mediaGuards')

export const bots: readonly Bot[] = [
  audioRefusal,
  campaignAnswer,
  rating,
  consent,
  vacation,
  openingHours,
  phraseFlow,
  flow,
  agentBot,
  integrationBot,
  promptBot,
  chatbot,
  queueMenu,
]

export const providers: ChannelProviders = Object.fromEntries(
  [createWhatsAppProvider(), cloudProvider, messengerProvider, instagramProvider].map((one) => [one.channel, one]),
)

/** Of what is above or below the domains. */
const otherCalls = { ...cloudAccountCalls, ...pageAccountCalls, ...pageSupportCalls, ...hostWatchCalls, ...moveInCalls }

type Declared = (typeof declaredDomains)[number]
type DeclaredCalls =
  | Extract<Declared, { calls: unknown }>['calls']
  | Extract<Declared, { records: unknown }>['records'][number]['calls']
  | typeof otherCalls
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Every) => void
  ? Every
  : never
export type Calls = All<DeclaredCalls>

const records = domains.flatMap((domain) => domain.records ?? [])
const views = { Done, ...joined('views') }
const named = new Set<unknown>(Object.values(views))
const unnamed = records.filter(({ viewSchema }) => !named.has(viewSchema))

export const calls: Calls = Object.assign({}, ...records.map((record) => record.calls), joined('calls'), otherCalls)

export const sharedViews = {
  ...views,
  ...Object.fromEntries(
    unnamed.map(({ subject, viewSchema }) => [`${subject[0]?.toUpperCase()}${subject.slice(1)}View`, viewSchema]),
  ),
}

function joined<Key extends 'calls' | 'jobs' | 'mediaGuards' | 'views'>(key: Key): NonNullable<Domain[Key]> {
  return Object.assign({}, ...domains.map((domain) => domain[key]))
}
