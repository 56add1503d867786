import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { nationalHolidays } from './national-holidays'
import { getHolidays } from './holiday.record'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
beforeEach(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterEach(() => world.stop())

const days = (company: 1 | 2 = 1) => [...getHolidays(world.ctx(company))]

test('a day is a holiday once, and the hours follow each change', async () => {
  const made = await ana.post('/holidays', { day: '2026-07-09', name: 'Revolução Constitucionalista' })
  expect([made.status, days(), days(2)]).toEqual([200, ['2026-07-09'], []])
  const twice = await ana.post('/holidays', { day: '2026-07-09', name: 'Outro' })
  expect([twice.status, twice.body.fields]).toEqual([400, { day: 'taken' }])
  await ana.post('/holidays', { day: '2026-12-24', name: 'Véspera' })
  const moved = await ana.put(`/holidays/${made.body.id}`, { day: '2026-12-24' })
  expect(moved.body.fields).toEqual({ day: 'taken' })
  expect((await ana.put(`/holidays/${made.body.id}`, { day: '2026-07-09', name: 'Feriado estadual' })).status).toBe(200)
  await ana.put(`/holidays/${made.body.id}`, { day: '2026-07-10' })
  expect(days().toSorted()).toEqual(['2026-07-10', '2026-12-24'])
  await ana.delete(`/holidays/${made.body.id}`)
  expect(days()).toEqual(['2026-12-24'])
  for (const day of ['', '2026-02-30', 'x'])
    expect((await ana.post('/holidays', { day, name: 'X y' })).status).toBe(400)
})

test('the national ones of a year are added once, beside those that exist', async () => {
  await ana.post('/holidays', { day: '2026-11-20', name: 'Zumbi' })
  await gina.post('/holidays', { day: '2026-01-01', name: 'Ano-novo' })
  expect((await ana.post('/holidays/national', { year: 2026, optional: false })).body).toEqual({ added: 9 })
  expect((await ana.post('/holidays/national', { year: 2026, optional: false })).body).toEqual({ added: 0 })
  expect((await ana.post('/holidays/national', { year: 2026, optional: true })).body).toEqual({ added: 3 })
  const listed = (await ana.get('/holidays?pageNumber=1')).body.records ?? (await ana.get('/holidays')).body
  expect(JSON.stringify(listed)).toContain('Zumbi')
  expect(days(2)).toEqual(['2026-01-01'])
  expect((await ana.post('/holidays/national', { year: 1, optional: false })).body.fields).toEqual({ year: 'tooSmall' })
  expect((await bruno.post('/holidays/national', { year: 2027, optional: false })).status).toBe(403)
})

test('knows Brazil’s holidays as the government lists them', () => {
  const list = (year: number) => nationalHolidays(year, { optional: true }).map(({ day }) => day.slice(5))
  // Optional days that are no holiday anywhere, such as Ash Wednesday, are left out.
  expect(list(2025)).toEqual([
    ...[
      '01-01',
      '03-03',
      '03-04',
      '04-18',
      '04-21',
      '05-01',
      '06-19',
      '09-07',
      '10-12',
      '11-02',
      '11-15',
      '11-20',
      '12-25',
    ],
  ])
  expect(list(2026)).toEqual([
    ...[
      '01-01',
      '02-16',
      '02-17',
      '04-03',
      '04-21',
      '05-01',
      '06-04',
      '09-07',
      '10-12',
      '11-02',
      '11-15',
      '11-20',
      '12-25',
    ],
  ])
  expect(list(2023)).not.toContain('11-20')
  expect(list(2038)).toContain('04-23')
  expect(list(2019)).toContain('04-19')
})
