import { expect, test } from 'bun:test'
import { createLiveSocketClient, type LiveTiming } from './live-socket-client'
import type { LiveSocket, LiveDevice } from './live-line'

class FakeSocket implements LiveSocket {
  readyState: WebSocket['readyState'] = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: LiveSocket['onclose'] = null
  sent: { event: string; data: unknown }[] = []

  send(text: string) {
    this.sent.push(JSON.parse(text) as { event: string; data: unknown })
  }
  close() {
    this.closes(1000)
  }
  closes(code: number) {
    this.readyState = WebSocket.CLOSED
    this.onclose?.({ code })
  }
  async opens() {
    this.readyState = WebSocket.OPEN
    this.onopen?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  receives(event: string, number?: number, data?: unknown) {
    this.onmessage?.({ data: JSON.stringify({ event, number, data }) })
  }
  events() {
    return this.sent.map(({ event }) => event)
  }
}

function lineUnderTest(changed: Partial<LiveTiming> = {}) {
  const sockets: FakeSocket[] = []
  let online = true
  let refusals = 0
  const searches: PromiseWithResolvers<void>[] = []
  let notifyDevice: (what: 'network' | 'shown') => void = () => {}
  const device: LiveDevice = {
    isOnline: () => online,
    watch(listener) {
      notifyDevice = listener
      return () => {}
    },
  }
  const live = createLiveSocketClient({
    connect: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    token: async () => 'token',
    refused: () => refusals++,
    findNode() {
      const search = Promise.withResolvers<void>()
      searches.push(search)
      return search.promise
    },
    last: 7,
    device,
    timing: { reconnectMs: 5, jitterMs: 0, quietMs: 10_000, answerMs: 20, userStatusMs: 10_000, ...changed },
  })
  const socket = (index: number) => {
    const found = sockets[index]
    if (!found) throw new Error(`Socket ${index} was not opened`)
    return found
  }
  const setOnline = (value: boolean) => {
    online = value
    notifyDevice('network')
  }
  return { live, sockets, socket, setOnline, show: () => notifyDevice('shown'), refusals: () => refusals, searches }
}

/** Timers of a busy machine fire late, so tests wait without a limit of their own. */
async function until(holds: () => boolean) {
  while (!holds()) await pause(1)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('authenticates with the last number, then joins', async () => {
  const { live, socket } = lineUnderTest()
  live.joinTicket('abc')
  live.open()
  await socket(0).opens()
  expect(socket(0).sent).toEqual([{ event: 'auth', data: { token: 'token', last: 7 } }])
  socket(0).receives('ready', 9)
  expect(live.state.value).toBe('online')
  expect(socket(0).events()).toEqual(['auth', 'joinNotification', 'joinTickets', 'userStatus'])
  live.close()
})

test('reconnects after a loss, from the last number, into the same rooms', async () => {
  const { live, socket } = lineUnderTest()
  live.open()
  await socket(0).opens()
  socket(0).receives('ready', 9)
  const leave = live.joinTicket('abc')
  socket(0).receives('company-1-ticket', 12, { action: 'update' })
  socket(0).close()
  expect(live.state.value).toBe('connecting')
  expect(live.interrupted.value).toBe(true)
  await pause(15)
  await socket(1).opens()
  expect(socket(1).sent[0]?.data).toEqual({ token: 'token', last: 11 })
  socket(1).receives('ready', 12)
  expect(live.interrupted.value).toBe(false)
  expect(socket(1).events()).toContain('joinTickets')
  leave()
  leave()
  expect(
    socket(1)
      .events()
      .filter((event) => event === 'leaveTickets'),
  ).toHaveLength(1)
  live.close()
})

test('counts a number as seen only when all its frames must have arrived', async () => {
  const { live, socket, show } = lineUnderTest()
  live.open()
  await socket(0).opens()
  socket(0).receives('ready', 9)
  const requested = () => {
    show()
    return socket(0).sent.at(-1)?.data
  }
  socket(0).receives('company-1-ticket', 12, { action: 'delete' })
  expect(requested()).toEqual({ last: 11 })
  socket(0).receives('company-1-ticket', 12, { action: 'update' })
  expect(requested()).toEqual({ last: 11 })
  socket(0).receives('company-1-appMessage', 13, { action: 'create' })
  expect(requested()).toEqual({ last: 12 })
  socket(0).receives('ready', 13)
  expect(requested()).toEqual({ last: 13 })
  live.close()
})

test('waits longer after each limit, whatever the user does meanwhile', async () => {
  const { live, sockets, socket, show } = lineUnderTest({ busyMs: 60, busyMaxMs: 120, steadyMs: 10_000 })
  live.open()
  const waits: number[] = []
  for (let index = 0; index < 4; index++) {
    await socket(index).opens()
    socket(index).closes(4429)
    const cutAt = Date.now()
    show()
    await until(() => sockets.length > index + 1)
    waits.push(Date.now() - cutAt)
  }
  const least = [60, 120, 120, 120]
  expect(waits.map((wait, index) => wait >= (least[index] ?? 0) - 2)).toEqual([true, true, true, true])
  live.close()
})

test('reports a connection that the server rejects, but not a lost one', async () => {
  const { live, sockets, socket, refusals } = lineUnderTest()
  live.open()
  await socket(0).opens()
  socket(0).closes(1006)
  await until(() => sockets.length > 1)
  expect(refusals()).toBe(0)
  await socket(1).opens()
  socket(1).closes(4401)
  expect(refusals()).toBe(1)
  live.close()
})

test('connects as soon as another node answers, once, and later if it is sent away again or nobody answers', async () => {
  const { live, sockets, socket, searches, refusals } = lineUnderTest({ reconnectMs: 200, steadyMs: 10_000 })
  live.open()
  await socket(0).opens()
  const sentAwayAtMs = performance.now()
  socket(0).closes(4409)
  expect([searches.length, sockets.length]).toEqual([1, 1])
  searches[0]?.resolve()
  await until(() => sockets.length > 1)
  const waitedMs = performance.now() - sentAwayAtMs
  await socket(1).opens()
  const againAtMs = performance.now()
  socket(1).closes(4409)
  searches[1]?.resolve()
  await until(() => sockets.length > 2)
  expect(performance.now() - againAtMs).toBeGreaterThan(198)
  expect(waitedMs).toBeLessThan(performance.now() - againAtMs)
  await socket(2).opens()
  // One search at a time, however often it is sent away meanwhile.
  socket(2).closes(4409)
  await until(() => sockets.length > 3)
  socket(3).closes(4409)
  expect([searches.length, refusals()]).toEqual([3, 0])
  searches[2]?.reject(new Error('nobody answers'))
  await until(() => sockets.length > 4)
  live.close()
})

test('passes a repeated frame on once, and another action of the same number as well', async () => {
  const { live, socket } = lineUnderTest()
  const received: unknown[] = []
  const stop = live.subscribe('ticket', (data) => received.push(data))
  live.open()
  await socket(0).opens()
  socket(0).receives('ready', 7)
  socket(0).receives('company-1-ticket', 8, { action: 'delete' })
  socket(0).receives('company-1-ticket', 8, { action: 'update' })
  socket(0).receives('company-1-ticket', 8, { action: 'update' })
  socket(0).receives('company-1-ticket', undefined, { action: 'typing' })
  socket(0).receives('company-1-ticket', undefined, { action: 'typing' })
  expect(received).toHaveLength(4)
  stop()
  socket(0).receives('company-1-ticket', 9, { action: 'update' })
  expect(received).toHaveLength(4)
  live.close()
})

test('drops and reopens a connection that does not answer', async () => {
  const { live, sockets, socket, show } = lineUnderTest()
  live.open()
  await socket(0).opens()
  socket(0).receives('ready', 7)
  show()
  expect(socket(0).sent.at(-1)).toEqual({ event: 'resume', data: { last: 7 } })
  await until(() => sockets.length > 1)
  expect(sockets).toHaveLength(2)
  live.close()
})

test('waits for a network', async () => {
  const { live, sockets, socket, setOnline } = lineUnderTest()
  live.open()
  await socket(0).opens()
  socket(0).receives('ready', 7)
  setOnline(false)
  expect(live.state.value).toBe('offline')
  await pause(20)
  expect(sockets).toHaveLength(1)
  setOnline(true)
  expect(sockets).toHaveLength(2)
  live.close()
})

test('knows what has arrived since a moment, until it has forgotten', async () => {
  const { live, socket } = lineUnderTest()
  live.open()
  await socket(0).opens()
  const arrive = (number: number) => socket(0).receives('company-1-ticket', number, { ticketId: number })
  const ticketsSince = (since: number) =>
    live.arrivedSince(since)?.map(({ event, data }) => event === 'ticket' && data.ticketId)
  arrive(8)
  await pause(2)
  const since = performance.now()
  arrive(9)
  expect([ticketsSince(0), ticketsSince(since)]).toEqual([[8, 9], [9]])
  for (let number = 10; number < 300; number++) arrive(number)
  expect(ticketsSince(since)).toBeUndefined()
  expect(ticketsSince(performance.now())).toEqual([])
  live.close()
})

test('passes events without subscribers to the fallback, and always to observers', async () => {
  const { live, socket } = lineUnderTest()
  let reloads = 0
  let seen = 0
  live.fallback('reload', () => reloads++)
  live.observe('reload', () => seen++)
  live.open()
  await socket(0).opens()
  socket(0).receives('reload')
  expect(reloads).toBe(1)
  const stop = live.subscribe('reload', () => {})
  socket(0).receives('reload')
  expect([reloads, seen]).toEqual([1, 2])
  stop()
  live.close()
})
