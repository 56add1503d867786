import { afterEach, beforeEach, expect, test } from 'bun:test'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { connectLive } from '../../testing/world/live-client'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld()
})
afterEach(() => world.stop())

test('a socket receives ascending event numbers', async () => {
  const { live } = await world.live(world.ana)
  // Two new contacts: ticket, message, ticket, message.
  receive(world, 1, messageEvent({ text: 'um' }), messageEvent({ text: 'dois', phone: '5511977770009' }))
  receive(world, 1, messageEvent({ text: 'três' }))
  await live.settled()
  const numbers = live.heard().flatMap(({ number }) => number ?? [])
  expect(new Set(live.heard().map(({ event }) => event))).toContain('company-1-appMessage')
  expect(numbers.length).toBeGreaterThan(3)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
})

test('events during a replay are sent after it, in order', async () => {
  // Three events for a contact's first message and one for each further: beyond 500 the client would have to reload.
  const write = (number: number) =>
    receive(world, 1, messageEvent({ text: `mensagem ${number}`, phone: `551197001000${number % 10}` }))
  for (let number = 0; number < 300; number++) write(number)
  const { token = '' } = await world.as(world.ana)
  const connecting = connectLive(world.liveAddress, token, 0)
  let isReady = false
  void connecting.then(() => (isReady = true))
  for (let number = 300; number < 330 || !isReady; number++) {
    if (number < 450) write(number)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const live = await connecting
  write(9999)
  await live.next(({ data }) => data?.['message']?.body === 'mensagem 9999')
  const numbers = live.heard().flatMap(({ number }) => number ?? [])
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  const bodies = live.heard().flatMap(({ data }) => data?.['message']?.body ?? [])
  expect(new Set(bodies).size).toBe(bodies.length)
  const events = world.ctx(1).company.sqlite.query("SELECT number FROM event WHERE type = 'message.received'").values()
  expect(bodies.length).toBe(events.length)
})
