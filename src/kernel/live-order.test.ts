import { afterEach, beforeEach, expect, test } from 'bun:test'
import { messageEvent, receive } from '../testing/inbound'
import { createServedWorld, type ServedWorld } from '../testing/served-world'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld()
})
afterEach(() => world.stop())

test('the numbers that a socket hears ascend', async () => {
  const { live } = await world.live(world.ana)
  // Two who write for the first time: ticket, message, ticket, message.
  receive(world, 1, messageEvent({ text: 'um' }), messageEvent({ text: 'dois', phone: '5511977770009' }))
  receive(world, 1, messageEvent({ text: 'três' }))
  await live.settled()
  const numbers = live.heard().flatMap(({ number }) => number ?? [])
  expect(new Set(live.heard().map(({ event }) => event))).toContain('company-1-appMessage')
  expect(numbers.length).toBeGreaterThan(3)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
})
