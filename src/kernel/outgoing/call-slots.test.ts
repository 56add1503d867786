import { describe, expect, test } from 'bun:test'
import { reasonOf, receiversOfFile } from '../../testing/services/receiver/outgoing-calls'
import { ok } from '../../testing/services/receiver/raw-receiver'
import { createOutgoingCalls } from './guarded-fetch'

const start = receiversOfFile()

test('limits concurrent calls of a company; others wait in order within their timeout', async () => {
  const answers: (() => void)[] = []
  const receiver = await start((socket, request) => void answers.push(() => ok(request.line)(socket, request)))
  const call = createOutgoingCalls({ allow: ['127.0.0.1'], slots: { perKind: 0, shared: 6, waitingMax: 9 } }).of(
    1,
    'ai',
  )
  const running = ['a', 'b'].map((name) => call(`${receiver.url}/${name}`))
  while (receiver.requests.length < 2) await new Promise((resolve) => setImmediate(resolve))
  const leaving = new AbortController()
  const left = call(`${receiver.url}/left`, { signal: leaving.signal }).catch(() => 'left')
  expect(await reasonOf(call(`${receiver.url}/late`, { timeoutMs: 50 }))).toBe('busy')
  const waiting = ['c', 'd'].map((name) => call(`${receiver.url}/${name}`))
  leaving.abort()
  expect(await left).toBe('left')
  expect(receiver.requests.map(({ line }) => line).toSorted()).toEqual(['GET /a', 'GET /b'])
  const all = Promise.all([...running, ...waiting])
  const end = Date.now() + 10_000
  for (let answered = 0; answered < 4 && Date.now() < end; await new Promise((resolve) => setImmediate(resolve))) {
    const next = answers.shift()
    if (next) answered++
    next?.()
  }
  expect((await all).map((response) => response.text())).toEqual(['GET /a', 'GET /b', 'GET /c', 'GET /d'])
  expect(receiver.requests).toHaveLength(4)
})

describe('calls whose receiver never answers', () => {
  async function hold(companies: readonly number[], slots = { perKind: 2, shared: 20, waitingMax: 30 }) {
    const silent = await start(() => {})
    const receiver = await start(ok('here'))
    const outgoing = createOutgoingCalls({ allow: ['127.0.0.1'], slots })
    const leaving = new AbortController()
    const { signal } = leaving
    const held = companies.flatMap((company) =>
      Array.from({ length: 50 }, () =>
        reasonOf(outgoing.of(company, 'ai')(silent.url, { signal })).catch(() => 'left'),
      ),
    )
    return { silent, receiver, outgoing, held, leave: () => leaving.abort() }
  }
  const settled = async (held: readonly Promise<string>[]) => {
    const outcomes: string[] = []
    for (const one of held) void one.then((outcome) => outcomes.push(outcome))
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    return outcomes
  }

  test('leave slots to other companies and kinds, and no more than a limit of them wait', async () => {
    const { silent, receiver, outgoing, held, leave } = await hold([1])
    expect(await settled(held)).toEqual(Array.from({ length: 50 - 30 - 8 }, () => 'busy'))
    expect(await reasonOf(outgoing.of(1, 'ai')(receiver.url))).toBe('busy')
    for (const [company, kind] of [
      [2, 'ai'],
      [1, 'message'],
      [2, 'webhook'],
      ['host', 'payment'],
    ] as const) {
      expect([company, kind, await reasonOf(outgoing.of(company, kind)(receiver.url))]).toEqual([
        company,
        kind,
        'answered',
      ])
    }
    expect(silent.connections()).toBe(8)
    leave()
    expect(await Promise.all(held)).toContain('left')
    expect(await reasonOf(outgoing.of(1, 'ai')(receiver.url))).toBe('answered')
  })

  test('of many companies together take no slot of another kind', async () => {
    const { silent, receiver, outgoing, held, leave } = await hold(Array.from({ length: 30 }, (_, index) => index + 1))
    await settled(held)
    for (const kind of ['message', 'media', 'webhook', 'bot', 'payment'] as const) {
      expect([kind, await reasonOf(outgoing.of(1, kind)(receiver.url))]).toEqual([kind, 'answered'])
    }
    expect(silent.connections()).toBe(22)
    const waiting = reasonOf(outgoing.of(99, 'ai')(receiver.url))
    leave()
    expect(await waiting).toBe('answered')
    await Promise.all(held)
  })

  test('of one company give way to those that wait longest, one company after the other', async () => {
    const order: string[] = []
    const answers: (() => void)[] = []
    const receiver = await start((socket, request) => {
      order.push(request.line.slice('GET /'.length))
      answers.push(() => ok('')(socket, request))
    })
    const outgoing = createOutgoingCalls({ allow: ['127.0.0.1'], slots: { perKind: 0, shared: 1, waitingMax: 30 } })
    const calls = ['1 a', '1 b', '1 c', '2 d', '2 e', '3 f'].map((name) =>
      outgoing.of(Number(name[0]), name === '2 d' ? 'bot' : 'ai')(`${receiver.url}/${name.replace(' ', '')}`),
    )
    const all = Promise.all(calls)
    const end = Date.now() + 10_000
    for (let answered = 0; answered < 6 && Date.now() < end; await new Promise((resolve) => setImmediate(resolve))) {
      const next = answers.shift()
      if (next) answered++
      next?.()
    }
    await all
    expect(order).toEqual(['1a', '1b', '2d', '2e', '3f', '1c'])
  })
})
