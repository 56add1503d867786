import { afterEach, beforeEach, expect, test } from 'bun:test'
import { getConnection } from '../../connection/connection.queries'
import { createWorld, type World } from '../../testing/world/world'
import { addTemplateConnection } from '../../testing/campaign/templates'
import { readCampaignSettings } from '../edit/campaign-settings'
import { nextSendTime, notePace, readPace } from './campaign-pace'

const startMs = Date.parse('2026-11-23T13:00:00Z')
const messages = 800

let world: World
let connectionId: number
beforeEach(async () => {
  world = await createWorld({ now: new Date(startMs) })
  connectionId = addTemplateConnection(world)
})
afterEach(() => world.stop())

/** Sends messages without an interval; each step runs late by so much. Returns the milliseconds that they took. */
function send(lateMs: (message: number) => number) {
  let atMs = startMs
  for (let message = 0; message < messages; message++) {
    world.setTime(new Date(atMs))
    const ctx = world.ctx(1)
    const connection = getConnection(ctx, connectionId)
    const settings = { ...readCampaignSettings(ctx), messageInterval: 0, longerIntervalAfter: 0 }
    const pacing = { channel: connection.channel, settings }
    const dueAt = ctx.transaction(() => nextSendTime(ctx, readPace(ctx, connection), pacing))
    expect(dueAt.getTime()).toBeLessThanOrEqual(atMs)
    const { nextAt } = ctx.transaction(() => notePace(ctx, readPace(ctx, connection), pacing, false))
    atMs = Math.max(atMs, nextAt.getTime()) + lateMs(message)
  }
  return atMs - startMs
}

test('80 messages a second on the official API, although each step runs late', () => {
  const tookMs = send(() => 5)
  expect(tookMs).toBeGreaterThan(9_850)
  expect(tookMs).toBeLessThan(10_150)
})

test('a long delay is not made up for with a burst', () => {
  const tookMs = send((message) => (message === 400 ? 3_000 : 0))
  // At most 100 ms of the three seconds.
  expect(tookMs).toBeGreaterThan(12_700)
})
