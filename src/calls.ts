import { queueCalls } from './queue/queue.calls'

/** Every call of the API. */
export const calls = {
  ...queueCalls,
}
export type Calls = typeof calls
