import { afterEach, beforeEach, expect, test } from 'bun:test'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'
import { createLiveSocketClient } from './live-socket-client'
import type { LiveSocket } from './live-line'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld()
})
afterEach(() => world.stop())

/** A real socket that is lost right after the frame with this index among those of the company. */
function losingSocket(state: { framesLeft: number }): LiveSocket {
  const socket = new WebSocket(world.liveAddress)
  const line: LiveSocket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (data) => socket.send(data),
    close: () => socket.close(),
    get readyState() {
      return socket.readyState
    },
  }
  let isLost = false
  socket.onopen = () => line.onopen?.()
  socket.onclose = ({ code }) => line.onclose?.({ code } as CloseEvent)
  socket.onmessage = ({ data }) => {
    if (isLost) return
    line.onmessage?.({ data })
    if (!String(data).startsWith('{"event":"company') || state.framesLeft-- !== 0) return
    isLost = true
    socket.close()
  }
  return line
}

let settings = 0

/**
 * What Ana's screen receives of three messages and an accepted ticket when its connection is lost after that many
 * frames.
 */
async function hear(lostAfter: number) {
  const ana = await world.as(world.ana)
  const state = { framesLeft: lostAfter }
  const live = createLiveSocketClient({
    connect: () => losingSocket(state),
    token: async () => ana.token ?? null,
    last: null,
    device: { isOnline: () => true, watch: () => () => {} },
    timing: { reconnectMs: 1, jitterMs: 0, answerMs: 60_000 },
  })
  const bodies: string[] = []
  const statuses: string[] = []
  const receivedMarker = Promise.withResolvers<void>()
  const online = Promise.withResolvers<void>()
  live.subscribe('appMessage', (event) => {
    // The last frame may be repeated.
    if (event.action === 'create' && !bodies.includes(event.message.body)) bodies.push(event.message.body)
  })
  live.subscribe('ticket', (event) => {
    if ('ticket' in event && event.ticket.lastMessage === 'três') statuses.push(event.ticket.status)
  })
  live.subscribe('settings', () => receivedMarker.resolve())
  const stop = live.state.subscribe((now) => now === 'online' && online.resolve())
  live.open()
  await online.promise
  const other = `55119777${String(10_000 + settings).padStart(5, '0')}`
  // Fixed times, because the machine's clock may step back in between.
  const atMs = Date.now() - 5000
  // In one transaction: ticket and message of a known contact, and those of a new one.
  receive(world, 1, messageEvent({ text: 'um', atMs }), messageEvent({ text: 'dois', phone: other, atMs }))
  receive(world, 1, messageEvent({ text: 'três', atMs: atMs + 1 }))
  const { tickets } = (await ana.get('/tickets?status=pending&showAll=true')).body
  const ticket = tickets.find(({ lastMessage }: { lastMessage: string }) => lastMessage === 'três')
  expect((await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: world.ana.id, queueId: 1 })).status).toBe(
    200,
  )
  // Alternates, because an unchanged setting makes no event.
  const value = settings++ % 2 ? 'enabled' : 'disabled'
  expect((await ana.put('/settings/sendSignMessage', { value })).status).toBe(200)
  await receivedMarker.promise
  stop()
  live.close()
  expect((await ana.put(`/tickets/${ticket.id}`, { status: 'closed', userId: world.ana.id })).status).toBe(200)
  return { bodies, lastStatus: statuses.at(-1), framesLeft: state.framesLeft }
}

test('receives all frames after a connection lost at any frame', async () => {
  const many = 1000
  const whole = await hear(many)
  expect(whole).toMatchObject({ bodies: ['um', 'dois', 'três'], lastStatus: 'open' })
  const frames = many - whole.framesLeft
  expect(frames).toBeGreaterThan(5)
  for (let lostAfter = 0; lostAfter < frames; lostAfter++) {
    const { framesLeft, ...received } = await hear(lostAfter)
    expect([lostAfter, received]).toEqual([lostAfter, { bodies: ['um', 'dois', 'três'], lastStatus: 'open' }])
  }
})
