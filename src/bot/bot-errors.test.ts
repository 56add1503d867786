import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../testing/world/world'
import { forgetBotErrors, lastBotErrors, recordBotError } from './bot-errors'

let world: World
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-02T12:00:00Z') })
})
afterEach(() => world.stop())

const fail = (ownerId: number, message: string) =>
  recordBotError(world.ctx(1), { kind: 'integration', ownerId, ticketId: null, code: 'notReached', message })
const count = (ownerId: number) =>
  world
    .ctx(1)
    .company.sqlite.query<{ n: number }, [number]>('SELECT count(*) AS n FROM bot_error WHERE owner_id = ?')
    .get(ownerId)?.n

test('keeps the last 200 failures of each record, and returns the newest', () => {
  fail(2, 'other')
  for (let times = 1; times <= 205; times++) fail(1, `failure ${times}`)
  const error = { at: '2026-03-02T12:00:00.000Z', code: 'notReached' }
  expect(lastBotErrors(world.ctx(1), 'integration')).toEqual(
    new Map([
      [2, { ...error, message: 'other' }],
      [1, { ...error, message: 'failure 205' }],
    ]),
  )
  expect([count(1), count(2)]).toEqual([200, 1])
  expect([lastBotErrors(world.ctx(1), 'flow').size, lastBotErrors(world.ctx(2), 'integration').size]).toEqual([0, 0])
  forgetBotErrors(world.ctx(1), 'integration', 1)
  expect([count(1), count(2)]).toEqual([0, 1])
})
