import { afterEach, beforeEach, expect, test } from 'bun:test'
import { measureProcessor } from '../../testing/clock/processor-time'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { connectLive } from '../../testing/world/live-client'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'
import { addContact, addTicket } from '../../testing/conversation/tickets'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld({ environment: { LOG_LEVEL: 'silent' } })
})
afterEach(() => world.stop())

/** Returns the processor time between two turns of the timer. */
async function longestGapMs(task: () => Promise<unknown>) {
  const processorMs = measureProcessor()
  let worst = 0
  let lastAt = 0
  const timer = setInterval(() => {
    const now = processorMs()
    worst = Math.max(worst, now - lastAt)
    lastAt = now
  }, 1)
  await task()
  clearInterval(timer)
  return worst
}

function writeMessages(contacts: number, each: number) {
  for (let contact = 0; contact < contacts; contact++) {
    const phone = `55119${String(70_000_000 + contact)}`
    for (let count = 0; count < each; count++) receive(world, 1, messageEvent({ phone, text: `mensagem ${count}` }))
  }
}

test('closes a socket that floods frames with the reason, and no other', async () => {
  const { uuid } = addTicket(world.ctx(1))
  for (const [event, data] of [
    ['joinTickets', uuid],
    ['leaveTickets', uuid],
    ['userStatus', null],
    ['joinNotification', null],
    ['resume', { last: null }],
  ] as const) {
    const { live } = await world.live(world.ana)
    const bruno = await world.live(world.bruno)
    const gap = await longestGapMs(async () => {
      for (let count = 0; count < 3000; count++) live.send(event, data)
      expect([event, await live.closed]).toEqual([event, 4429])
    })
    expect(live.closeReason()).toBe('too many frames: slow down and connect again later')
    // Without a budget the gap is seconds long.
    expect(gap).toBeLessThan(500)
    await bruno.live.settled()
    await world.stop()
    world = await createServedWorld({ environment: { LOG_LEVEL: 'silent' } })
  }
})

test('counts the frames of all sockets of a user together', async () => {
  const { uuid } = addTicket(world.ctx(1))
  const { live, token = '' } = await world.live(world.ana)
  const others = await Promise.all(Array.from({ length: 5 }, () => connectLive(world.liveAddress, token, null)))
  // Each socket alone stays within its budget.
  for (const socket of [live, ...others]) for (let count = 0; count < 150; count++) socket.send('joinTickets', uuid)
  const codes = await Promise.any([live, ...others].map(({ closed }) => closed))
  expect(codes).toBe(4429)
  const { live: bruno } = await world.live(world.bruno)
  await bruno.settled()
})

test('answers repeated requests for missed events once', async () => {
  writeMessages(10, 3)
  const { live } = await world.live(world.ana)
  for (let count = 0; count < 60; count++) live.send('resume', { last: 5 })
  live.send('resume', { last: 0 })
  const isFirst = ({ number }: { number?: number }) => number === 1
  await live.next(isFirst)
  await live.settled()
  // Requests made while one is waiting are answered together.
  expect(live.heard().filter(isFirst).length).toBeLessThan(6)
  expect(live.heard().length).toBeLessThan(6 * 60)
})

test('tells a user who reconnects again and again to reload', async () => {
  writeMessages(5, 2)
  const { token = '' } = await world.as(world.ana)
  const received: string[][] = []
  for (let count = 0; count < 30; count++) {
    const line = await connectLive(world.liveAddress, token, 1)
    received.push(line.heard().map(({ event }) => event))
    line.close()
    // Others neither share the budget nor make it begin again.
    if (count === 28) expect((await world.live(world.sofia, 1)).live.heard()[0]?.event).not.toBe('reload')
  }
  expect(received[0]).toContain('company-1-appMessage')
  expect(received.at(-1)).toEqual(['reload'])
})

test('limits a socket to a hundred tickets', async () => {
  const ctx = world.ctx(1)
  const uuids = Array.from({ length: 101 }, () => addTicket(ctx, { contactId: addContact(ctx, 'Cliente') }).uuid)
  const { live } = await world.live(world.ana)
  for (const uuid of uuids.slice(0, 100)) live.send('joinTickets', uuid)
  live.send('joinTickets', uuids[0])
  await live.settled()
  live.send('joinTickets', uuids[100])
  expect(await live.closed).toBe(4429)
  expect(live.closeReason()).toBe('too many tickets joined')
})

test('limits the sockets of a user', async () => {
  const { token = '' } = await world.as(world.ana)
  const lines = await Promise.all(Array.from({ length: 150 }, () => connectLive(world.liveAddress, token, null)))
  const refused = lines.filter((line) => line.frames.length === 0)
  expect(lines.length - refused.length).toBeWithin(20, 101)
  expect(await refused[0]?.closed).toBe(4429)
  expect(refused[0]?.closeReason()).toBe('too many connections: come back later')
})

test('closes a socket that sends too long a frame', async () => {
  const { live } = await world.live(world.ana)
  live.send('joinTickets', 'x'.repeat(20_000))
  expect(await live.closed).toBe(1009)
})
