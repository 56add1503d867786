import { afterEach, beforeEach, expect, test } from 'bun:test'
import { password } from '../../testing/world/people'
import { createWorld, type World } from '../../testing/world/world'

const start = new Date('2026-03-10T15:00:00Z')
const dayMs = 86_400_000
let world: World
beforeEach(async () => {
  world = await createWorld({ now: start })
})
afterEach(() => world.stop())

const onDay = (day: number) => world.setTime(new Date(start.getTime() + day * dayMs))
const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

async function enter(email: string) {
  let cookie = cookieOf((await world.nobody.post('/auth/login', { email, password })).headers)
  return async () => {
    const answer = await world.nobody.call('POST', '/auth/refresh_token', undefined, { cookie })
    if (answer.status === 200) cookie = cookieOf(answer.headers)
    return answer.status
  }
}

test('a session ends after 30 days without use', async () => {
  const [used, unused] = [await enter(world.bruno.email), await enter(world.ana.email)]
  onDay(29)
  expect(await used()).toBe(200)
  onDay(31)
  expect([await used(), await unused()]).toEqual([200, 401])
})

test('a session ends 90 days after signing in, however often it is used', async () => {
  const early = await enter(world.bruno.email)
  onDay(60)
  const late = await enter(world.ana.email)
  onDay(25)
  for (const day of [25, 50, 75, 89]) {
    onDay(day)
    expect([day, await early()]).toEqual([day, 200])
  }
  expect(await late()).toBe(200)
  onDay(91)
  expect([await early(), await late()]).toEqual([401, 200])
})
