import { afterEach, beforeEach } from 'bun:test'
import type { Channel } from '../../channel/channel'
import { outboundChangeTable } from '../../message/message.tables'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { sendMessage } from '../../message/send/send-message'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { messageEvent, receive } from './inbound'
import { createWorld, type World, type WorldOptions } from '../world/world'
import { listMessageRows } from './conversation'

/** For a file of tests: a world for each, in which a contact has written and Ana replies, with an empty outbox. */
export function createOutbox(options?: () => WorldOptions) {
  let world: World
  const waits: number[] = []
  beforeEach(async () => {
    waits.length = 0
    world = await createWorld(options?.())
    receive(world, 1, messageEvent({ text: 'Olá' }))
    acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
    world.ctx(1).db.delete(outboundChangeTable).run()
  })
  afterEach(() => world.stop())

  const outboxOptions = { wait: async (ms: number) => void waits.push(ms) }
  const messages = () => listMessageRows(world)
  return {
    world: () => world,
    ana: () => world.ctxAs(world.ana),
    messages,
    message: (id: number) => messages().find((one) => one.id === id),
    waits,
    options: outboxOptions,
    send: (channel: Channel) => sendOutbox(() => world.ctx(1), 1, channel, outboxOptions),
    type: (text: string) => sendMessage(world.ctxAs(world.ana), 1, { texts: [text] }),
  }
}
