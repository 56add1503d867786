import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createTouchLog } from '../live/touch-log'
import { createContactRecord, type ContactRecord } from './contact-record'
import { createTicketNotes, type NoteTouch, type TicketNotes } from './ticket-notes'

export interface ContactDrawerModel extends ContactRecord, Pick<TicketNotes, 'notes' | 'addNote' | 'removeNote'> {
  readonly failed: ReadonlySignal<unknown>
  load(): Promise<void>
  /** Null removes the ticket from the board. */
  setLane(tagId: number | null): Promise<void>
  follow(live: LiveSocketClient): () => void
}

export function createContactDrawer(api: ApiClient, contactId: number, ticketId: number): ContactDrawerModel {
  const failed = signal<unknown>(undefined)
  const touches = createTouchLog<'contact' | NoteTouch>()
  const { record, ...contact } = createContactRecord({ api, contactId, touches })
  const { notes, addNote, removeNote, ...noteUpdates } = createTicketNotes({ api, contactId, ticketId, touches })

  async function load() {
    failed.value = undefined
    try {
      const { answer, isNewest } = await touches.ask(() =>
        Promise.all([
          api.get('/contacts/:id', { params: { id: contactId } }),
          api.get('/ticket-notes/list', { query: { ticketId, contactId } }),
        ]),
      )
      const [found, list] = answer
      batch(() => {
        contact.take(found, isNewest('contact'))
        noteUpdates.take(list, isNewest)
      })
    } catch (cause) {
      failed.value = cause
    }
  }

  return {
    ...record,
    notes,
    addNote,
    removeNote,
    failed,
    load,
    async setLane(tagId) {
      if (tagId === null) await api.delete('/ticket-tags/:ticketId', { params: { ticketId } })
      else await api.put('/ticket-tags/:ticketId/:tagId', { params: { ticketId, tagId } })
    },
    follow(live) {
      const stops = [...contact.follow(live, () => void load()), live.subscribe('ticketNote', noteUpdates.apply)]
      return () => stops.forEach((stop) => stop())
    },
  }
}
