import { contactBulkCalls } from './contact/contact-bulk.calls'
import { queueCalls } from './queue/queue.calls'

/** Every call of the API. */
export const calls = {
  ...contactBulkCalls,
  ...queueCalls,
}
export type Calls = typeof calls
