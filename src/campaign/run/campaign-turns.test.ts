import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Campaigns, createCampaigns } from '../../testing/campaign/campaigns'
import { addConnection } from '../../testing/conversation/connections'
import { ChannelError, type Party } from '../../channel/channel'
import { createFakeChannel } from '../../testing/conversation/fake-channel'

/** Campaigns of one connection send by turns, at the pace of one. */

let campaigns: Campaigns
beforeEach(async () => {
  campaigns = await createCampaigns()
  await campaigns.settings({ messageInterval: 20 })
})
afterEach(() => campaigns.world.stop())

const bodies = () => campaigns.sent().map(({ body }) => body)
const by = (text: string) => campaigns.sent().filter(({ body }) => body === text)
const startWith = async (message1: string, people: number, first: number, fields = {}) =>
  (
    await campaigns.start({
      name: message1,
      message1,
      contactListId: await campaigns.addList(people, first),
      ...fields,
    })
  ).id
const shared = async (id: number) => (await campaigns.find(id)).sharesWith.map(({ name }: { name: string }) => name)
const minutesUntilEnd = async (id: number) =>
  (Date.parse((await campaigns.find(id)).finishesAt) - campaigns.at().getTime()) / 60_000

function expectPace(messages: readonly { at: Date }[]) {
  const gaps = messages.slice(1).map(({ at }, index) => +at - +(messages[index]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(14_000)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(28_000)
}

test('campaigns of different size take turns, and one of another connection keeps its own pace', async () => {
  addConnection(campaigns.world, { name: 'Balcão', number: '5511900000009', status: 'CONNECTED' })
  await campaigns.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 100 })
  const long = await startWith('longa', 60, 0)
  await campaigns.pass(60, { step: 1 })
  const alone = await minutesUntilEnd(long)
  const short = await startWith('curta', 3, 100)
  const middle = await startWith('média', 8, 200)
  const other = await startWith('outra', 21, 300, { whatsappId: 2 })
  expect([await shared(long), await shared(short), await shared(other)]).toEqual([
    ['curta', 'média'],
    ['longa', 'média'],
    [],
  ])
  // The forecast counts those in between: 11 messages of 20 seconds.
  expect((await minutesUntilEnd(long)) - alone).toBeCloseTo(11 / 3, 0)
  const sentBefore = campaigns.sent().length
  await campaigns.pass(180, { step: 1 })
  const line = bodies()
    .slice(sentBefore)
    .filter((body) => body !== 'outra')
  expect(line.slice(0, 3).toSorted()).toEqual(['curta', 'longa', 'média'])
  expect(line.slice(0, 3)).toEqual(line.slice(3, 6))
  await campaigns.pass(400, { step: 1 })
  expect([by('outra').length, (await campaigns.find(other)).waitReason]).toEqual([20, 'queue'])
  expectPace(campaigns.sent().filter(({ body }) => body !== 'outra'))
  expect((await campaigns.find(middle)).status).toBe('FINALIZADA')
  expect(await shared(long)).toEqual([])
  const end = (await campaigns.find(long)).finishesAt
  await campaigns.pass(1800, { step: 2 })
  expect(await campaigns.find(long)).toMatchObject({ status: 'FINALIZADA', sentCount: 60 })
  expect(Math.abs(Date.parse(end) - +(by('longa').at(-1)?.at ?? 0))).toBeLessThan(120_000)
  expect(campaigns.sent()).toHaveLength(91)
})

test('a campaign that is stopped, restarted or deleted gives its turns to the others, without a repetition', async () => {
  const ids = []
  for (const [index, name] of ['aa', 'bb', 'cc'].entries()) ids.push(await startWith(name, 20, index * 100))
  const [a, b, c] = ids as [number, number, number]
  await campaigns.pass(200, { step: 1 })
  for (const name of ['aa', 'bb', 'cc']) expect(by(name).length).toBeGreaterThanOrEqual(3)
  await campaigns.ana.post(`/campaigns/${b}/cancel`)
  await campaigns.ana.post(`/campaigns/${c}/cancel`)
  expect(await shared(a)).toEqual([])
  await campaigns.ana.delete(`/campaigns/${c}`)
  const stopped = [by('bb').length, by('cc').length]
  await campaigns.pass(120, { step: 1 })
  expect([by('bb').length, by('cc').length]).toEqual(stopped)
  await campaigns.ana.post(`/campaigns/${b}/restart`)
  const before = campaigns.sent().length
  await campaigns.pass(170, { step: 1 })
  const since = bodies().slice(before)
  expect(
    Math.abs(since.filter((body) => body === 'aa').length - since.filter((body) => body === 'bb').length),
  ).toBeLessThan(2)
  await campaigns.pass(900, { step: 1 })
  for (const id of [a, b]) expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 20 })
  expect(campaigns.sent()).toHaveLength(40 + by('cc').length)
  expectPace(campaigns.sent().slice(0, before))
})

