import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { contactTable } from '../contact/contact.tables'
import { changeTags } from '../tag/tag-links'
import { createTalk, everyDay, type Talk } from '../testing/bot/bots'
import { addPlainTag, addRule, ruleBody } from '../testing/bot/rules'
import { findTicketRowOf, listMessageRows, setSetting } from '../testing/conversation/conversation'
import { setTicketPriority } from '../ticket/change/set-ticket-priority'
import { setTicketQueue } from '../ticket/assignment/set-ticket-queue'
import { transferTicket } from '../ticket/assignment/transfer-ticket'

type Condition = NonNullable<Parameters<typeof ruleBody>[0]>['conditions'] extends (infer One)[] | undefined
  ? One
  : never

let talk: Talk
let vip = 0
beforeEach(async () => {
  talk = await createTalk()
  talk.connect({ status: 'CONNECTED' })
  talk.write('Quero um sofá azul')
  talk.ctx(1).db.update(contactTable).set({ email: 'maria@loja.test' }).where(eq(contactTable.id, 1)).run()
  vip = addPlainTag(talk, 'VIP')
})
afterEach(() => talk.stop())

let asked = 0
/** Whether a rule with the conditions acts on a message. */
async function meets(conditions: Condition[], match: 'all' | 'any' = 'all', text = 'Quero um sofá azul') {
  const name = `Pergunta ${++asked}`
  const id = addRule(talk, { name, match, conditions, trigger: { kind: 'words' } })
  talk.write(text)
  await talk.runJobs(1)
  await (await talk.as(talk.ana)).delete(`/rules/${id}`)
  return listMessageRows(talk).some(({ body }) => body === name)
}
const both = async (condition: Condition) => [
  await meets([condition]),
  await meets([{ ...condition, operator: condition.operator === 'contains' ? 'containsNot' : 'isNot' }]),
]

test('status, queue, agent and priority, also none of them', async () => {
  expect(await both({ field: 'status', values: ['pending', 'open'] })).toEqual([true, false])
  expect(await both({ field: 'status', values: ['closed'] })).toEqual([false, true])
  expect(await both({ field: 'queue', ids: [0] })).toEqual([true, false])
  expect(await both({ field: 'user', ids: [0, 1] })).toEqual([true, false])
  setTicketQueue(talk.ctx(1), 1, 2)
  expect(await both({ field: 'queue', ids: [1, 2] })).toEqual([true, false])
  expect(await both({ field: 'queue', ids: [1, 0] })).toEqual([false, true])
  transferTicket(talk.ctx(1), 1, { queueId: 2, userId: talk.carla.id })
  expect(await both({ field: 'user', ids: [talk.carla.id] })).toEqual([true, false])
  expect(await both({ field: 'user', ids: [talk.bruno.id] })).toEqual([false, true])
  expect(await both({ field: 'priority', values: ['high', 'urgent'] })).toEqual([false, true])
  setTicketPriority(talk.ctx(1), 1, 'urgent')
  expect(await both({ field: 'priority', values: ['high', 'urgent'] })).toEqual([true, false])
})

test('tags, channel, connection and groups', async () => {
  expect(await both({ field: 'tag', ids: [vip] })).toEqual([false, true])
  expect(await both({ field: 'tag', ids: [0] })).toEqual([true, false])
  changeTags(talk.ctx(1), 1, { add: [vip], remove: [] })
  expect(await both({ field: 'tag', ids: [vip] })).toEqual([true, false])
  expect(await both({ field: 'tag', ids: [0] })).toEqual([false, true])
  expect(await both({ field: 'channel', values: ['whatsapp'] })).toEqual([true, false])
  expect(await both({ field: 'channel', values: ['instagram'] })).toEqual([false, true])
  expect(await both({ field: 'connection', ids: [1] })).toEqual([true, false])
  expect(await both({ field: 'connection', ids: [2] })).toEqual([false, true])
  expect(await both({ field: 'group' })).toEqual([false, true])
})

