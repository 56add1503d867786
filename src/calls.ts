import { assistanceCalls } from './ai/assistance/assistance.calls'
import { AgentTypeView } from './ai-agent/agent/agent.calls'
import { ProductFileView, ProductView } from './ai-agent/agent/item.calls'
import { AiModelView } from './ai-agent/provider/ai-provider.record'
import { declaredDomains, domains } from './domains'
import { Done } from './kernel/http/calls'
import { contactImportCalls, ContactImportView } from './contact-import/contact-import.calls'
import { campaignCalls, CampaignView } from './campaign/campaign.calls'
import { ContactListItemView } from './contact-list/contact-list.calls'
import {
  allConnectionsCalls,
  connectionCalls,
  ConnectionCountView,
  ConnectionPick,
  ConnectionView,
  supportCalls,
} from './connection/connection.calls'
import { providerCalls } from './channels'
import { metaWebhookCalls } from './connection/webhook/meta-webhook.calls'
import { whatsappSessionCalls } from './connection/session/whatsapp-session.calls'
import { connectionChoicesCalls, supportLogCalls } from './connection-support/connection-support.calls'
import { contactBulkCalls } from './contact/bulk/contact-bulk.calls'
import { ContactView } from './contact/contact.answers'
import { contactCalls, contactIdentityCalls } from './contact/contact.calls'
import { botCalls } from './bot/bot.calls'
import { flowRunCalls } from './flow/run/flow-run.calls'
import { flowEditorCalls, flowFileCalls } from './flow/flow.calls'
import { phraseTestCalls } from './flow/phrase/phrase.calls'
import { externalMessageCalls } from './external-api/external-message.calls'
import { FileListView } from './file-list/file-list.record'
import { chatCalls, ChatMessageView, ChatView } from './internal-chat/internal-chat.calls'
import { MessageCount, MessageView } from './message/message.answers'
import { notificationCalls, NotificationView } from './notification/notification.calls'
import { mediaCalls, messageCalls } from './message/message.calls'
import { announcementFileCalls } from './platform/announcement/announcement.routes'
import { logoCalls, publicLogoCalls } from './platform/branding/brand-logo.calls'
import { companyCalls, CompanyView, ownCompanyCalls, OwnCompanyView } from './platform/company/company.calls'
import { invoiceCalls, invoicePaymentCalls, InvoiceView } from './platform/invoice/invoice.calls'
import {
  checkoutCalls,
  paymentSettingsCalls,
  paymentWebhookCalls,
  unclearPaymentCalls,
} from './platform/payment/payment.calls'
import { CompanyPlanView, publicPlanCalls } from './platform/plan/plan.calls'
import { companyScheduleCalls } from './queue/hours/company-schedule.calls'
import { ChatbotOption, ChatbotTree } from './queue/chatbot/chatbot.contract'
import { chatbotCalls, ChatbotView } from './queue/chatbot/chatbot.calls'
import { ListedQueueView, WholeQueueView } from './queue/queue.record'
import { QuickMessageRecord, QuickMessageView } from './quick-message/quick-message.record'
import { scheduleCalls, ScheduleView } from './schedule/schedule.calls'
import { PeriodCounters, reportCalls } from './report/report.calls'
import { publicSettingCalls, settingCalls, SettingView } from './setting/setting.calls'
import { setupChecklistCalls } from './setup-checklist/setup-checklist.calls'
import { templateCalls, TemplateView } from './template/template.calls'
import { TicketContact, TicketNoteView, TicketView } from './ticket/ticket.answers'
import { ticketCalls, ticketNoteCalls, ticketTagCalls } from './ticket/ticket.calls'
import { SessionAnswer, sessionCalls, SessionUser, signInCalls, signUpCalls } from './user/session/session.calls'
import { userCalls, UserPick, UserView } from './user/user.calls'
import { IntegrationView } from './integration/integration.record'
import { integrationCalls, IntegrationPick } from './integration/integration.calls'
import { connectionWebhookCalls, ConnectionWebhookView } from './webhook/receiver/connection-webhook.calls'
import { companyWebhookCalls, DeliveryView, hostWebhookCalls } from './webhook/webhook.calls'

type DeclaredRecord = Extract<(typeof declaredDomains)[number], { records: unknown }>['records'][number]
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Every) => void
  ? Every
  : never

const records = domains.flatMap((domain) => domain.records ?? [])

export const calls = {
  ...(Object.assign({}, ...records.map((record) => record.calls)) as All<DeclaredRecord['calls']>),
  ...allConnectionsCalls,
  ...announcementFileCalls,
  ...assistanceCalls,
  ...botCalls,
  ...chatCalls,
  ...checkoutCalls,
  ...companyCalls,
  ...companyScheduleCalls,
  ...companyWebhookCalls,
  ...connectionCalls,
  ...connectionChoicesCalls,
  ...connectionWebhookCalls,
  ...contactBulkCalls,
  ...contactCalls,
  ...contactIdentityCalls,
  ...phraseTestCalls,
  ...flowEditorCalls,
  ...flowFileCalls,
  ...flowRunCalls,
  ...externalMessageCalls,
  ...invoiceCalls,
  ...invoicePaymentCalls,
  ...logoCalls,
  ...mediaCalls,
  ...messageCalls,
  ...metaWebhookCalls,
  ...providerCalls,
  ...notificationCalls,
  ...ownCompanyCalls,
  ...paymentSettingsCalls,
  ...paymentWebhookCalls,
  ...publicLogoCalls,
  ...publicPlanCalls,
  ...publicSettingCalls,
  ...contactImportCalls,
  ...campaignCalls,
  ...chatbotCalls,
  ...supportCalls,
  ...supportLogCalls,
  ...reportCalls,
  ...scheduleCalls,
  ...settingCalls,
  ...setupChecklistCalls,
  ...templateCalls,
  ...ticketCalls,
  ...ticketNoteCalls,
  ...ticketTagCalls,
  ...unclearPaymentCalls,
  ...sessionCalls,
  ...signInCalls,
  ...signUpCalls,
  ...userCalls,
  ...hostWebhookCalls,
  ...integrationCalls,
  ...whatsappSessionCalls,
}
export type Calls = typeof calls

const namedViews = {
  Done,
  AgentTypeView,
  AiModelView,
  ChatbotOption,
  ChatbotTree,
  ChatbotView,
  ChatMessageView,
  ChatView,
  CompanyPlanView,
  CompanyView,
  ConnectionCountView,
  ConnectionPick,
  ConnectionView,
  ConnectionWebhookView,
  ContactImportView,
  CampaignView,
  ContactListItemView,
  ContactView,
  DeliveryView,
  FileListView,
  IntegrationPick,
  IntegrationView,
  InvoiceView,
  MessageCount,
  MessageView,
  NotificationView,
  OwnCompanyView,
  PeriodCounters,
  ProductFileView,
  ProductView,
  ListedQueueView,
  QuickMessageRecord,
  QuickMessageView,
  ScheduleView,
  SessionAnswer,
  SessionUser,
  SettingView,
  TemplateView,
  TicketContact,
  TicketNoteView,
  TicketView,
  UserPick,
  UserView,
  WholeQueueView,
}

const known = new Set<unknown>(Object.values(namedViews))
const unnamed = records.filter(({ viewSchema }) => !known.has(viewSchema))

/** Schemas used by several calls, by their name in `/openapi`. */
export const sharedViews = {
  ...namedViews,
  ...Object.fromEntries(
    unnamed.map(({ subject, viewSchema }) => [`${subject[0]?.toUpperCase()}${subject.slice(1)}View`, viewSchema]),
  ),
}
