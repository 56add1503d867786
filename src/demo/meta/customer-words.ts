import { createHash } from 'node:crypto'
import type { Json } from '../../testing/services/graph-server/graph-server.types'
import type { GraphServer } from '../../testing/services/graph-server/start-graph-server'
import type { demoFile } from '../company/demo-files'
import type { StoredMessage } from './customer-store'
import type { MetaCustomer } from './meta-customers'

type DemoFileBytes = Awaited<ReturnType<typeof demoFile>>

export interface Words {
  message: StoredMessage
  quote?: string
  file?: DemoFileBytes
  /** A tapped option, and the message that offered it. */
  tapped?: { id: string; title: string; of: string }
  isStory?: boolean
}

export function apiContent({ state }: GraphServer, { account }: MetaCustomer, words: Words): Json {
  const { message, quote, tapped } = words
  const context = quote ? { context: { id: quote } } : {}
  if (tapped) {
    const { of, ...reply } = tapped
    return { type: 'interactive', interactive: { type: 'button_reply', button_reply: reply }, context: { id: of } }
  }
  if (words.file) {
    const { bytes, mimeType, name, kind } = words.file
    const id = String(5_000_000_000_000_000 + state.nextId())
    state.media.set(id, { id, phoneId: account.id, type: mimeType, name, bytes })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const type = kind === 'voice' ? 'audio' : kind
    const own = kind === 'voice' ? { voice: true } : kind === 'document' ? { filename: name } : {}
    return { type, [type]: { id, mime_type: mimeType, sha256, ...own }, ...context }
  }
  if (message.place) return { type: 'location', location: message.place, ...context }
  if (message.card) {
    const { name, number } = message.card
    const phones = [{ phone: `+${number}`, wa_id: number }]
    return { type: 'contacts', contacts: [{ name: { formatted_name: name, first_name: name }, phones }], ...context }
  }
  return { type: 'text', text: { body: message.text }, ...context }
}

export function pageContent({ state, url }: GraphServer, { message, quote, file, tapped, isStory }: Words): Json {
  const filed = (name: string, { bytes, mimeType }: DemoFileBytes) => {
    state.pages.files.set(encodeURIComponent(name), { bytes, type: mimeType })
    return { url: `${url}/page-files/${encodeURIComponent(name)}` }
  }
  const { text, place, id } = message
  if (tapped) return { text, quick_reply: { payload: tapped.id } }
  if (isStory && file) return { text, reply_to: { story: { id, ...filed(`${id}-story.jpg`, file) } } }
  const reply = quote ? { reply_to: { mid: quote } } : {}
  if (file) {
    const type = { image: 'image', voice: 'audio', document: 'file' }[file.kind]
    return { attachments: [{ type, payload: filed(`${state.nextId()}-${file.name}`, file) }], ...reply }
  }
  if (place) {
    const coordinates = { lat: place.latitude, long: place.longitude }
    return { attachments: [{ type: 'location', payload: { coordinates } }], ...reply }
  }
  return { text, ...reply }
}
