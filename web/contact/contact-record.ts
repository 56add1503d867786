import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { ContactView } from '../../src/contact/contact.answers'
import type { TagView } from '../../src/tag/tag.record'
import type { UserEvent } from '../../src/user/user.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { revertChange } from '../live/revert-change'
import type { TouchLog } from '../live/touch-log'
import { type TagEvent, withTagChange } from './tag-change'

export type ContactTag = Pick<TagView, 'id' | 'name' | 'color'>
type Switch = 'acceptAudioMessage' | 'disableBot'

export interface ContactRecord {
  readonly contact: ReadonlySignal<ContactView | undefined>
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
  createTag(name: string, color: string): Promise<number>
}

interface RecordOptions {
  api: ApiClient
  contactId: number
  touches: Pick<TouchLog<'contact'>, 'ask' | 'touch'>
}

export function createContactRecord({ api, contactId, touches }: RecordOptions) {
  const contact = signal<ContactView | undefined>(undefined)
  const params = { id: contactId }
  /** Live changes before the first answer. */
  let early: Partial<ContactView> = {}
  const change = createChange(contact, touches)

  const setTags = (tags: readonly ContactTag[]) =>
    change({ tags: [...tags] }, () => api.post('/tags/sync', { body: { contactId, tags: tags.map(({ id }) => id) } }))

  const record: ContactRecord = {
    contact,
    async save(changed) {
      const { answer, isNewest } = await touches.ask(() => api.put('/contacts/:id', { params, body: changed }))
      if (isNewest('contact')) contact.value = answer
    },
    setActive: (active) => change({ active }, () => api.put('/contacts/block/:id', { params, body: { active } })),
    toggle: (name, value) => change({ [name]: value }, () => putSwitch(api, contactId, name, value)),
    setTags,
    async createTag(name, color) {
      const tag = await api.post('/tags', { body: { name, color, kanban: false } })
      await setTags([...(contact.peek()?.tags ?? []), tag])
      return tag.id
    },
  }

  function apply(changed: Partial<ContactView>) {
    touches.touch('contact')
    const now = contact.peek()
    if (now) contact.value = { ...now, ...changed }
    else early = { ...early, ...changed }
  }

  function applyTag(event: TagEvent) {
    const now = contact.peek()
    const tags = now && withTagChange(now.tags, event)
    if (!now || !tags || tags === now.tags) return
    touches.touch('contact')
    contact.value = { ...now, tags }
  }

  return {
    record,
    take(found: ContactView, isNewest: boolean) {
      if (!contact.peek()) contact.value = { ...found, ...early }
      else if (isNewest) contact.value = found
      early = {}
    },
    /** Returns the functions that stop following. */
    follow: (live: LiveSocketClient, reload: () => void) => [
      live.subscribe('contact', (event) => {
        if (event.action === 'reload') reload()
        else if (event.action !== 'delete' && event.contact.id === contactId) apply(event.contact)
      }),
      live.subscribe('user', (event) => void (contact.value = withWallet(contact.peek(), event))),
      live.subscribe('tag', applyTag),
      live.subscribe('reload', reload),
    ],
  }
}

/** Returns the function that applies a change at once, and reverts it if the server refuses. */
function createChange(contact: Signal<ContactView | undefined>, touches: RecordOptions['touches']) {
  return async (part: Partial<ContactView>, call: () => Promise<Partial<ContactView>>) => {
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
      if (now && before && changed) contact.value = revertChange(now, before, changed)
      throw cause
    }
  }
}

function putSwitch(api: ApiClient, id: number, name: Switch, value: boolean) {
  const params = { id }
  return name === 'disableBot'
    ? api.put('/contacts/toggleDisableBot/:id', { params, body: { disableBot: value } })
    : api.put('/contacts/toggleAcceptAudio/:id', { params, body: { acceptAudioMessage: value } })
}

function withWallet(contact: ContactView | undefined, event: UserEvent) {
  const { wallet } = contact ?? {}
  if (!contact || !wallet) return contact
  if (event.action === 'delete') {
    return event.userId === wallet.id ? { ...contact, walletUserId: null, wallet: null } : contact
  }
  if (event.user.id !== wallet.id || !('name' in event.user)) return contact
  return { ...contact, wallet: { id: wallet.id, name: event.user.name } }
}
