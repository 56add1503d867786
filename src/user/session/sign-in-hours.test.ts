import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { password, type Person } from '../../testing/world/people'
import { createWorld } from '../../testing/world/world'
import { userTable } from '../user.tables'

test('rejects a correct password outside of the user’s hours in the company’s time zone', async () => {
  const world = await createWorld({ environment: { LOG_LEVEL: 'silent' } })
  async function login({ email }: Person, secret: string) {
    const { status, body } = await world.nobody.post('/auth/login', { email, password: secret })
    return { status, error: body['error'] }
  }
  const hours = (person: Person, startWork: string, endWork: string) =>
    world.ctx(1).db.update(userTable).set({ startWork, endWork }).where(eq(userTable.id, person.id)).run()
  const at = (utc: string) => world.setTime(new Date(`2026-03-10T${utc}:00Z`))
  hours(world.bruno, '08:00', '18:00')
  for (const [utc, status] of [
    ['10:59', 401],
    ['11:00', 200],
    ['20:59', 200],
    ['21:01', 401],
  ] as const) {
    at(utc)
    expect([utc, (await login(world.bruno, password)).status]).toEqual([utc, status])
  }
  expect(await login(world.bruno, password)).toMatchObject({ status: 401, error: 'ERR_OUT_OF_HOURS' })
  expect(await login(world.bruno, 'errada')).toMatchObject({ error: 'ERR_INVALID_CREDENTIALS' })
  hours(world.bruno, '22:00', '06:00')
  for (const [utc, status] of [
    ['02:30', 200],
    ['08:30', 200],
    ['12:00', 401],
  ] as const) {
    at(utc)
    expect([utc, (await login(world.bruno, password)).status]).toEqual([utc, status])
  }
  for (const person of [world.ana, world.sofia]) {
    hours(person, '08:00', '08:01')
    expect((await login(person, password)).status).toBe(200)
  }
  world.stop()
})
