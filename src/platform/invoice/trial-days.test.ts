import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'

let world: World
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-03-10T15:00:00Z') })
})
afterAll(() => world.stop())

test('a company that signs up gets the host’s trial days', async () => {
  const sofia = await world.as(world.sofia)
  await sofia.put('/settings/allowSignup', { value: 'enabled' })
  let made = 0
  const signUp = async () => {
    const number = ++made
    const own = { companyName: `Empresa ${number}`, email: `admin${number}@x.test`, phone: '+5511988887777', planId: 1 }
    return (await world.nobody.post('/auth/signup', { ...own, name: 'Nova Pessoa', password: 'dado-por-outra' })).body
      .company
  }
  expect((await signUp()).dueDate).toBe('2026-03-17')
  for (const value of ['0', '366', '-1', '1.5', 'dez', '']) {
    expect((await sofia.put('/settings/trialDays', { value })).body.fields).toEqual({ value: 'trialDays' })
  }
  expect((await sofia.put('/settings/trialDays', { value: '30' })).body.value).toBe('30')
  expect((await world.nobody.get('/public-settings/trialDays')).body.value).toBe('30')
  expect((await signUp()).dueDate).toBe('2026-04-09')
  for (const person of [world.ana, world.gina]) {
    expect((await (await world.as(person)).put('/settings/trialDays', { value: '90' })).status).toBe(403)
  }
})
