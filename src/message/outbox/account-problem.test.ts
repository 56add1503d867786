import { afterEach, beforeEach, expect, test } from 'bun:test'
import { connectionTable } from '../../connection/connection.tables'
import { openTicket } from '../../testing/conversation/conversation'
import { createWorld, type World } from '../../testing/world/world'
import { messageTable } from '../message.tables'
import { followAccountProblem } from './account-problem'

const blocked = '368 Temporarily blocked'
let world: World
beforeEach(async () => {
  world = await createWorld()
  openTicket(world)
})
afterEach(() => world.stop())

test('a warning about the account lasts until something written later is delivered', () => {
  const ctx = world.ctx(1)
  const { db } = ctx
  db.update(connectionTable).set({ channel: 'facebook' }).run()
  const warning = () => db.select().from(connectionTable).get()?.providerWarning
  const follow = (ack: number, sendError: string | null = null) => {
    db.update(messageTable).set({ sendError }).run()
    followAccountProblem(ctx, 1, ack)
    return warning()
  }
  expect(follow(-1, '100 Invalid')).toBe('')
  expect(follow(-1)).toBe('')
  expect(follow(-1, blocked)).toBe(blocked)
  const warnedAt = ctx.now
  const writtenAt = (ms: number) =>
    db
      .update(messageTable)
      .set({ createdAt: new Date(warnedAt.getTime() + ms) })
      .run()
  db.update(connectionTable).set({ warnedAt }).run()
  writtenAt(0)
  expect(follow(2)).toBe(blocked)
  writtenAt(1)
  expect([follow(0), follow(1)]).toEqual([blocked, blocked])
  expect(follow(2)).toBe('')
  // What Meta warns of otherwise is not about sending.
  db.update(connectionTable).set({ providerWarning: 'Quality', warnedAt }).run()
  expect(follow(3)).toBe('Quality')
  followAccountProblem(ctx, 99, 2)
  expect(warning()).toBe('Quality')
})
