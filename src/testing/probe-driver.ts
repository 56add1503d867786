import { ChannelError } from '../channel/channel'
import type { ChannelDriver } from '../channel/channel-driver'

/** The payload of this test channel: a message to a page. */
export interface PageEvent {
  id: string
  from: string
  text: string
  atMs: number
}

/** The smallest driver, for tests of what happens below its webhook. */
export const probeDriver: ChannelDriver = {
  open: ({ report }) => ({
    connect: async () => report({ type: 'connected', number: '' }),
    async disconnect() {},
    send: async () => ({ id: 'probe' }),
    fetchMedia: () => Promise.reject(new ChannelError('refused', 'A page sends no files')),
  }),
  normalise(payload) {
    const { id, from, text, atMs } = JSON.parse(payload) as PageEvent
    const chat = { addresses: [{ kind: 'page-scoped', value: from }] as const, name: `Pessoa ${from}` }
    return [{ type: 'message', id, chat, fromMe: false, atMs, content: { kind: 'text', text }, key: { id } }]
  },
  forget() {},
}
