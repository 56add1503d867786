import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { InboundEvent } from '../../channel/channel'
import { readEvents, recordEvent } from '../../kernel/event/event-log'
import { createWorld, type World } from '../../testing/world/world'
import { fileInbound, type Interpreter } from './file-inbound'
import { drainInbox, nextInboundAtMs, receiveInbound } from './inbox'

class Early extends Error {}

let world: World
const start = new Date('2026-03-02T12:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
beforeEach(async () => {
  world = await createWorld({ now: start })
  world.ctx(1).company.sqlite.run('CREATE TABLE seen (text TEXT)')
})
afterEach(() => world.stop())

/** Each payload is a word that determines its event. */
const normalise = (payload: string): InboundEvent[] => {
  if (payload === 'unreadable') throw new Error('Not a payload')
  return [{ type: 'edit', targetId: payload, text: payload, atMs: 0, fromMe: false }]
}
const interpreter: Interpreter = {
  interpret(ctx, _connection, events) {
    for (const event of events) {
      if (event.type !== 'edit') continue
      ctx.company.sqlite.run('INSERT INTO seen (text) VALUES (?)', [event.text])
      if (event.text.startsWith('slow')) for (const endMs = performance.now() + 20; performance.now() < endMs;) continue
      if (event.text.startsWith('noted')) recordEvent(ctx, 'contact.updated', { contactId: 1 }, {})
      if (event.text.endsWith('broken')) throw new Error('An error of ours')
      if (event.text.startsWith('early')) throw new Early('not come yet')
    }
  },
  interpretHistory() {},
  isEarly: (error) => error instanceof Early,
}

const drain = (companyId = 1) => drainInbox(world.ctx(companyId), 1, { normalise, interpreter })
/** A slow machine takes fewer at once. */
const drainAll = () => {
  let total = 0
  for (let done = drain(); done > 0; done = drain()) total += done
  return total
}
const file = (...payloads: string[]) => fileInbound(world.ctx(1), 1, payloads)
const seen = () =>
  world
    .ctx(1)
    .company.sqlite.query<{ text: string }, []>('SELECT text FROM seen')
    .all()
    .map(({ text }) => text)
const filed = () =>
  world
    .ctx(1)
    .company.sqlite.query<{ payload: string; attempts: number; error: string | null }, []>(
      'SELECT payload, attempts, error FROM inbound_event ORDER BY id',
    )
    .all()

test('interprets filed events in order, and deletes each with its effects', () => {
  file('a', 'b')
  file('c')
  expect(drainAll()).toBe(3)
  expect(seen()).toEqual(['a', 'b', 'c'])
  expect(filed()).toEqual([])
  expect(drain()).toBe(0)
})

test('interprets many events in bounded batches', () => {
  file(...Array.from({ length: 450 }, (_, index) => `m${index}`))
  const drained: number[] = []
  do drained.push(drain())
  while (drained.at(-1))
  expect(Math.max(...drained)).toBeLessThanOrEqual(200)
  expect(seen()).toEqual(Array.from({ length: 450 }, (_, index) => `m${index}`))
})

test('a batch ends early when its events take long', () => {
  file('a', 'slow', 'b', 'slow and broken', 'c')
  expect([drain(), seen()]).toEqual([2, ['a', 'slow']])
  while (drain()) continue
  expect(seen()).toEqual(['a', 'slow', 'b', 'c'])
  expect(filed()).toMatchObject([{ payload: 'slow and broken', attempts: 1 }])
})

describe('a single event', () => {
  const take = (payload: string) => receiveInbound(world.ctx(1), 1, payload, { normalise, interpreter })
  const events = () => readEvents(world.ctx(1), 0, {}).length

  test('is interpreted in the transaction that would file it', () => {
    expect(take('a')).toBe('taken')
    expect(seen()).toEqual(['a'])
    expect(filed()).toEqual([])
  })

  test('is filed in order behind pending events', () => {
    file('a')
    expect(take('b')).toBe('filed')
    drain()
    expect(seen()).toEqual(['a', 'b'])
    expect(take('c')).toBe('taken')
  })

  test('is filed when it fails, undoing only its own changes in a larger transaction', () => {
    const before = events()
    const ctx = world.ctx(1)
    ctx.transaction(() => {
      ctx.company.sqlite.run("INSERT INTO seen VALUES ('ratchet')")
      recordEvent(ctx, 'contact.updated', { contactId: 1 }, {})
      expect(take('noted, then broken')).toBe('filed')
    })
    expect(seen()).toEqual(['ratchet'])
    expect(events()).toBe(before + 1)
    drain()
    expect(filed()).toMatchObject([{ payload: 'noted, then broken', attempts: 1, error: 'Error: An error of ours' }])
  })

  test('is filed when it cannot be read, or names a message that has not arrived', () => {
    expect([take('unreadable'), take('early')]).toEqual(['filed', 'filed'])
    drain()
    expect(seen()).toEqual(['early'])
    expect(filed().map(({ attempts }) => attempts)).toEqual([1, 1])
  })
})

describe('a failing event', () => {
  test('is kept with its error, and undoes nothing of others, which keep their order', () => {
    file('a', 'broken', 'b', 'unreadable', 'c')
    drainAll()
    expect(seen()).toEqual(['a', 'b', 'c'])
    expect(filed()).toEqual([
      { payload: 'broken', attempts: 1, error: 'Error: An error of ours' },
      { payload: 'unreadable', attempts: 1, error: 'Error: Not a payload' },
    ])
  })

  test('is retried with growing pauses', () => {
    file('broken')
    drain()
    expect(nextInboundAtMs(world.ctx(1), 1)).toBe(later(1).getTime())
    expect(drain()).toBe(0)
    world.setTime(later(1))
    expect(drain()).toBe(1)
    expect(nextInboundAtMs(world.ctx(1), 1)).toBe(later(5).getTime())
  })

  test('is shown to admins without its content', async () => {
    file('broken')
    drain()
    const answer = await (await world.as(world.ana)).get('/whatsapp/1/inbound-errors')
    expect(answer.body).toEqual({
      waiting: 1,
      errors: [
        {
          id: 1,
          error: 'Error: An error of ours',
          attempts: 1,
          retryAt: later(1).toISOString(),
          createdAt: start.toISOString(),
        },
      ],
    })
    expect((await (await world.as(world.gina)).get('/whatsapp/1/inbound-errors')).body).toEqual({
      waiting: 0,
      errors: [],
    })
  })
})

describe('an event that names an unknown message', () => {
  test('is kept, while the effects of others are committed', () => {
    file('a', 'early', 'b')
    drainAll()
    expect(seen()).toEqual(['a', 'early', 'b'])
    expect(filed()).toMatchObject([{ payload: 'early', attempts: 1 }])
  })

  test('is dropped after some hours', () => {
    file('early')
    let now = start.getTime()
    for (let tries = 0; tries < 8; tries++) {
      world.setTime(new Date(now))
      drain()
      now += 3_600_000
    }
    expect(filed()).toEqual([])
  })
})

test('another company’s connection with the same id is unaffected', () => {
  file('a')
  expect(drain(2)).toBe(0)
  expect(filed()).toHaveLength(1)
})
