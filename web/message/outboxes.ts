import type { MessageView } from '../../src/message/message.answers'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createKeptQueues, type KeptQueues } from './kept-queues'
import { createOutbox, type Outbox } from './outbox'

export type Outboxes = KeptQueues<Outbox, readonly MessageView[]>

export function createOutboxes({ api, live }: { api: ApiClient; live: LiveSocketClient }): Outboxes {
  return createKeptQueues({ live, createQueue: (ticketId, onStored) => createOutbox({ api, ticketId, onStored }) })
}
