import { afterEach, beforeEach, expect } from 'bun:test'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { createCloudWorld, type CloudWorld } from './cloud-world'
import { statusChange } from '../services/graph-server/graph-changes'
import { graphPhone } from '../services/graph-server/start-graph-server'
import { until } from './whatsapp-world'
import type { Caller } from '../world/world'

export const maria = { waId: '5511988880001', userId: 'BR.1502576394655843', name: 'Dona Maria' }
export const talkStart = new Date('2026-11-23T12:00:00Z')

export const text = (body: string) => ({ type: 'text', text: { body } })

type Status = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

/** A world for each test of a file: a customer has written through WhatsApp's official API, and Ana has accepted ticket 1. */
export function createCloudTalk() {
  let world: CloudWorld
  let ana: Caller
  beforeEach(async () => {
    world = await createCloudWorld({ world: { now: talkStart } })
    await world.connect()
    ana = await world.as(world.ana)
    await says('Olá')
    acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
    // Accepting opens the conversation.
    await until(() => world.graph.state.read.length === 1, 'the first mark')
    world.graph.state.read.length = 0
  })
  afterEach(() => world.stop())

  const message = (id: number) => world.messages().find((one) => one['id'] === id)

  async function says(body: string, content: Record<string, unknown> = text(body), id?: string) {
    const before = world.messages().length
    expect((await world.graph.says(maria, content, { id, atMs: world.ctx(1).now.getTime() - 1000 })).status).toBe(200)
    await until(() => world.messages().length > before, `the message “${body}”`)
  }

  return {
    world: () => world,
    ana: () => ana,
    message,
    lastMessage: () => world.messages().at(-1),
    accepted: () => world.graph.accepted.map(({ body }) => body),
    whenAccepted: (count: number) => until(() => world.graph.accepted.length >= count, `${count} messages at Meta`),
    whenAck: (id: number, ack: number) => until(() => message(id)?.['ack'] === ack, `acknowledgement ${ack}`),
    tick: (ms: number) => world.setTime(new Date(world.ctx(1).now.getTime() + ms)),
    says,
    async reply(body: string, more: object = {}) {
      const answer = await ana.post('/messages/1', { body, ...more })
      expect(answer.status).toBe(200)
      return (answer.body.messages as { id: number }[])[0]?.id ?? 0
    },
    async attach(name: string, type: string, bytes: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) {
      const form = new FormData()
      form.set('medias', new File([bytes], name, { type }))
      form.set('body', more['body'] ?? '')
      if (more['voiceNote']) form.set('voiceNote', more['voiceNote'])
      if (more['isPrivate']) form.set('isPrivate', more['isPrivate'])
      return ana.post('/messages/1', form)
    },
    /** Reports a state of the newest message. */
    async report(status: Status, code?: number, title?: string) {
      const sent = world.graph.accepted.at(-1)
      if (!sent) throw new Error('Nothing was sent')
      const change = statusChange(graphPhone, sent, { status, atMs: world.ctx(1).now.getTime(), code, title })
      expect((await world.graph.deliver(change)).status).toBe(200)
      await until(() => world.filed() === 0, 'the report to be interpreted')
    },
  }
}
