import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { stub } from '../../testing/stub'
import { createWorld, type World } from '../../testing/world/world'
import type { ConnectionControl } from '../../connection/running/connection-control'

let world: World
let channel: ReturnType<typeof createFakeChannel>
beforeEach(async () => {
  world = await createWorld()
  channel = createFakeChannel()
  const connections = { channel: (companyId: number) => (companyId === 1 ? channel.channel : undefined) }
  world.ctx(1).company.services.ports.connections = stub<ConnectionControl>(connections)
})
afterEach(() => world.stop())

test('reports a number without an account, and one that could not be looked up', async () => {
  const { get } = await world.as(world.bruno)
  const unknown = await get('/contacts/checkNumber/+55 11 90000-1111')
  expect([unknown.status, unknown.body.error]).toEqual([400, 'ERR_WAPP_INVALID_CONTACT'])
  expect(channel.calls).toEqual([{ name: 'checkNumbers', args: [['5511900001111']] }])
  channel.fail('offline')
  const offline = await get('/contacts/checkNumber/5511900001111')
  expect([offline.status, offline.body.error]).toEqual([400, 'ERR_WAPP_CHECK_CONTACT'])
})

test('fetches the picture by the address known to the connection; a hidden picture is empty', async () => {
  const { get } = await world.as(world.bruno)
  const answer = await get('/contacts/profile/551188880001')
  expect([answer.status, answer.body]).toEqual([200, { contactId: 1, profilePicUrl: '' }])
  expect(channel.calls).toEqual([{ name: 'fetchPicture', args: [{ kind: 'phone', value: '5511988880001' }] }])
  expect((await get('/contacts/profile/1')).body['contactId']).toBe(1)
})

test('another company does not use this connection', async () => {
  const { get } = await world.as(world.gina)
  expect((await get('/contacts/checkNumber/5511900001111')).body.error).toBe('ERR_WAPP_NOT_INITIALIZED')
  expect(channel.calls).toEqual([])
})
