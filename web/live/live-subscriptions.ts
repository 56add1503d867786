import { eventOfWireName, type LiveEvent, type LiveEvents } from '../../src/kernel/live/live-events.contract'
import type { LiveFrame } from './live-protocol'

export type LiveHandler<Data = unknown> = (data: Data, frame: LiveFrame) => void

/** Returns the function that ends the subscription. */
export type Subscribe = <Event extends LiveEvent>(event: Event, handler: LiveHandler<LiveEvents[Event]>) => () => void

export function createSubscriptions() {
  const handlers = new Map<string, Set<LiveHandler>>()
  const fallbacks = new Map<string, LiveHandler>()
  const observers = new Map<string, Set<LiveHandler>>()

  function add(to: typeof handlers, event: string, handler: LiveHandler) {
    const set = to.get(event) ?? new Set()
    to.set(event, set.add(handler))
    return () => void set.delete(handler)
  }

  function handlersOf(event: string) {
    const fallback = fallbacks.get(event)
    const subscribed = [...(handlers.get(event) ?? [])]
    return [...(observers.get(event) ?? []), ...(subscribed.length === 0 && fallback ? [fallback] : subscribed)]
  }

  return {
    subscribe: ((event: string, handler: LiveHandler) => add(handlers, event, handler)) as Subscribe,
    observe: ((event: string, handler: LiveHandler) => add(observers, event, handler)) as Subscribe,
    fallback: (event: LiveEvent, handler: LiveHandler) => void fallbacks.set(event, handler),
    dispatch(frame: LiveFrame) {
      for (const handler of handlersOf(eventOfWireName(frame.event))) {
        try {
          handler(frame.data, frame)
        } catch (error) {
          // A failing subscriber must not affect the others.
          reportError(error)
        }
      }
    },
  }
}
