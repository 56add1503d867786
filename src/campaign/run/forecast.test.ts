import { beforeEach, expect, test } from 'bun:test'
import { useCampaigns } from '../../testing/campaign/campaigns'
import { addConnection } from '../../testing/conversation/connections'

/** An hour between two messages: on Monday, from 10:00 to 18:00, eight of them. */

const campaigns = useCampaigns()
beforeEach(() => campaigns.settings({ messageInterval: 3600 }))

const monday = (hour: number) => `2026-11-23 ${String(hour).padStart(2, '0')}:00`
const tuesday = (hour: number) => `2026-11-24 ${String(hour).padStart(2, '0')}:00`
const local = (time: string | null) =>
  time && new Date(Date.parse(time) - 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
const limit = (dailyLimit: number | null) =>
  campaigns.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit })

let lists = 0
beforeEach(() => void (lists = 0))
const listOf = (people: number) => campaigns.addList(people, 100 * lists++)
/** Returns the end that the preview of a new campaign for so many people names, in local time. */
async function endOf(people: number, fields: object = {}) {
  const body = { message1: 'Oi', contactListId: await listOf(people), whatsappId: 1, ...fields }
  return local((await campaigns.ana.post('/campaigns/preview', body)).body.finishesAt)
}
async function sendTo(people: number, fields: object = {}): Promise<number> {
  await campaigns.settings({ messageInterval: 0 })
  const { id } = await campaigns.start({ contactListId: await listOf(people), ...fields })
  await campaigns.pass(10)
  await campaigns.settings({ messageInterval: 3600 })
  return id
}
const finishOf = async (id: number) => local((await campaigns.find(id)).finishesAt)

test('ends with the last message, within the hours of sending and on working days', async () => {
  expect(await endOf(1)).toBe(monday(10))
  expect(await endOf(8)).toBe(monday(17))
  expect(await endOf(9)).toBe(tuesday(9))
  // At one message an hour, nine are sent a day.
  expect(await endOf(8 + 4 * 9)).toBe('2026-11-27 17:00')
  expect(await endOf(8 + 4 * 9 + 1)).toBe('2026-11-30 09:00')
  expect(await endOf(2, { scheduledAt: '2026-11-24T08:00' })).toBe(tuesday(10))
  expect(await endOf(0)).toBeNull()
})

test('keeps the limit of new conversations a day, of which some are used', async () => {
  await limit(3)
  expect(await endOf(3)).toBe(monday(12))
  expect(await endOf(4)).toBe(tuesday(9))
  expect(await endOf(7)).toBe('2026-11-25 09:00')
  expect(await finishOf(await sendTo(2))).toBeNull()
  expect(await endOf(1)).toBe(monday(10))
  expect(await endOf(2)).toBe(tuesday(9))
  expect(await finishOf(await sendTo(3))).toBe(tuesday(10))
})

test('allows more conversations the older the account is', async () => {
  await campaigns.settings({ messageInterval: 60 })
  const limits = async () => {
    const { body } = await campaigns.ana.get('/campaign-settings/connections')
    return body.map(({ whatsappId, todayMax }: Record<string, number>) => [whatsappId, todayMax])
  }
  const { sqlite } = campaigns.world.ctx(1).company
  sqlite.run('UPDATE connection SET created_at = ?', [campaigns.at().getTime()])
  addConnection(campaigns.world, { name: 'Página', channel: 'facebook' })
  addConnection(campaigns.world, { name: 'Oficial', channel: 'whatsappapi' })
  expect(await limits()).toEqual([[1, 50]])
  expect([await endOf(50), await endOf(51)]).toEqual(['2026-11-23 10:49', tuesday(9)])
  for (const [date, max] of [
    ['2026-11-30T12:59', 50],
    ['2026-11-30T13:00', 100],
    ['2026-12-07T13:00', 200],
    ['2026-12-14T13:00', 300],
  ] as const) {
    campaigns.world.setTime(new Date(`${date}Z`))
    expect([date, await limits()]).toEqual([date, [[1, max]]])
  }
  sqlite.run("UPDATE connection SET number = '5511912345678' WHERE id = 1")
  expect(await limits()).toEqual([[1, 50]])
  await limit(7)
  expect(await limits()).toEqual([[1, 7]])
})

test('gives no turns to a campaign that only waits for answers', async () => {
  await sendTo(1, { confirmation: true, confirmationMessage1: 'Quer?' })
  expect(await endOf(1, { scheduledAt: '2026-11-24T08:00' })).toBe(tuesday(9))
  expect(await endOf(9)).toBe(tuesday(9))
})

test('takes turns with the campaigns that run, and with those that start meanwhile', async () => {
  await limit(1000)
  const running = (await campaigns.start({ contactListId: await listOf(3) })).id
  const later = await campaigns.create({ contactListId: await listOf(2), scheduledAt: '2026-11-23T13:00' })
  await campaigns.create({ contactListId: await listOf(9) })
  expect(await endOf(1)).toBe(monday(11))
  expect(await endOf(9)).toBe(tuesday(14))
  expect(await finishOf(running)).toBe(monday(12))
  expect(await endOf(2, { scheduledAt: '2026-11-24T13:00' })).toBe(tuesday(14))
  expect(await finishOf(later.id)).toBe(monday(14))
  expect(await endOf(2, { campaignId: running, scheduledAt: '2026-11-23T13:00' })).toBe(monday(16))
  await campaigns.ana.post(`/campaigns/${running}/cancel`)
  expect(await finishOf(running)).toBeNull()
  expect(await endOf(3)).toBe(monday(12))
  // On another connection nothing is shared.
  addConnection(campaigns.world, { name: 'Balcão', number: '5511900000009' })
  expect(await endOf(9, { whatsappId: 2, scheduledAt: '2026-11-23T13:00' })).toBe(tuesday(12))
})