test('confirmed recipients and requests for confirmation share the turns of another campaign', async () => {
  const asking = { confirmation: true, confirmationMessage1: 'posso?' }
  const b = await startWith('sim', 4, 100, asking)
  const a = await startWith('direta', 30, 0)
  await campaigns.pass(240, { step: 1 })
  expect([by('posso?').length, by('direta').length >= 4]).toEqual([4, true])
  // Who has nobody left to write to shares nothing.
  expect([await shared(a), await shared(b)]).toEqual([[], []])
  await campaigns.answer(100, 'sim')
  await campaigns.answer(101, 'sim')
  const before = campaigns.sent().length
  await campaigns.pass(140, { step: 1 })
  expect(by('sim')).toHaveLength(2)
  expect(
    bodies()
      .slice(before, before + 4)
      .toSorted(),
  ).toEqual(['direta', 'direta', 'sim', 'sim'])
})

test('numbers that must be checked first, and a provider that answers none of them, hold up nobody else', async () => {
  const { channel } = createFakeChannel()
  let isSilent = false
  let duringLookup: (() => Promise<string>) | undefined
  let invalidAsked = 0
  const checking = {
    ...channel,
    checkNumbers: async (numbers: readonly string[]) => {
      if (duringLookup) throw new ChannelError('refused', await duringLookup())
      if (isSilent) throw new Error('no answer')
      const isInvalid = numbers.some((number) => number >= campaigns.phoneOf(200))
      invalidAsked += Number(isInvalid)
      return numbers.map((value): Party | undefined =>
        isInvalid ? undefined : { addresses: [{ kind: 'phone', value }] },
      )
    },
  }
  campaigns.world.ports.connections = { ...campaigns.world.ports.connections, channel: () => checking }
  const checked = await startWith('verificada', 30, 0)
  const listId = await campaigns.addList(30, 100)
  campaigns.world.ctx(1).company.sqlite.run('UPDATE contact_list_item SET is_valid = NULL WHERE list_id = ?', [listId])
  const { id: unchecked } = await campaigns.start({ name: 'nova', message1: 'nova', contactListId: listId })
  await campaigns.pass(240, { step: 1 })
  expect(by('nova').length).toBeGreaterThanOrEqual(4)
  expect(Math.abs(by('nova').length - by('verificada').length)).toBeLessThanOrEqual(2)
  isSilent = true
  await campaigns.pass(240, { step: 1 })
  const before = by('verificada').length
  await campaigns.pass(240, { step: 1 })
  expect(by('verificada').length - before).toBeGreaterThanOrEqual(8)
  expect((await campaigns.find(checked)).waitReason).toBe('')
  duringLookup = async () => (await campaigns.ana.post(`/campaigns/${unchecked}/cancel`)).body.status
  await campaigns.pass(900, { step: 5 })
  expect(await campaigns.find(unchecked)).toMatchObject({ status: 'CANCELADA', waitReason: '' })
  duringLookup = undefined
  // Numbers without an account are not asked about in a row, as fast as the provider answers.
  isSilent = false
  const wrongId = await campaigns.addList(60, 200)
  campaigns.world.ctx(1).company.sqlite.run('UPDATE contact_list_item SET is_valid = NULL WHERE list_id = ?', [wrongId])
  await campaigns.start({ name: 'errada', message1: 'errada', contactListId: wrongId })
  await campaigns.pass(12, { step: 0.5 })
  expect(invalidAsked).toBeGreaterThan(4)
  expect(invalidAsked).toBeLessThan(9)
})

test('a campaign over the daily limit gives its turns to one that starts no conversations', async () => {
  await campaigns.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 3 })
  for (let person = 100; person < 108; person++) await campaigns.answer(person, 'oi')
  const strangers = await startWith('estranhos', 10, 0)
  const known = await startWith('conhecidos', 8, 100)
  await campaigns.pass(300, { step: 1 })
  expect([by('estranhos').length, by('conhecidos').length]).toEqual([3, 8])
  expect(await campaigns.find(strangers)).toMatchObject({ status: 'EM_ANDAMENTO', waitReason: 'budget' })
  expect((await campaigns.find(known)).status).toBe('FINALIZADA')
  campaigns.world.published.length = 0
  await campaigns.pass(1200, { step: 60 })
  expect(campaigns.world.published).toEqual([])
})
