import { contactImportCalls } from './contact-import/contact-import.calls'
import { allConnectionsCalls, connectionCalls } from './connection/connection.calls'
import { whatsappSessionCalls } from './connection/whatsapp-session.calls'
import { contactBulkCalls } from './contact/contact-bulk.calls'
import { contactCalls, contactIdentityCalls } from './contact/contact.calls'
import { chatCalls } from './internal-chat/internal-chat.calls'
import { mediaCalls, messageCalls } from './message/message.calls'
import { announcementCalls, announcementFileCalls, announcementWritingCalls } from './platform/announcement.calls'
import { logoCalls, publicLogoCalls } from './platform/brand-logo.calls'
import { companyCalls, ownCompanyCalls } from './platform/company.calls'
import { invoiceCalls, invoicePaymentCalls } from './platform/invoice.calls'
import { checkoutCalls, paymentSettingsCalls, paymentWebhookCalls } from './platform/payment/payment.calls'
import { planCalls, publicPlanCalls } from './platform/plan.calls'
import { companyScheduleCalls } from './queue/company-schedule.calls'
import { queueCalls } from './queue/queue.calls'
import { quickMessageCalls } from './quick-message/quick-message.calls'
import { scheduleCalls } from './schedule/schedule.calls'
import { reportCalls } from './report/report.calls'
import { publicSettingCalls, settingCalls } from './setting/setting.calls'
import { tagCalls } from './tag/tag.calls'
import { ticketCalls, ticketNoteCalls, ticketTagCalls } from './ticket/ticket.calls'
import { sessionCalls, signInCalls, signUpCalls } from './user/session.calls'
import { userCalls } from './user/user.calls'

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
  ...sessionCalls,
  ...signInCalls,
  ...signUpCalls,
  ...userCalls,
  ...whatsappSessionCalls,
}
export type Calls = typeof calls
