import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { TicketNoteEvent, TicketNoteView } from '../../src/ticket/ticket.answers'
import type { ApiClient } from '../api/api-client'
import type { TouchLog } from '../live/touch-log'

export interface TicketNotes {
  readonly notes: ReadonlySignal<readonly TicketNoteView[] | undefined>
  addNote(note: string): Promise<void>
  removeNote(id: number): Promise<void>
  /** Live changes since the request are newer than its answer. */
  take(list: readonly TicketNoteView[], isNewest: (id: NoteTouch) => boolean): void
  apply(event: TicketNoteEvent): void
}

export type NoteTouch = `note ${number}`

interface NotesOptions {
  api: ApiClient
  contactId: number
  ticketId: number
  touches: Pick<TouchLog<NoteTouch>, 'ask' | 'touch'>
}

const newestFirst = (notes: readonly TicketNoteView[]) => notes.toSorted((a, b) => b.id - a.id)

export function createTicketNotes({ api, contactId, ticketId, touches }: NotesOptions): TicketNotes {
  const notes = signal<readonly TicketNoteView[] | undefined>(undefined)
  /** Live notes before the first answer. */
  let early: readonly TicketNoteView[] = []

  const without = (list: readonly TicketNoteView[], id: number) => list.filter((note) => note.id !== id)
  const put = (note: TicketNoteView) => (notes.value = newestFirst([note, ...without(notes.peek() ?? [], note.id)]))
  const drop = (id: number) => (notes.value = notes.peek() && without(notes.peek() ?? [], id))

  return {
    notes,
    take(list, isNewest) {
      const isChanged = ({ id }: TicketNoteView) => !isNewest(`note ${id}`)
      const live = (notes.peek() ?? early).filter(isChanged)
      notes.value = newestFirst([...live, ...list.filter((note) => !isChanged(note))])
      early = []
    },
    async addNote(note) {
      const body = { note, ticketId, contactId }
      const { answer, isNewest } = await touches.ask(() => api.post('/ticket-notes', { body }))
      if (isNewest(`note ${answer.id}`)) put(answer)
    },
    async removeNote(id) {
      await api.delete('/ticket-notes/:id', { params: { id } })
      drop(id)
    },
    apply(event) {
      if (event.action === 'delete') {
        touches.touch(`note ${event.noteId}`)
        early = without(early, event.noteId)
        drop(event.noteId)
      } else if (event.note.contactId === contactId) {
        touches.touch(`note ${event.note.id}`)
        if (notes.peek()) put(event.note)
        else early = [...early, event.note]
      }
    },
  }
}
