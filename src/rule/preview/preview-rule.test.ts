import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sendMessage } from '../../message/send/send-message'
import { changeTags } from '../../tag/tag-links'
import { createTalk, everyDay, type Talk } from '../../testing/bot/bots'
import { addPlainTag, addRule, ruleBody } from '../../testing/bot/rules'
import { listMessageRows, setSetting } from '../../testing/conversation/conversation'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { setTicketPriority } from '../../ticket/change/set-ticket-priority'
import { closeTicket } from '../../ticket/closing/close-ticket'

let talk: Talk
let vip = 0
beforeEach(async () => {
  talk = await createTalk()
  talk.connect({ status: 'CONNECTED', schedules: everyDay('08:00-18:00', '-', { sunday: '-' }) })
  setSetting(talk, 'scheduleType', 'connection')
  vip = addPlainTag(talk, 'VIP')
})
afterEach(() => talk.stop())

type Given = NonNullable<Parameters<typeof ruleBody>[0]>

/** A week of a shop: 12 customers, of whom some are answered, tagged, moved and resolved. */
async function liveAWeek() {
  const ana = () => talk.ctxAs(talk.ana)
  const hourMs = 3_600_000
  const monday = new Date('2026-03-16T14:00:00Z').getTime()
  const soon = async (minutes: number) => talk.jump(new Date(talk.now().getTime() + minutes * 60_000))
  /** Hour by hour, so that nothing of an hour runs late. */
  async function until(endMs: number) {
    for (let at = talk.now().getTime(); at < endMs;) {
      at = Math.min(endMs, (Math.floor(at / hourMs) + 1) * hourMs)
      await talk.jump(new Date(at))
      while ((await talk.runJobs(1)) > 0);
    }
  }
  for (let customer = 1; customer <= 12; customer++) {
    await until(monday + customer * 11 * hourMs)
    const phone = `55119777700${String(customer).padStart(2, '0')}`
    talk.write(customer % 2 ? 'Qual o preço?' : 'Bom dia', { phone })
    await soon(1)
    const ticketId = customer
    setTicketQueue(talk.ctx(1), ticketId, (customer % 3) + 1 > 2 ? 1 : (customer % 3) + 1)
    if (customer % 4 === 0) changeTags(talk.ctx(1), contactOf(ticketId), { add: [vip], remove: [] })
    await soon(1)
    if (customer % 3 === 0) setTicketPriority(ana(), ticketId, 'high')
    await soon(40)
    if (customer % 2 === 0) {
      acceptTicket(ana(), ticketId)
      await sendMessage(ana(), ticketId, { texts: ['Olá!'] })
    }
    await soon(5)
    if (customer % 4 === 0) changeTags(talk.ctx(1), contactOf(ticketId), { add: [], remove: [vip] })
    if (customer % 6 === 0) closeTicket(ana(), ticketId, { farewell: false })
    else if (customer % 2 === 0 && customer !== 10) talk.write('E o preço, afinal?', { phone })
    await soon(60)
  }
  await until(monday + 7 * 24 * hourMs - 60_000)
  while ((await talk.runJobs(1)) > 0);
}

const contactOf = (ticketId: number) =>
  talk
    .ctx(1)
    .company.sqlite.query<{ id: number }, [number]>('SELECT contact_id AS id FROM ticket WHERE id = ?')
    .get(ticketId)?.id ?? 0

const preview = async (given: Given) => (await (await talk.as(talk.ana)).post('/rules/preview', ruleBody(given))).body

const condition = (field: string, more: object) => ({ field, ...more }) as NonNullable<Given['conditions']>[number]

const cases: Record<string, () => Given> = {
  created: () => ({ trigger: { kind: 'created' } }),
  'created in a queue': () => ({
    trigger: { kind: 'created' },
    conditions: [condition('channel', { values: ['whatsapp'] })],
  }),
  'into a queue': () => ({ trigger: { kind: 'queue', queueIds: [2] } }),
  'into any queue, high': () => ({
    trigger: { kind: 'status', statuses: ['open', 'closed'] },
    conditions: [condition('priority', { values: ['high'] })],
  }),
  'tag added while pending': () => ({
    trigger: { kind: 'tagAdded', tagIds: [vip] },
    conditions: [condition('status', { values: ['pending'] })],
  }),
  'tag removed': () => ({ trigger: { kind: 'tagRemoved' }, conditions: [condition('queue', { ids: [1] })] }),
  'words within the opening hours': () => ({
    trigger: { kind: 'words', words: 'preço' },
    conditions: [condition('hours', {}), condition('tag', { operator: 'isNot', ids: [vip] })],
  }),
  'words outside them': () => ({
    trigger: { kind: 'words', words: 'preço' },
    conditions: [condition('hours', { operator: 'isNot' })],
  }),
  'not answered by us': () => ({ trigger: { kind: 'silence', silent: 'us', minutes: 30 } }),
  'not answered by the contact': () => ({ trigger: { kind: 'silence', silent: 'contact', minutes: 30 } }),
  'at an hour': () => ({
    trigger: { kind: 'hour', weekdays: ['tuesday', 'wednesday', 'friday'], time: '09:00' },
    conditions: [condition('status', { values: ['pending'] })],
  }),
}

test('says of a week what then happens in one', async () => {
  for (const [name, given] of Object.entries(cases)) {
    const isOn = { ...given(), name: `${name} on` }
    addRule(talk, isOn)
  }
  await liveAWeek()
  for (const [name, given] of Object.entries(cases)) {
    const ran = listMessageRows(talk).filter(({ body }) => body === `${name} on`)
    const { count, days, examples } = await preview(given())
    const ticketIds = (rows: readonly { ticketId: number }[]) =>
      rows.map(({ ticketId }) => ticketId).toSorted((a, b) => a - b)
    expect([name, count, ticketIds(examples)]).toEqual([name, ran.length, ticketIds(ran)])
    expect([name, ran.length > 0]).toEqual([name, true])
    expect(days.reduce((sum: number, day: { count: number }) => sum + day.count, 0)).toBe(count)
    expect(days).toHaveLength(8)
  }
})

test('changes nothing, knows nothing of calls, and nothing happened in an empty week', async () => {
  await liveAWeek()
  const before = talk.ctx(1).company.sqlite.query('SELECT count(*) AS n FROM event').get()
  expect((await preview({ trigger: { kind: 'created' } })).count).toBe(12)
  expect(talk.ctx(1).company.sqlite.query('SELECT count(*) AS n FROM event').get()).toEqual(before)
  expect(await preview({ trigger: { kind: 'webhook' } })).toMatchObject({ count: null, days: [], examples: [] })
  await talk.jump(new Date(talk.now().getTime() + 9 * 24 * 3_600_000))
  expect(await preview({ trigger: { kind: 'created' } })).toMatchObject({ count: 0, examples: [] })
  const { body } = await (await talk.as(talk.gina)).post('/rules/preview', ruleBody())
  expect(body.count).toBe(0)
})
