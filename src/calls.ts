import { contactBulkCalls } from './contact/contact-bulk.calls'
import { chatCalls } from './internal-chat/internal-chat.calls'
import { queueCalls } from './queue/queue.calls'
import { quickMessageCalls } from './quick-message/quick-message.calls'
import { scheduleCalls } from './schedule/schedule.calls'
import { tagCalls } from './tag/tag.calls'

/** Every call of the API. */
export const calls = {
  ...chatCalls,
  ...contactBulkCalls,
  ...queueCalls,
  ...quickMessageCalls,
  ...scheduleCalls,
  ...tagCalls,
}
export type Calls = typeof calls
