import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

test('finds the contact with or without the ninth digit, and creates a new one once', async () => {
  const bruno = await world.as(world.bruno)
  const ask = async (number: string) => (await bruno.post('/contacts/by-number', { number })).body
  const { id } = await ask('5511988880001')
  expect((await ask('+55 (11) 8888-0001')).id).toBe(id)
  const made = await ask('5511977776666')
  expect(made).toMatchObject({ name: '5511977776666', number: '5511977776666' })
  expect((await ask('5511977776666')).id).toBe(made.id)
  expect((await bruno.post('/contacts/by-number', { number: '12' })).body).toMatchObject({
    fields: { number: 'phone' },
  })
  expect((await world.nobody.post('/contacts/by-number', { number: '5511977776666' })).status).toBe(401)
})