test('opening hours, weekday and time of day, in the company’s time zone', async () => {
  // It is Tuesday, 11:00 in São Paulo.
  expect(await both({ field: 'hours' })).toEqual([true, false])
  setSetting(talk, 'scheduleType', 'connection')
  talk.connect({ schedules: everyDay('12:00-18:00') })
  expect(await both({ field: 'hours' })).toEqual([false, true])
  talk.connect({ schedules: everyDay('08:00-18:00') })
  expect(await both({ field: 'hours' })).toEqual([true, false])
  expect(await both({ field: 'weekday', values: ['tuesday'] })).toEqual([true, false])
  expect(await both({ field: 'weekday', values: ['monday', 'wednesday'] })).toEqual([false, true])
  expect(await both({ field: 'time', from: '10:00', to: '11:00' })).toEqual([true, false])
  expect(await both({ field: 'time', from: '22:00', to: '10:59' })).toEqual([false, true])
})

test('texts of the message and the contact', async () => {
  expect(await both({ field: 'text', operator: 'contains', text: 'sofa\nmesa' })).toEqual([true, false])
  expect(await both({ field: 'text', operator: 'contains', text: 'sof' })).toEqual([false, true])
  const name = findTicketRowOf(talk) && 'Dona Maria'
  expect(await both({ field: 'name', operator: 'contains', text: 'MARIA' })).toEqual([true, false])
  expect(await both({ field: 'name', operator: 'is', text: `${name} ` })).toEqual([true, false])
  expect(await both({ field: 'name', operator: 'is', text: 'Maria' })).toEqual([false, true])
  expect(await meets([{ field: 'name', operator: 'startsWith', text: 'dona' }])).toBe(true)
  expect(await meets([{ field: 'name', operator: 'startsWith', text: 'maria' }])).toBe(false)
  expect(await meets([{ field: 'number', operator: 'startsWith', text: '5511' }])).toBe(true)
  expect(await both({ field: 'email', operator: 'contains', text: '@loja.test' })).toEqual([true, false])
})

test('all of them, or any', async () => {
  const [yes, no] = [
    { field: 'channel', values: ['whatsapp'] },
    { field: 'channel', values: ['facebook'] },
  ] as const
  const given = (...conditions: (typeof yes | typeof no)[]) =>
    conditions.map(({ field, values }) => ({ field, values: [...values] }))
  expect(await meets(given(yes, no))).toBe(false)
  expect(await meets(given(yes, yes))).toBe(true)
  expect(await meets(given(yes, no), 'any')).toBe(true)
  expect(await meets(given(no, no), 'any')).toBe(false)
  expect(await meets([], 'any')).toBe(true)
})

test('refuses what cannot be compared, naming the field', async () => {
  const ana = await talk.as(talk.ana)
  const fieldsOf = async (condition: Condition) => {
    const { conditions, ...body } = ruleBody()
    return (await ana.post('/rules', { ...body, conditions: [...conditions, condition] })).body.fields
  }
  expect(await fieldsOf({ field: 'queue' })).toEqual({ 'conditions.0.ids': 'required' })
  expect(await fieldsOf({ field: 'status', values: ['lost'] })).toEqual({ 'conditions.0.values': 'invalid' })
  expect(await fieldsOf({ field: 'text', operator: 'contains', text: ' ' })).toEqual({
    'conditions.0.text': 'required',
  })
  expect(await fieldsOf({ field: 'queue', operator: 'contains', ids: [1] })).toEqual({
    'conditions.0.operator': 'invalid',
  })
  expect(await fieldsOf({ field: 'time', from: '10:00' })).toEqual({ 'conditions.0.to': 'required' })
  expect(await fieldsOf({ field: 'time', from: '25:00', to: '10:00' })).toEqual({ 'conditions.0.from': 'time' })
  expect(await fieldsOf({ field: 'called', operator: 'is', text: 'x' })).toEqual({ 'conditions.0.path': 'required' })
})
