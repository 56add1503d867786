import { afterEach, expect, test } from 'bun:test'
import { lastEventNumber } from '../../kernel/event/event-log'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'

let world: ServedWorld
afterEach(() => world.stop())

test('whose page was rendered before a change of the plan and connects after it hears of it', async () => {
  world = await createServedWorld()
  world.noBystander()
  const sofia = await world.as(world.sofia)
  const rendered = lastEventNumber(world.ctx(1))
  expect((await sofia.put('/plans/1', { useFacebook: false })).status).toBe(200)
  const { live } = await world.live(world.ana, rendered)
  await live.next(({ event, data }) => event === 'company-1-subscription' && data?.['action'] === 'update')
  expect((await (await world.as(world.ana)).get('/auth/me')).body.user.plan.useFacebook).toBe(false)
})
