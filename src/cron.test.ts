import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startCron } from './cron'
import { createWorld, type World } from './testing/world/world'

let world: World
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-10T15:00:00Z') })
})
afterEach(() => world.stop())

test('a start makes up for invoices missed at night, once', async () => {
  world.platform.catalog.sqlite.run("UPDATE company SET due_date = '2026-03-20' WHERE id = 2")
  for (let starts = 0; starts < 2; starts++) startCron(world.platform).stop()
  const gina = await world.as(world.gina)
  const { body } = await gina.get('/invoices')
  expect(body.invoices.map(({ dueDate }: { dueDate: string }) => dueDate)).toEqual(['2026-03-20'])
})

test('a failing schedule is logged and stops no other', () => {
  world.platform.catalog.sqlite.run('ALTER TABLE invoice RENAME TO gone')
  const said: string[] = []
  const cron = startCron({ ...world.platform, log: { ...world.platform.log, error: (text) => void said.push(text) } })
  cron.stop()
  expect(said).toEqual(['Recurring work failed: make the invoices'])
})
