import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { dot } from '../../testing/media/dot'
import { effectsOf } from '../../testing/world/side-effects'
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

test('replaces the stored picture, and publishes only a change', async () => {
  const { get } = await world.as(world.bruno)
  let picture: Uint8Array | undefined = dot
  channel.channel.fetchPicture = async () => picture
  const media = () => world.ctx(1).company.sqlite.query('SELECT key FROM media').values()
  const renew = async () => {
    const { answer, events } = await effectsOf(world, () => get('/contacts/profile/1'))
    return { url: answer.body['profilePicUrl'], events }
  }
  const updated = { 'contact.updated': 1 }
  const first = await renew()
  expect([first.url.length > 0, first.events, media().length]).toEqual([true, updated, 1])
  const second = await renew()
  expect([second.url === first.url, second.events, media().length]).toEqual([false, updated, 1])
  picture = undefined
  expect([await renew(), media()]).toEqual([{ url: '', events: updated }, []])
  expect(await renew()).toEqual({ url: '', events: 'none' })
})

test('asks the connection that the contact wrote to, and no provider about one without an address', async () => {
  const { get } = await world.as(world.bruno)
  world.ctx(1).company.sqlite.run("UPDATE contact SET number = ''")
  world.ctx(1).company.sqlite.run('DELETE FROM contact_identity')
  expect((await get('/contacts/profile/1')).body.error).toBe('ERR_WAPP_INVALID_CONTACT')
  expect(channel.calls).toEqual([])
})

test('another company does not use this connection', async () => {
  const { get } = await world.as(world.gina)
  expect((await get('/contacts/checkNumber/5511900001111')).body.error).toBe('ERR_WAPP_NOT_INITIALIZED')
  expect(channel.calls).toEqual([])
})
