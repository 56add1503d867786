import { describe, expect, test } from 'bun:test'
import { useCampaigns } from '../../testing/campaign/campaigns'
import { setSession } from '../../testing/conversation/connections'

/** The clock is set back or forward, or summer time begins or ends, while a campaign is under way. */

const campaigns = useCampaigns()

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const move = (ms: number) => campaigns.world.setTime(new Date(campaigns.at().getTime() + ms))
const sentIn = async (seconds: number, step = 1) => {
  const before = campaigns.sent().length
  await campaigns.pass(seconds, { step })
  return campaigns.sent().length - before
}
/** Always open, one message every 18 to 26 seconds. */
const steady = { startHour: '00:00', endHour: '00:00', sabado: true, domingo: true, messageInterval: 20 }

test('after the clock is set back, waits one interval at most', async () => {
  await campaigns.settings(steady)
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(40) })
  await campaigns.pass(70, { step: 1 })
  for (const backMs of [2 * minuteMs, hourMs, 30 * 24 * hourMs]) {
    move(-backMs)
    const sent = await sentIn(120)
    expect([backMs, sent >= 4 && sent <= 9]).toEqual([backMs, true])
  }
  expect((await campaigns.find(id)).waitReason).toBe('')
  await campaigns.pass(3000)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 40 })
})

test('after the clock is set forward, sends the next message and keeps the interval', async () => {
  await campaigns.settings(steady)
  for (const first of [0, 100]) await campaigns.start({ contactListId: await campaigns.addList(30, first) })
  await campaigns.pass(70, { step: 1 })
  for (const forwardMs of [10 * minuteMs, hourMs, 7 * 24 * hourMs]) {
    move(forwardMs)
    expect(await sentIn(12)).toBeLessThanOrEqual(1)
    expect(await sentIn(60)).toBeLessThanOrEqual(5)
  }
})

test('a repeated day allows no additional conversations', async () => {
  await campaigns.settings({ ...steady, messageInterval: 0 })
  await campaigns.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 5 })
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(20) })
  await campaigns.pass(60)
  expect(campaigns.sent()).toHaveLength(5)
  move(24 * hourMs)
  await campaigns.pass(60)
  expect(campaigns.sent()).toHaveLength(10)
  move(-24 * hourMs)
  await campaigns.pass(1200, { step: 60 })
  expect([campaigns.sent().length, (await campaigns.find(id)).waitReason]).toEqual([10, 'budget'])
})

/** A limit of five conversations per day, and thirty recipients. */
async function startLimited() {
  await campaigns.settings({ ...steady, messageInterval: 0 })
  await campaigns.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 5 })
  await campaigns.start({ contactListId: await campaigns.addList(30) })
}

test('a clock that starts in 1970 and is corrected allows no additional conversations', async () => {
  await startLimited()
  await campaigns.pass(60)
  const now = campaigns.at()
  campaigns.world.setTime(new Date(30_000))
  expect(await sentIn(600, 30)).toBe(0)
  campaigns.world.setTime(new Date(now.getTime() + 10 * minuteMs))
  expect(await sentIn(600, 30)).toBe(0)
  campaigns.world.setTime(new Date(now.getTime() + 24 * hourMs))
  expect(await sentIn(60)).toBe(5)
})

test('days used while the clock was ahead have no conversations left when they come', async () => {
  await startLimited()
  await campaigns.pass(60)
  const monday = campaigns.at()
  const sentOn = async (days: number) => {
    campaigns.world.setTime(new Date(monday.getTime() + days * 24 * hourMs))
    return sentIn(60)
  }
  expect([await sentOn(2), await sentOn(0.1), await sentOn(1), await sentOn(2.1), await sentOn(3)]).toEqual([
    5, 0, 5, 0, 5,
  ])
})

test('an account paired while the clock was ahead is new from the correction on', async () => {
  const limit = async () => (await campaigns.ana.get('/campaign-settings/connections')).body[0].todayMax
  await campaigns.settings(steady)
  await campaigns.start({ contactListId: await campaigns.addList(9) })
  await campaigns.pass(10)
  move(365 * 24 * hourMs)
  setSession(campaigns.world, 1, { number: '5511911112222' })
  await campaigns.pass(60)
  move(-365 * 24 * hourMs)
  await campaigns.pass(60)
  expect(await limit()).toBe(50)
  move(8 * 24 * hourMs)
  expect(await limit()).toBe(100)
})

test('at 23:30 before 29 February, uses up the day and continues after midnight', async () => {
  await startLimited()
  // 23:30 in São Paulo.
  campaigns.world.setTime(new Date('2028-02-29T02:30:00Z'))
  expect(await sentIn(28 * 60, 60)).toBe(5)
  await campaigns.pass(26.5 * 3600, { step: 60 })
  const byDay = Map.groupBy(campaigns.sent(), ({ at }) =>
    new Date(at.getTime() - 3 * hourMs).toISOString().slice(0, 10),
  )
  const counts = Object.fromEntries([...byDay].map(([day, messages]) => [day, messages.length]))
  expect(counts).toEqual({ '2028-02-28': 5, '2028-02-29': 5, '2028-03-01': 5 })
  const midnight = '2028-02-29T03:00'
  expect(campaigns.sent()[5]?.at.toISOString().slice(0, 16)).toBe(midnight)
})

