import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { TicketView } from '../../src/ticket/ticket.answers'
import type { LiveSocketClient } from '../live/live-socket-client'

interface Arrivals {
  tickets: number
  name: string
}

interface ArrivalsOptions {
  live: LiveSocketClient
  /** Whether messages on the ticket concern the user and are not announced elsewhere. */
  isWanted: (ticket: TicketView) => boolean
  /** Time between two announcements, in ms. Messages in between are summed up. */
  pauseMs?: number
}

const defaultPauseMs = 5000

/** Collects messages of contacts for screen readers, because single announcements would be too frequent. */
export function createArrivals({ live, isWanted, pauseMs = defaultPauseMs }: ArrivalsOptions) {
  const announced = signal<Arrivals | undefined>(undefined)
  const waiting = new Map<number, string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function announce() {
    timer = undefined
    const name = [...waiting.values()].at(-1)
    if (name === undefined) return
    announced.value = { tickets: waiting.size, name }
    waiting.clear()
    timer = setTimeout(announce, pauseMs)
  }

  return {
    announced: announced as ReadonlySignal<Arrivals | undefined>,
    start() {
      const stop = live.subscribe('appMessage', (event) => {
        if (event.action !== 'create' || event.message.fromMe || event.message.isPrivate) return
        const { ticket } = event
        if (!isWanted(ticket)) return
        waiting.delete(ticket.id)
        waiting.set(ticket.id, ticket.contact.name)
        if (timer === undefined) announce()
      })
      return () => {
        stop()
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}
