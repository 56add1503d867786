import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Account, Phone } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { ChannelError } from '../../channel/channel'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
let account: Account
let maria: Phone
beforeAll(async () => {
  world = await createWhatsAppWorld()
  account = await world.pair('5511900000001')
  maria = world.server.phone('5511988880001', { name: 'Dona Maria' })
  await maria.say(account, 'oi')
  await until(() => world.messages().some(({ body }) => body === 'oi'), 'the message')
})
afterAll(() => world.stop())

const contactOf = (number: string) =>
  world
    .ctx(1)
    .company.sqlite.query<{ id: number; active: number }, [string]>('SELECT id, active FROM contact WHERE number = ?')
    .get(number)
const jobsOf = (kind: string) => world.ctx(1).company.sqlite.query('SELECT id FROM job WHERE kind = ?').all(kind)
async function runProviderJobs() {
  while (jobsOf('contact.block').length > 0) await world.runJobs(1)
}

test('blocks a contact on the account, so that messages no longer arrive, until it is unblocked', async () => {
  const ana = await world.as(world.ana)
  const id = contactOf(maria.number)?.id
  await ana.put(`/contacts/block/${id}`, { active: false })
  await runProviderJobs()
  expect(account.blocked).toEqual([maria.lid])
  await maria.say(account, 'ouve?')
  await ana.put(`/contacts/block/${id}`, { active: true })
  await runProviderJobs()
  expect(account.blocked).toEqual([])
  await maria.say(account, 'voltei')
  await until(() => world.messages().some(({ body }) => body === 'voltei'), 'the later message')
  expect(world.messages().some(({ body }) => body === 'ouve?')).toBe(false)
})

test('sends only the last of several changes after a reconnection', async () => {
  const ana = await world.as(world.ana)
  const id = contactOf(maria.number)?.id
  const { ports } = world.platform
  const { channel } = ports.connections
  ports.connections = { ...ports.connections, channel: () => undefined }
  for (const active of [false, true, false]) await ana.put(`/contacts/block/${id}`, { active })
  await world.runJobs(1)
  expect([jobsOf('contact.block').length, account.blocked]).toEqual([1, []])
  ports.connections = { ...ports.connections, channel }
  world.setTime(new Date(world.platform.clock.now().getTime() + 61_000))
  await runProviderJobs()
  expect(account.blocked).toEqual([maria.lid])
  await ana.put(`/contacts/block/${id}`, { active: true })
  await runProviderJobs()
})

test('retries while the account does not answer, for a day, and not what it refuses', async () => {
  const ana = await world.as(world.ana)
  const id = contactOf(maria.number)?.id
  const { ports, clock } = world.platform
  const held = ports.connections
  const failing = (reason: ConstructorParameters<typeof ChannelError>[0]) =>
    Object.assign(ports, {
      connections: { ...held, channel: () => ({ setBlocked: () => Promise.reject(new ChannelError(reason, 'x')) }) },
    })
  const left = async (afterMs: number) => {
    world.setTime(new Date(clock.now().getTime() + afterMs))
    await world.runJobs(1)
    return jobsOf('contact.block').length
  }
  failing('uncertain')
  await ana.put(`/contacts/block/${id}`, { active: false })
  expect([await left(0), await left(61_000)]).toEqual([1, 1])
  failing('refused')
  expect(await left(61_000)).toBe(0)
  failing('offline')
  await ana.put(`/contacts/block/${id}`, { active: true })
  expect([await left(0), await left(86_340_000)]).toEqual([1, 0])
  ports.connections = held
})

test('imports the account’s blocks when it is paired', async () => {
  const again = world.server.phone('5511977770010', { name: 'Importuno' })
  const known = world.server.phone('5511977770011', { name: 'Freguesa' })
  for (const each of [again, known]) {
    await each.say(account, `oi de ${each.number}`)
    await until(() => contactOf(each.number)?.active === 1, 'the contact')
  }
  await account.unlink()
  await world.whenStatus('DISCONNECTED')
  await account.blockOnPhone(again, true)
  account = await world.pair('5511900000001')
  await readList()
  expect([contactOf(again.number)?.active, contactOf(known.number)?.active]).toEqual([0, 1])
  // Changes reported by the account are not sent back.
  expect(jobsOf('contact.block')).toEqual([])
})

test('the account’s list does not revert an unblock that was not sent yet', async () => {
  const id = contactOf('5511977770010')?.id
  const ana = await world.as(world.ana)
  await ana.put(`/contacts/block/${id}`, { active: true })
  world.ctx(1).company.sqlite.run("UPDATE job SET run_at = run_at + 3600000 WHERE kind = 'contact.block'")
  await world.connections.restart(1)
  await world.whenStatus('CONNECTED')
  await readList()
  expect(contactOf('5511977770010')?.active).toBe(1)
  world.ctx(1).company.sqlite.run("UPDATE job SET run_at = 0 WHERE kind = 'contact.block'")
  await runProviderJobs()
  expect(account.blocked).toEqual([])
})

async function readList() {
  await until(() => jobsOf('contact.readBlockList').length > 0, 'the reading')
  while (jobsOf('contact.readBlockList').length > 0) await world.runJobs(1)
}

test('a contact known by number only is blocked once the account knows the LID', async () => {
  const late = world.server.phone('5511977770012', { name: 'Número só' })
  const ana = await world.as(world.ana)
  await ana.post('/contacts', { name: 'Número só', number: late.number })
  await account.blockOnPhone(late, true)
  await account.whenDrained()
  expect(contactOf(late.number)?.active).toBe(1)
  await ana.get(`/contacts/checkNumber/${late.number}`)
  await until(() => jobsOf('contact.readBlockList').length > 0, 'the reading')
  world.setTime(new Date(world.platform.clock.now().getTime() + 61_000))
  await readList()
  expect(contactOf(late.number)?.active).toBe(0)
  await account.blockOnPhone(late, false)
})

test('a block on the phone blocks the contact, and is not sent back', async () => {
  await account.blockOnPhone(maria, true)
  await until(() => contactOf(maria.number)?.active === 0, 'the block')
  expect(jobsOf('contact.block')).toEqual([])
  await account.blockOnPhone(maria, false)
  await until(() => contactOf(maria.number)?.active === 1, 'the end of the block')
  // A person who is no contact does not become one.
  const stranger = world.server.phone('5511977770009')
  await account.blockOnPhone(stranger, true)
  await account.whenDrained()
  expect(contactOf(stranger.number)).toBeNull()
})
