import { signal, type ReadonlySignal } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import type { QueueView } from '../../../src/queue/queue.record'
import { takeOverOf } from '../../../src/queue/queue.contract'
import { useApp, useUser } from '../../app/app-context'
import { useAttempt } from '../../ui/form/use-attempt'
import { fetchQueues } from '../../queue/use-queues'

export interface NamedRecord {
  id: number
  name: string
  color?: string
  isLane?: boolean
}

type QueueRecord = NamedRecord & Pick<QueueView, 'closeTicket' | 'integrationId' | 'chatbotCount'>

/** Records that nodes refer to; undefined while loading. */
export interface FlowRecords {
  queues?: readonly QueueRecord[]
  tags?: readonly NamedRecord[]
  agents?: readonly NamedRecord[]
  fields?: readonly string[]
}

export function useFlowRecords(): ReadonlySignal<FlowRecords> {
  const { api } = useApp()
  const attempt = useAttempt()
  const hasAgents = useUser().plan.useOpenAi
  const [records] = useState(() => signal<FlowRecords>({}))
  useEffect(() => {
    const found: FlowRecords = hasAgents ? {} : { agents: [] }
    const reading = [
      attempt(async () => (found.queues = await fetchQueues(api))),
      attempt(async () => (found.fields = (await api.get('/flowbuilder/fields')).fields)),
      attempt(async () => {
        const tags = await api.get('/tags/flowbuilder')
        found.tags = tags.map(({ id, name, color, kanban }) => ({ id, name, color, isLane: kanban === 1 }))
      }),
    ]
    if (hasAgents) reading.push(attempt(async () => (found.agents = await api.get('/agents'))))
    // At once: with each change, the whole flow is checked again.
    void Promise.all(reading).then(() => (records.value = found))
  }, [api, records, hasAgents])
  return records
}

/** Returns what takes over a ticket that a flow sends to the queue, as far as the queues are loaded. */
export function takeOverIn({ queues }: FlowRecords, queueId: number) {
  const queue = queues?.find(({ id }) => id === queueId)
  return queue && takeOverOf(queue)
}
