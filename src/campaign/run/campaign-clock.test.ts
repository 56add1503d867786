import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Campaigns, createCampaigns } from '../../testing/campaigns'

/** The clock is set back or forward, or summer time begins or ends, while a campaign is under way. */

let c: Campaigns
beforeEach(async () => {
  c = await createCampaigns()
})
afterEach(() => c.world.stop())

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const move = (ms: number) => c.world.setTime(new Date(c.at().getTime() + ms))
const sentIn = async (seconds: number, step = 1) => {
  const before = c.sent().length
  await c.pass(seconds, { step })
  return c.sent().length - before
}
/** Always open, one message every 18 to 26 seconds. */
const steady = { startHour: '00:00', endHour: '00:00', sabado: true, domingo: true, messageInterval: 20 }

test('after the clock is set back, waits one interval at most', async () => {
  await c.settings(steady)
  const { id } = await c.start({ contactListId: await c.addList(40) })
  await c.pass(70, { step: 1 })
  for (const backMs of [2 * minuteMs, hourMs, 30 * 24 * hourMs]) {
    move(-backMs)
    const sent = await sentIn(120)
    expect([backMs, sent >= 4 && sent <= 9]).toEqual([backMs, true])
  }
  expect((await c.find(id)).waitReason).toBe('')
  await c.pass(3000)
  expect(await c.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 40 })
})

test('after the clock is set forward, sends the next message and keeps the interval', async () => {
  await c.settings(steady)
  for (const first of [0, 100]) await c.start({ contactListId: await c.addList(30, first) })
  await c.pass(70, { step: 1 })
  for (const forwardMs of [10 * minuteMs, hourMs, 7 * 24 * hourMs]) {
    move(forwardMs)
    expect(await sentIn(12)).toBeLessThanOrEqual(1)
    expect(await sentIn(60)).toBeLessThanOrEqual(5)
  }
})

test('a repeated day allows no additional conversations', async () => {
  await c.settings({ ...steady, messageInterval: 0 })
  await c.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 5 })
  const { id } = await c.start({ contactListId: await c.addList(20) })
  await c.pass(60)
  expect(c.sent()).toHaveLength(5)
  move(24 * hourMs)
  await c.pass(60)
  expect(c.sent()).toHaveLength(10)
  move(-24 * hourMs)
  await c.pass(1200, { step: 60 })
  expect([c.sent().length, (await c.find(id)).waitReason]).toEqual([10, 'budget'])
})

test('after a change into the sending hours, continues at once', async () => {
  await c.settings({ ...steady, startHour: '09:00', endHour: '18:00' })
  await c.start({ contactListId: await c.addList(30) })
  // 18:30, until when it has sent a few.
  c.world.setTime(new Date('2026-11-23T21:30:00Z'))
  await c.pass(60)
  const before = c.sent().length
  c.world.setTime(new Date('2026-11-23T18:00:00Z'))
  await c.pass(60)
  expect(c.sent().length - before).toBeGreaterThanOrEqual(2)
})

test('live figures continue after the clock was set back', async () => {
  await c.settings(steady)
  await c.start({ contactListId: await c.addList(30) })
  await c.pass(30, { step: 1 })
  move(-hourMs)
  c.world.published.length = 0
  await c.pass(60, { step: 1 })
  expect(c.world.published.filter(({ event }) => event === 'company-1-campaign').length).toBeGreaterThan(1)
})

/** Sends at night by the clock of Berlin. Returns the first and the last time at which a message went out, and how many did. */
async function nightIn(from: string) {
  const sofia = await c.world.as(c.world.sofia)
  const company = (await sofia.get('/companies/1')).body
  const changed = await sofia.put('/companies/1', { ...company, password: '', timeZone: 'Europe/Berlin' })
  expect(changed.status).toBe(200)
  await c.settings({ ...steady, startHour: '01:30', endHour: '04:30', messageInterval: 120 })
  await c.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 1000 })
  c.world.setTime(new Date(from))
  const { id } = await c.start({ contactListId: await c.addList(300) })
  await c.pass(7 * 3600, { step: 30 })
  const times = c.sent().map(({ at }) => at.toISOString().slice(11, 16))
  const { waitReason, waitUntil } = await c.find(id)
  return { first: times[0], last: times.at(-1) ?? '', messages: times.length, waitReason, waitUntil }
}

