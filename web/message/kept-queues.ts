import { effect } from '@preact/signals-react'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { SendQueue } from './send-queue'

/** The outboxes of conversations. They outlive the screen, so that messages queued without a network are still there on return. */
export interface KeptQueues<Queue, Stored> {
  of(conversationId: number): Queue
  /** Sets the listener for messages that the conversation's outbox has sent, instead of the previous one. Returns the function that removes it. */
  setListener(conversationId: number, onStored: (stored: Stored) => void): () => void
  /** In the browser only: resends queued messages after a reconnection, and asks before the window is closed over them. */
  start(): void
  forgetSent(): void
}

interface KeptQueuesOptions<Queue, Stored> {
  live: Pick<LiveSocketClient, 'state'>
  createQueue(conversationId: number, onStored: (stored: Stored) => void): Queue
}

export function createKeptQueues<Queue extends SendQueue<object>, Stored>({
  live,
  createQueue,
}: KeptQueuesOptions<Queue, Stored>): KeptQueues<Queue, Stored> {
  const queues = new Map<number, Queue>()
  const listeners = new Map<number, (stored: Stored) => void>()
  let started = false

  const hasUnsent = () =>
    [...queues.values()].some(({ messages }) => messages.peek().some(({ state }) => state !== 'failed'))

  return {
    of(conversationId) {
      const known = queues.get(conversationId)
      if (known) return known
      const made = createQueue(conversationId, (stored) => listeners.get(conversationId)?.(stored))
      queues.set(conversationId, made)
      return made
    },
    setListener(conversationId, onStored) {
      listeners.set(conversationId, onStored)
      return () => void (listeners.get(conversationId) === onStored && listeners.delete(conversationId))
    },
    start() {
      if (started) return
      started = true
      effect(() => {
        if (live.state.value === 'online') for (const queue of queues.values()) queue.retryUnsent()
      })
      addEventListener('beforeunload', (event) => hasUnsent() && event.preventDefault())
    },
    forgetSent() {
      listeners.clear()
      for (const [conversationId, queue] of queues) {
        if (queue.messages.peek().length > 0) continue
        queue.dispose()
        queues.delete(conversationId)
      }
    },
  }
}
