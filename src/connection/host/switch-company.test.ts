import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
beforeEach(async () => {
  world = await createWhatsAppWorld()
})
afterEach(() => world.stop())

test('disabling a company closes its paired sessions; enabling it reconnects and receives missed messages', async () => {
  const account = await world.pair('5511900000002', {}, 2)
  const sofia = await world.as(world.sofia)
  const statusForHost = async () => (await sofia.get('/whatsapp/all/2')).body[0].status
  expect(await statusForHost()).toBe('CONNECTED')
  expect((await sofia.put('/companies/2', { status: false })).status).toBe(200)
  expect(world.connections.find(2, 1)).toBeUndefined()
  expect(await statusForHost()).toBe('DISCONNECTED')
  await world.server.phone('5511977776666', { name: 'Maria' }).say(account, 'enquanto fora')
  expect(world.messages(2)).toEqual([])
  expect((await sofia.put('/companies/2', { status: true })).status).toBe(200)
  await until(() => world.messages(2).length === 1, 'the message')
  await until(() => world.connections.find(2, 1)?.state.status === 'CONNECTED', 'the session')
})
