import { batch, signal } from '@preact/signals-react'
import type { TicketEvent, TicketView } from '../../src/ticket/ticket.answers'
import type { ApiClient } from '../api/api-client'
import { createContactRecord } from '../contact/contact-record'
import { createTicketNotes, type NoteTouch } from '../contact/ticket-notes'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createTouchLog } from '../live/touch-log'

export function createContactPanel(api: ApiClient, contactId: number) {
  const failed = signal<unknown>(undefined)
  const touches = createTouchLog<'contact'>()
  const { record, ...contact } = createContactRecord({ api, contactId, touches })

  async function load() {
    failed.value = undefined
    try {
      const { answer, isNewest } = await touches.ask(() => api.get('/contacts/:id', { params: { id: contactId } }))
      contact.take(answer, isNewest('contact'))
    } catch (cause) {
      failed.value = cause
    }
  }

  function follow(live: LiveSocketClient, onDeleted: () => void) {
    const stops = [
      ...contact.follow(live, () => void load()),
      live.subscribe('contact', (event) => event.action === 'delete' && event.contactId === contactId && onDeleted()),
    ]
    return () => stops.forEach((stop) => stop())
  }

  return { ...record, failed, load, follow }
}

/** The contact's tickets in the user's reach: those that are not closed, and the closed ones by pages. */
export function createContactTickets(api: ApiClient, contactId: number) {
  const open = signal<readonly TicketView[] | undefined>(undefined)
  const past = signal<readonly TicketView[]>([])
  const cursor = signal<string | null>(null)
  const failed = signal<unknown>(undefined)
  const params = { contactId }
  let latest = 0
  let isLoading = false

  async function load() {
    const turn = ++latest
    isLoading = true
    failed.value = undefined
    try {
      const [opened, closed] = await Promise.all([
        api.get('/tickets/contact/:contactId', { params, query: { closed: 'false' } }),
        api.get('/tickets/contact/:contactId', { params, query: { closed: 'true' } }),
      ])
      if (turn !== latest) return
      batch(() => {
        open.value = opened.tickets
        past.value = closed.tickets
        cursor.value = closed.nextCursor
      })
    } catch (cause) {
      if (turn === latest) failed.value = cause
    } finally {
      if (turn === latest) isLoading = false
    }
  }

  async function loadMore() {
    const from = cursor.peek()
    if (from === null) return
    const turn = latest
    const query = { closed: 'true', cursor: from } as const
    const { tickets, nextCursor } = await api.get('/tickets/contact/:contactId', { params, query })
    // Asked twice, or the list began anew meanwhile.
    if (turn !== latest || cursor.peek() !== from) return
    batch(() => {
      const known = new Set(past.peek().map(({ id }) => id))
      past.value = [...past.peek(), ...tickets.filter(({ id }) => !known.has(id))]
      cursor.value = nextCursor
    })
  }

  function apply(event: TicketEvent) {
    if (event.action === 'updateUnread') return
    const isOwn = event.action !== 'delete' && event.ticket.contactId === contactId
    if (event.action !== 'delete' && !isOwn) return
    const now = open.peek()
    // An answer under way may be older than the event.
    if (!now || isLoading) return void load()
    const others = (tickets: readonly TicketView[]) => tickets.filter(({ id }) => id !== event.ticketId)
    batch(() => {
      open.value = others(now)
      past.value = others(past.peek())
      if (event.action === 'delete') return
      const list = event.ticket.status === 'closed' ? past : open
      list.value = [event.ticket, ...(list.peek() ?? [])]
    })
  }

  function follow(live: LiveSocketClient) {
    const stops = [live.subscribe('ticket', apply), live.subscribe('reload', () => void load())]
    return () => stops.forEach((stop) => stop())
  }

  return { open, past, cursor, failed, load, loadMore, follow }
}

export type ContactTicketsModel = ReturnType<typeof createContactTickets>

export function createContactNotes(api: ApiClient, contactId: number, ticketId: number) {
  const touches = createTouchLog<NoteTouch>()
  const { take, apply, ...notes } = createTicketNotes({ api, contactId, ticketId, touches })

  async function load() {
    const { answer, isNewest } = await touches.ask(() =>
      api.get('/ticket-notes/list', { query: { ticketId, contactId } }),
    )
    take(answer, isNewest)
  }

  function follow(live: LiveSocketClient) {
    const stops = [live.subscribe('ticketNote', apply), live.subscribe('reload', () => void load())]
    return () => stops.forEach((stop) => stop())
  }

  return { ...notes, load, follow }
}
