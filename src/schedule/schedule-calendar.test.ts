import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addContact } from '../testing/conversation/tickets'
import { type Caller, createWorld, type World } from '../testing/world/world'
import { changePlans } from '../testing/world/change-plans'
import { calendarWeeks, listWeeks } from './schedule-calendar.contract'
import { scheduleTable } from './schedule.tables'

let world: World
let bruno: Caller
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
  bruno = await world.as(world.bruno)
  const rita = addContact(world.ctx(1), 'Rita Conceição')
  for (const [sendAt, body, contactId = 1] of [
    // São Paulo is UTC−3: the last minute of the 24th, the first and the last of the 25th.
    ['2026-11-25T02:59:00Z', 'noite de 24'],
    ['2026-11-25T03:00:00Z', 'zero hora'],
    ['2026-11-26T02:59:00Z', 'fim do dia'],
    ['2026-11-25T13:00:00Z', 'manhã', rita],
    ['2026-11-25T12:00:00Z', 'mais cedo'],
    ['2026-11-30T12:00:00Z', 'fim do mês'],
  ] as const) {
    expect((await bruno.post('/schedules', { body, sendAt, contactId })).status).toBe(200)
  }
})
afterAll(() => world.stop())

interface Day {
  day: string
  count: number
  schedules: { body: string }[]
}

const calendar = async (query: string, as = bruno) => {
  const { status, body } = await as.get(`/schedules/calendar?${query}`)
  expect(status).toBe(200)
  return (body.days as Day[]).map(({ day, count, schedules }) => [day, count, schedules.map((one) => one.body)])
}
const november = 'dateFrom=2026-11-01&dateTo=2026-11-30'

test('lists the first schedules of each day in the company’s time zone, and counts all', async () => {
  expect(await calendar(november)).toEqual([
    ['2026-11-24', 1, ['noite de 24']],
    ['2026-11-25', 4, ['zero hora', 'mais cedo', 'manhã']],
    ['2026-11-30', 1, ['fim do mês']],
  ])
  expect(await calendar('dateFrom=2026-11-25&dateTo=2026-11-25&perDay=200')).toEqual([
    ['2026-11-25', 4, ['zero hora', 'mais cedo', 'manhã', 'fim do dia']],
  ])
  expect(await calendar(`${november}&searchParam=conceicao`)).toEqual([['2026-11-25', 1, ['manhã']]])
  expect(await calendar(`${november}&searchParam=FIM`)).toEqual([
    ['2026-11-25', 1, ['fim do dia']],
    ['2026-11-30', 1, ['fim do mês']],
  ])
  expect(await calendar('')).toEqual(await calendar(november))
  expect((await bruno.get('/schedules/calendar')).body).toMatchObject({ dateFrom: '2026-11-01', dateTo: '2026-12-05' })
  expect(await calendar('dateFrom=2026-12-01&dateTo=2026-12-31')).toEqual([])
})

test('keeps sent schedules on their day', async () => {
  world.ctx(1).db.update(scheduleTable).set({ status: 'ENVIADA' }).run()
  expect(await calendar('dateFrom=2026-11-30&dateTo=2026-11-30')).toEqual([['2026-11-30', 1, ['fim do mês']]])
})

test('shows no schedules of others, and rejects a range that is too long', async () => {
  expect((await world.nobody.get(`/schedules/calendar?${november}`)).status).toBe(401)
  expect(await calendar(november, await world.as(world.gina))).toEqual([])
  expect((await bruno.get(`/schedules/calendar?${november}&companyId=2`)).body.error).toBe('ERR_NO_PERMISSION')
  for (const [query, field] of [
    ['dateFrom=2026-11-01', 'dateTo'],
    ['dateTo=2026-11-01', 'dateFrom'],
    ['dateFrom=2026-02-30&dateTo=2026-03-01', 'dateFrom'],
    ['dateFrom=2026-11-30&dateTo=2026-11-01', 'dateTo'],
    ['dateFrom=2026-01-01&dateTo=2026-12-31', 'dateTo'],
    [`${november}&perDay=0`, 'perDay'],
    [`${november}&perDay=200`, 'perDay'],
    [`${november}&perDay=x`, 'perDay'],
  ]) {
    const { status, body } = await bruno.get(`/schedules/calendar?${query}`)
    expect([query, status, Object.keys(body.fields)]).toEqual([query, 400, expect.arrayContaining([field])])
  }
})

test('rejects the calendar without schedules in the plan', async () => {
  const setPlan = (useSchedules: boolean) => {
    changePlans(world, { useSchedules })
  }
  setPlan(false)
  try {
    expect((await bruno.get(`/schedules/calendar?${november}`)).body.error).toBe('ERR_PLAN_LIMIT')
  } finally {
    setPlan(true)
  }
})

test('a month consists of whole weeks', () => {
  expect(calendarWeeks('2026-02')).toEqual({ dateFrom: '2026-02-01', dateTo: '2026-02-28' })
  expect(calendarWeeks('2026-05')).toEqual({ dateFrom: '2026-04-26', dateTo: '2026-06-06' })
  expect(listWeeks('2026-05').at(-1)?.at(-1)).toBe('2026-06-06')
  expect(calendarWeeks('2028-02')).toEqual({ dateFrom: '2028-01-30', dateTo: '2028-03-04' })
})