test('when summer time starts at night, a window of three hours has two', async () => {
  // 02:00 becomes 03:00: 01:30 is 00:30 UTC, and 04:30 is 02:30 UTC.
  const night = await nightIn('2026-03-28T22:00:00Z')
  expect(night).toMatchObject({ first: '00:30', waitReason: 'hours', waitUntil: '2026-03-29T23:30:00.000Z' })
  expect(night.last >= '02:26' && night.last < '02:30').toBe(true)
  expect(night.messages).toBeGreaterThan(45)
  expect(night.messages).toBeLessThan(72)
})

test('when summer time ends at night, a window of three hours has four, at the same pace', async () => {
  // 03:00 becomes 02:00 again: 01:30 is 23:30 UTC, and 04:30 is 03:30 UTC.
  const night = await nightIn('2026-10-24T21:00:00Z')
  expect(night).toMatchObject({ first: '23:30', waitReason: 'hours', waitUntil: '2026-10-26T00:30:00.000Z' })
  expect(night.last >= '03:26' && night.last < '03:30').toBe(true)
  expect(night.messages).toBeGreaterThan(90)
  expect(night.messages).toBeLessThan(135)
})

test('a waiting campaign follows changed hours and limits', async () => {
  await c.settings({ ...steady, startHour: '20:00', endHour: '21:00' })
  await c.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 1 })
  const { id } = await c.start({ contactListId: await c.addList(5) })
  await c.pass(20)
  expect(await c.find(id)).toMatchObject({ waitReason: 'hours', waitUntil: '2026-11-23T23:00:00.000Z' })
  await c.settings({ startHour: '00:00', endHour: '00:00' })
  await c.pass(60)
  expect([c.sent().length, (await c.find(id)).waitReason]).toEqual([1, 'budget'])
  await c.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 3 })
  await c.pass(60)
  expect(c.sent()).toHaveLength(3)
})

describe('requests for confirmation', () => {
  const hour = 3600

  async function ask() {
    await c.settings(steady)
    const fields = { confirmation: true, confirmationMessage1: 'Quer?', contactListId: await c.addList(2) }
    const { id } = await c.start(fields)
    await c.pass(60)
    return id
  }
  const expired = async (id: number) => (await c.find(id)).expiredCount

  test.each([
    ['set forward', 5 * 24 * hourMs],
    ['set forward and back', 0],
    ['set back', -3 * 24 * hourMs],
  ])('expire after 48 hours in which the campaign ran, when the clock was %s', async (_, ms) => {
    const id = await ask()
    move(ms === 0 ? 5 * 24 * hourMs : ms)
    await c.pass(60)
    if (ms === 0) move(-5 * 24 * hourMs)
    await c.pass(45 * hour, { step: 900 })
    expect(await expired(id)).toBe(0)
    await c.answer(0, 'sim')
    await c.pass(4 * hour, { step: 900 })
    expect(await c.find(id)).toMatchObject({
      status: 'FINALIZADA',
      expiredCount: 1,
      confirmationsCount: 1,
      sentCount: 1,
    })
  })

  test('those sent after the clock was set forward have their 48 hours, too', async () => {
    const first = await ask()
    move(5 * 24 * hourMs)
    const fields = { confirmation: true, confirmationMessage1: 'Quer?', contactListId: await c.addList(1, 100) }
    const { id } = await c.start(fields)
    await c.pass(46 * hour, { step: 900 })
    expect([await expired(first), await expired(id)]).toEqual([0, 0])
    await c.pass(3 * hour, { step: 900 })
    expect([await expired(first), await expired(id)]).toEqual([2, 1])
  })

  test('do not expire while the campaign is stopped or the process is down', async () => {
    const id = await ask()
    await c.ana.post(`/campaigns/${id}/cancel`)
    await c.pass(4 * 24 * hour, { step: 900 })
    await c.ana.post(`/campaigns/${id}/restart`)
    await c.pass(hour, { step: 60 })
    // The process was down for a weekend; answers written meanwhile arrive after the start.
    move(3 * 24 * hourMs)
    await c.pass(60)
    await c.answer(0, 'sim')
    await c.answer(1, 'sim')
    await c.pass(300)
    expect(await c.find(id)).toMatchObject({ status: 'FINALIZADA', expiredCount: 0, sentCount: 2 })
  })
})
