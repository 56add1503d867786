import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { ContactEvent, DuplicateView, MergePreview, MergeView } from '../../../src/contact/contact.answers'
import type { ApiClient } from '../../api/api-client'
import type { LiveSocketClient } from '../../live/live-socket-client'

export interface ContactIdentityModel {
  readonly duplicates: ReadonlySignal<readonly DuplicateView[]>
  readonly merges: ReadonlySignal<readonly MergeView[]>
  load(): Promise<void>
  keepApart(otherId: number): Promise<void>
  preview(fromId: number, intoId: number, signal: AbortSignal): Promise<MergePreview>
  merge(fromId: number, intoId: number): Promise<number>
  undo(mergeId: number): Promise<void>
  follow(live: LiveSocketClient): () => void
}

interface IdentityOptions {
  api: ApiClient
  contactId: number
  mayMerge: boolean
}

/** Changes of contacts arrive in bursts. */
const reloadDelayMs = 400

export function createContactIdentity({ api, contactId, mayMerge }: IdentityOptions): ContactIdentityModel {
  const duplicates = signal<readonly DuplicateView[]>([])
  const merges = signal<readonly MergeView[]>([])
  const params = { id: contactId }

  async function load() {
    const [found, merged] = await Promise.all([
      api.get('/contacts/:id/duplicates', { params }),
      mayMerge ? api.get('/contacts/:id/merges', { params }) : { merges: [] },
    ])
    batch(() => {
      duplicates.value = found.duplicates
      merges.value = merged.merges
    })
  }

  /** A failed load is repeated with the next change; the rest of the drawer works without it. */
  const reload = () => void load().catch(() => {})

  return {
    duplicates,
    merges,
    load,
    async keepApart(otherId) {
      await api.post('/contacts/:id/apart', { params, body: { contactId: otherId } })
      duplicates.value = duplicates.peek().filter(({ contact }) => contact.id !== otherId)
    },
    preview: (fromId, intoId, signal) =>
      api.get('/contacts/:id/merge-preview/:fromId', { params: { id: intoId, fromId }, signal }),
    async merge(fromContactId, intoContactId) {
      const body = { fromContactId, intoContactId }
      return (await api.post('/contacts/merge', { body })).mergeId
    },
    async undo(mergeId) {
      await api.post('/contacts/merges/:id/undo', { params: { id: mergeId } })
    },
    follow(live) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = live.subscribe('contact', (event) => {
        if (!concerns(event)) return
        clearTimeout(timer)
        timer = setTimeout(reload, reloadDelayMs)
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
  }

  function concerns(event: ContactEvent) {
    if (event.action === 'reload') return true
    const id = event.action === 'delete' ? event.contactId : event.contact.id
    return id === contactId || duplicates.peek().some((one) => one.contact.id === id)
  }
}
