import type { ChannelDriver } from '../../channel/channel-driver'

/** The payload of this test channel: a message to a page. */
export interface PageEvent {
  id: string
  from: string
  text: string
  atMs: number
}

/** A channel without a session, which receives events by webhook. */
export const pageDriver: ChannelDriver = {
  open() {
    throw new Error('A page has no session')
  },
  normalise(payload) {
    const { id, from, text, atMs } = JSON.parse(payload) as PageEvent
    const chat = { addresses: [{ kind: 'page-scoped', value: from }] as const, name: `Pessoa ${from}` }
    return [{ type: 'message', id, chat, fromMe: false, atMs, content: { kind: 'text', text }, key: { id } }]
  },
  forget() {},
}
