import type { LiveFrame } from './live-protocol'

export type LiveHandler = (data: unknown, frame: LiveFrame) => void

/** Who is told of which event. */
export function createSubscriptions() {
  const handlers = new Map<string, Set<LiveHandler>>()
  const fallbacks = new Map<string, LiveHandler>()
  return {
    subscribe(event: string, handler: LiveHandler) {
      const set = handlers.get(event) ?? new Set()
      handlers.set(event, set.add(handler))
      return () => void set.delete(handler)
    },
    fallback: (event: string, handler: LiveHandler) => void fallbacks.set(event, handler),
    tell(frame: LiveFrame) {
      const fallback = fallbacks.get(frame.event)
      const subscribed = [...(handlers.get(frame.event) ?? [])]
      for (const handler of subscribed.length === 0 && fallback ? [fallback] : subscribed) {
        try {
          handler(frame.data, frame)
        } catch (error) {
          // One failing subscriber must not keep the news from the others.
          reportError(error)
        }
      }
    },
  }
}
