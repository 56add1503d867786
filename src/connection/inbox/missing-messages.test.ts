import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { createWorld, type World } from '../../testing/world/world'
import { countMissing, listDueMissing, noteMissing, postponeMissing, resolveMissing } from './missing-messages'

let world: World
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-11-22T12:00:00Z') })
})
afterEach(() => world.stop())

const note = (providerId: string, companyId = 1) =>
  noteMissing(world.ctx(companyId), 1, {
    providerId,
    request: providerId,
    retryAtMs: Date.parse('2026-11-22T12:01:00Z'),
  })
const due = () => listDueMissing(world.ctx(1), 1, 10).map(({ providerId, attempts }) => [providerId, attempts])

test('requests a missing message when due, with growing intervals, until it arrives', () => {
  note('A')
  note('A')
  note('B')
  expect(countMissing(world.ctx(1), 1)).toBe(2)
  expect(due()).toEqual([])
  world.setTime(new Date('2026-11-22T12:01:00Z'))
  expect(due()).toEqual([
    ['A', 0],
    ['B', 0],
  ])
  postponeMissing(world.ctx(1), 1, 'A', Date.parse('2026-11-22T13:00:00Z'))
  expect(due()).toEqual([['B', 0]])
  const ctx = world.ctx(1)
  ctx.transaction(() => resolveMissing(ctx, 1, 'B'))
  world.setTime(new Date('2026-11-22T13:00:00Z'))
  expect(due()).toEqual([['A', 1]])
  expect(countMissing(world.ctx(2), 1)).toBe(0)
})

test('also requests messages that were unreadable before they were tracked', () => {
  // The migration uses the machine's clock, so the test must, too.
  const { nowMs } = world.ctx(1).company.sqlite.query('SELECT unixepoch() * 1000 AS nowMs').get() as { nowMs: number }
  world.setTime(new Date(nowMs))
  const [recent, old] = [{ atMs: nowMs - 60_000 }, { atMs: nowMs - 20 * 86_400_000 }]
  const [unreadable, unsupported, tooOld] = ['No matching sessions found for message', 'pollMessage', 'Bad MAC']
  receive(
    world,
    1,
    messageEvent({
      id: 'X1',
      content: { kind: 'unknown', note: unreadable },
      key: { id: 'X1', fromMe: false },
      ...recent,
    }),
    messageEvent({ id: 'X2', content: { kind: 'unknown', note: unsupported }, key: { id: 'X2' }, ...recent }),
    messageEvent({ id: 'X3', content: { kind: 'unknown', note: tooOld }, key: { id: 'X3' }, ...old }),
    messageEvent({ id: 'X4', text: 'lida', key: { id: 'X4' }, ...recent }),
  )
  const sql = join(import.meta.dir, '../../../migrations/company/0019-ask-for-earlier-unreadable-messages.sql')
  world.ctx(1).company.sqlite.run(readFileSync(sql, 'utf8'))
  const requested = listDueMissing(world.ctx(1), 1, 10)
  expect(requested).toEqual([{ providerId: 'X1', attempts: 0, request: '{"key":{"id":"X1","fromMe":false}}' }])
  const marked = world
    .ctx(1)
    .company.sqlite.query(`SELECT provider_id FROM message WHERE data ->> '$.awaited'`)
    .values()
  expect(marked).toEqual([['X1']])
})
