import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { ContactView } from '../../src/contact/contact.answers'
import type { TagView } from '../../src/tag/tag.calls'
import type { TicketNoteEvent, TicketNoteView } from '../../src/ticket/ticket.answers'
import type { UserEvent } from '../../src/user/user.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { takeBack } from '../live/take-back'
import { createTouchLog } from '../live/touch-log'

export type ContactTag = Pick<TagView, 'id' | 'name' | 'color'>
type Switch = 'acceptAudioMessage' | 'disableBot'

/** The contact beside a conversation, their tags, and the notes of the ticket. */
export interface ContactDrawerModel {
  /** Undefined while it is on its way. */
  readonly contact: ReadonlySignal<ContactView | undefined>
  readonly notes: ReadonlySignal<readonly TicketNoteView[] | undefined>
  readonly failed: ReadonlySignal<unknown>
  load(): Promise<void>
  save(changed: {
    name?: string
    number?: string
    email?: string
    extraInfo?: { id?: number; name: string; value: string }[]
    walletUserId?: number | null
  }): Promise<void>
  setActive(active: boolean): Promise<void>
  toggle(name: Switch, value: boolean): Promise<void>
  setTags(tags: readonly ContactTag[]): Promise<void>
  createTag(name: string, color: string): Promise<void>
  /** Null takes the ticket off the board. */
  setLane(tagId: number | null): Promise<void>
  addNote(note: string): Promise<void>
  removeNote(id: number): Promise<void>
  follow(live: LiveSocketClient): () => void
}

export function createContactDrawer(api: ApiClient, contactId: number, ticketId: number): ContactDrawerModel {
  const contact = signal<ContactView | undefined>(undefined)
  const notes = signal<readonly TicketNoteView[] | undefined>(undefined)
  const failed = signal<unknown>(undefined)
  const params = { id: contactId }
  const touches = createTouchLog<'contact' | `note ${number}`>()
  /** Told live before the first load has ended. */
  let early: { contact: Partial<ContactView>; notes: TicketNoteView[] } = { contact: {}, notes: [] }

  /** Shown at once, and taken back when the server refuses. */
  async function change(part: Partial<ContactView>, call: () => Promise<Partial<ContactView>>) {
    const before = contact.peek()
    const changed = before && { ...before, ...part }
    contact.value = changed
    touches.touch('contact')
    try {
      const { answer, isNewest } = await touches.ask(call)
      const now = contact.peek()
      if (now && isNewest('contact')) contact.value = { ...now, ...answer }
    } catch (cause) {
      const now = contact.peek()
      if (now && before && changed) contact.value = takeBack(now, before, changed)
      throw cause
    }
  }

  const setTags = (tags: readonly ContactTag[]) =>
    change({ tags: [...tags] }, () => {
      const body = { contactId, tags: tags.map(({ id }) => id) }
      return api.post('/tags/sync', { body })
    })

  const putNote = (note: TicketNoteView) =>
    (notes.value = [note, ...(notes.peek() ?? []).filter(({ id }) => id !== note.id)].sort((a, b) => b.id - a.id))
  const dropNote = (id: number) => (notes.value = notes.peek()?.filter((note) => note.id !== id))

  async function load() {
    failed.value = undefined
    try {
      const { answer, isNewest } = await touches.ask(() =>
        Promise.all([
          api.get('/contacts/:id', { params }),
          api.get('/ticket-notes/list', { query: { ticketId, contactId } }),
        ]),
      )
      const [found, list] = answer
      const isChanged = ({ id }: TicketNoteView) => !isNewest(`note ${id}`)
      const live = (notes.peek() ?? early.notes).filter(isChanged)
      batch(() => {
        const now = contact.peek()
        if (!now) contact.value = { ...found, ...early.contact }
        else if (isNewest('contact')) contact.value = found
        notes.value = [...live, ...list.filter((note) => !isChanged(note))].sort((a, b) => b.id - a.id)
      })
      early = { contact: {}, notes: [] }
    } catch (cause) {
      failed.value = cause
    }
  }

  /** A colleague wrote or took away a note on this contact. */
  function applyNoteEvent(news: TicketNoteEvent) {
    if (news.action === 'delete') {
      touches.touch(`note ${news.noteId}`)
      early.notes = early.notes.filter(({ id }) => id !== news.noteId)
      return dropNote(news.noteId)
    }
    const { note } = news
    if (note.contactId !== contactId) return
    touches.touch(`note ${note.id}`)
    if (notes.peek()) putNote(note)
    else early.notes.push(note)
  }

  /** A contact whose owner leaves is nobody's. */
  function applyUserEvent(event: UserEvent) {
    const now = contact.peek()
    const { wallet } = now ?? {}
    if (!now || !wallet) return
    if (event.action === 'delete') {
      if (event.userId === wallet.id) contact.value = { ...now, walletUserId: null, wallet: null }
    } else if (event.user.id === wallet.id && 'name' in event.user) {
      contact.value = { ...now, wallet: { id: wallet.id, name: event.user.name } }
    }
  }

  return {
    contact,
    notes,
    failed,
    load,
    async save(changed) {
      const { answer, isNewest } = await touches.ask(() => api.put('/contacts/:id', { params, body: changed }))
      if (isNewest('contact')) contact.value = answer
    },
    setActive: (active) => change({ active }, () => api.put('/contacts/block/:id', { params, body: { active } })),
    toggle(name, value) {
      return change({ [name]: value }, () =>
        name === 'disableBot'
          ? api.put('/contacts/toggleDisableBot/:id', { params, body: { disableBot: value } })
          : api.put('/contacts/toggleAcceptAudio/:id', { params, body: { acceptAudioMessage: value } }),
      )
    },
    setTags,
    async createTag(name, color) {
      const tag = await api.post('/tags', { body: { name, color, kanban: false } })
      await setTags([...(contact.peek()?.tags ?? []), tag])
    },
    async setLane(tagId) {
      if (tagId === null) await api.delete('/ticket-tags/:ticketId', { params: { ticketId } })
      else await api.put('/ticket-tags/:ticketId/:tagId', { params: { ticketId, tagId } })
    },
    async addNote(note) {
      const body = { note, ticketId, contactId }
      const { answer, isNewest } = await touches.ask(() => api.post('/ticket-notes', { body }))
      if (isNewest(`note ${answer.id}`)) putNote(answer)
    },
    async removeNote(id) {
      await api.delete('/ticket-notes/:id', { params: { id } })
      dropNote(id)
    },
    follow(live) {
      const stops = [
        live.subscribe('contact', (event) => {
          if (event.action === 'reload') return void load()
          if (event.action === 'delete' || event.contact.id !== contactId) return
          const changed = event.contact
          touches.touch('contact')
          const now = contact.peek()
          if (now) contact.value = { ...now, ...changed }
          else early.contact = { ...early.contact, ...changed }
        }),
        live.subscribe('user', applyUserEvent),
        live.subscribe('ticketNote', applyNoteEvent),
        live.subscribe('reload', () => void load()),
      ]
      return () => stops.forEach((stop) => stop())
    },
  }
}