test('after a change into the sending hours, continues at once', async () => {
  await campaigns.settings({ ...steady, startHour: '09:00', endHour: '18:00' })
  await campaigns.start({ contactListId: await campaigns.addList(30) })
  // 18:30, until when it has sent a few.
  campaigns.world.setTime(new Date('2026-11-23T21:30:00Z'))
  await campaigns.pass(60)
  const before = campaigns.sent().length
  campaigns.world.setTime(new Date('2026-11-23T18:00:00Z'))
  await campaigns.pass(60)
  expect(campaigns.sent().length - before).toBeGreaterThanOrEqual(2)
})

test('live figures continue after the clock was set back', async () => {
  await campaigns.settings(steady)
  await campaigns.start({ contactListId: await campaigns.addList(30) })
  await campaigns.pass(30, { step: 1 })
  move(-hourMs)
  campaigns.world.published.length = 0
  await campaigns.pass(60, { step: 1 })
  expect(campaigns.world.published.filter(({ event }) => event === 'company-1-campaign').length).toBeGreaterThan(1)
})

/** Sends at night by the clock of Berlin. Returns the first and the last time at which a message went out, and how many did. */
async function nightIn(from: string) {
  const sofia = await campaigns.world.as(campaigns.world.sofia)
  const company = (await sofia.get('/companies/1')).body
  const changed = await sofia.put('/companies/1', { ...company, password: '', timeZone: 'Europe/Berlin' })
  expect(changed.status).toBe(200)
  await campaigns.settings({ ...steady, startHour: '01:30', endHour: '04:30', messageInterval: 120 })
  await campaigns.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 1000 })
  campaigns.world.setTime(new Date(from))
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(300) })
  await campaigns.pass(7 * 3600, { step: 30 })
  const times = campaigns.sent().map(({ at }) => at.toISOString().slice(11, 16))
  const { waitReason, waitUntil } = await campaigns.find(id)
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
  await campaigns.settings({ ...steady, startHour: '20:00', endHour: '21:00' })
  await campaigns.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 1 })
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(5) })
  await campaigns.pass(20)
  expect(await campaigns.find(id)).toMatchObject({ waitReason: 'hours', waitUntil: '2026-11-23T23:00:00.000Z' })
  await campaigns.settings({ startHour: '00:00', endHour: '00:00' })
  await campaigns.pass(60)
  expect([campaigns.sent().length, (await campaigns.find(id)).waitReason]).toEqual([1, 'budget'])
  await campaigns.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 3 })
  await campaigns.pass(60)
  expect(campaigns.sent()).toHaveLength(3)
})

describe('requests for confirmation', () => {
  const hour = 3600

  async function ask() {
    await campaigns.settings(steady)
    const fields = { confirmation: true, confirmationMessage1: 'Quer?', contactListId: await campaigns.addList(2) }
    const { id } = await campaigns.start(fields)
    await campaigns.pass(60)
    return id
  }
  const expired = async (id: number) => (await campaigns.find(id)).expiredCount

  test.each([
    ['set forward', 5 * 24 * hourMs],
    ['set forward and back', 0],
    ['set back', -3 * 24 * hourMs],
  ])('expire after 48 hours in which the campaign ran, when the clock was %s', async (_, ms) => {
    const id = await ask()
    move(ms === 0 ? 5 * 24 * hourMs : ms)
    await campaigns.pass(60)
    if (ms === 0) move(-5 * 24 * hourMs)
    await campaigns.pass(45 * hour, { step: 900 })
    expect(await expired(id)).toBe(0)
    await campaigns.answer(0, 'sim')
    await campaigns.pass(4 * hour, { step: 900 })
    expect(await campaigns.find(id)).toMatchObject({
      status: 'FINALIZADA',
      expiredCount: 1,
      confirmationsCount: 1,
      sentCount: 1,
    })
  })

  test('those sent after the clock was set forward have their 48 hours, too', async () => {
    const first = await ask()
    move(5 * 24 * hourMs)
    const fields = { confirmation: true, confirmationMessage1: 'Quer?', contactListId: await campaigns.addList(1, 100) }
    const { id } = await campaigns.start(fields)
    await campaigns.pass(46 * hour, { step: 900 })
    expect([await expired(first), await expired(id)]).toEqual([0, 0])
    await campaigns.pass(3 * hour, { step: 900 })
    expect([await expired(first), await expired(id)]).toEqual([2, 1])
  })

  test('do not expire while the campaign is stopped or the process is down', async () => {
    const id = await ask()
    await campaigns.ana.post(`/campaigns/${id}/cancel`)
    await campaigns.pass(4 * 24 * hour, { step: 900 })
    await campaigns.ana.post(`/campaigns/${id}/restart`)
    await campaigns.pass(hour, { step: 60 })
    // The process was down for a weekend; answers written meanwhile arrive after the start.
    move(3 * 24 * hourMs)
    await campaigns.pass(60)
    await campaigns.answer(0, 'sim')
    await campaigns.answer(1, 'sim')
    await campaigns.pass(300)
    expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', expiredCount: 0, sentCount: 2 })
  })
})
