import { contactBulkCalls } from './contact/contact-bulk.calls'
import { chatCalls } from './internal-chat/internal-chat.calls'
import { announcementCalls, announcementFileCalls, announcementWritingCalls } from './platform/announcement.calls'
import { logoCalls, publicLogoCalls } from './platform/brand-logo.calls'
import { companyCalls, ownCompanyCalls } from './platform/company.calls'
import { invoiceCalls, invoicePaymentCalls } from './platform/invoice.calls'
import { planCalls, publicPlanCalls } from './platform/plan.calls'
import { companyScheduleCalls } from './queue/company-schedule.calls'
import { queueCalls } from './queue/queue.calls'
import { quickMessageCalls } from './quick-message/quick-message.calls'
import { scheduleCalls } from './schedule/schedule.calls'
import { publicSettingCalls, settingCalls } from './setting/setting.calls'
import { tagCalls } from './tag/tag.calls'

/** Every call of the API. */
export const calls = {
  ...chatCalls,
  ...contactBulkCalls,
  ...publicPlanCalls,
  ...planCalls,
  ...ownCompanyCalls,
  ...companyCalls,
  ...invoiceCalls,
  ...invoicePaymentCalls,
  ...publicLogoCalls,
  ...logoCalls,
  ...announcementCalls,
  ...announcementFileCalls,
  ...announcementWritingCalls,
  ...companyScheduleCalls,
  ...queueCalls,
  ...quickMessageCalls,
  ...scheduleCalls,
  ...publicSettingCalls,
  ...settingCalls,
  ...tagCalls,
}
export type Calls = typeof calls
