import { Done } from './kernel/calls'
import { contactImportCalls, ContactImportView } from './contact-import/contact-import.calls'
import {
  allConnectionsCalls,
  connectionCalls,
  ConnectionCountView,
  ConnectionPick,
  ConnectionView,
} from './connection/connection.calls'
import { whatsappSessionCalls } from './connection/whatsapp-session.calls'
import { contactBulkCalls } from './contact/contact-bulk.calls'
import { ContactView } from './contact/contact.answers'
import { contactCalls, contactIdentityCalls } from './contact/contact.calls'
import { chatCalls, ChatMessageView, ChatView } from './internal-chat/internal-chat.calls'
import { MessageCount, MessageView } from './message/message.answers'
import { mediaCalls, messageCalls } from './message/message.calls'
import {
  announcementCalls,
  announcementFileCalls,
  AnnouncementView,
  announcementWritingCalls,
} from './platform/announcement.calls'
import { logoCalls, publicLogoCalls } from './platform/brand-logo.calls'
import { companyCalls, CompanyView, ownCompanyCalls, OwnCompanyView } from './platform/company.calls'
import { helpCalls, helpReadingCalls, HelpView } from './platform/help.calls'
import { invoiceCalls, invoicePaymentCalls, InvoiceView } from './platform/invoice.calls'
import {
  checkoutCalls,
  paymentSettingsCalls,
  paymentWebhookCalls,
  unclearPaymentCalls,
} from './platform/payment/payment.calls'
import { CompanyPlanView, planCalls, PlanView, publicPlanCalls } from './platform/plan.calls'
import { companyScheduleCalls } from './queue/company-schedule.calls'
import { queueCalls, QueueView } from './queue/queue.calls'
import { quickMessageCalls, QuickMessageView } from './quick-message/quick-message.calls'
import { scheduleCalls, ScheduleView } from './schedule/schedule.calls'
import { PeriodCounters, reportCalls } from './report/report.calls'
import { publicSettingCalls, settingCalls, SettingView } from './setting/setting.calls'
import { tagCalls, TagView } from './tag/tag.calls'
import { TicketContact, TicketNoteView, TicketView } from './ticket/ticket.answers'
import { ticketCalls, ticketNoteCalls, ticketTagCalls } from './ticket/ticket.calls'
import { SessionAnswer, sessionCalls, SessionUser, signInCalls, signUpCalls } from './user/session.calls'
import { userCalls, UserPick, UserView } from './user/user.calls'

/** Every call of the API. */
export const calls = {
  ...allConnectionsCalls,
  ...announcementCalls,
  ...announcementFileCalls,
  ...announcementWritingCalls,
  ...chatCalls,
  ...checkoutCalls,
  ...companyCalls,
  ...companyScheduleCalls,
  ...connectionCalls,
  ...contactBulkCalls,
  ...contactCalls,
  ...contactIdentityCalls,
  ...helpCalls,
  ...helpReadingCalls,
  ...invoiceCalls,
  ...invoicePaymentCalls,
  ...logoCalls,
  ...mediaCalls,
  ...messageCalls,
  ...ownCompanyCalls,
  ...paymentSettingsCalls,
  ...paymentWebhookCalls,
  ...planCalls,
  ...publicLogoCalls,
  ...publicPlanCalls,
  ...publicSettingCalls,
  ...contactImportCalls,
  ...queueCalls,
  ...quickMessageCalls,
  ...reportCalls,
  ...scheduleCalls,
  ...settingCalls,
  ...tagCalls,
  ...ticketCalls,
  ...ticketNoteCalls,
  ...ticketTagCalls,
  ...unclearPaymentCalls,
  ...sessionCalls,
  ...signInCalls,
  ...signUpCalls,
  ...userCalls,
  ...whatsappSessionCalls,
}
export type Calls = typeof calls

/** Views that several calls answer, as `/openapi` names them. */
export const sharedViews = {
  Done,
  AnnouncementView,
  ChatMessageView,
  ChatView,
  CompanyPlanView,
  CompanyView,
  ConnectionCountView,
  ConnectionPick,
  ConnectionView,
  ContactImportView,
  ContactView,
  HelpView,
  InvoiceView,
  MessageCount,
  MessageView,
  OwnCompanyView,
  PeriodCounters,
  PlanView,
  QueueView,
  QuickMessageView,
  ScheduleView,
  SessionAnswer,
  SessionUser,
  SettingView,
  TagView,
  TicketContact,
  TicketNoteView,
  TicketView,
  UserPick,
  UserView,
}
