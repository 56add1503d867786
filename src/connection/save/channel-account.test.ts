import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import type { Refusal } from '../../kernel/errors'
import { accountName } from '../../platform/names/names'
import type { Person } from '../../testing/world/people'
import { createWorld, type World } from '../../testing/world/world'
import { ConnectionBody } from '../connection.contract'
import { deleteConnection } from './delete-connection'
import { createConnection } from './save-connection'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const bodyOf = (name: string, channel = 'facebook') => v.parse(ConnectionBody, { name, channel })
const create = (person: Person, name: string, accountId?: string, channel?: string) =>
  createConnection(world.platform, world.ctxAs(person), bodyOf(name, channel), { accountId })
const holder = (accountId: string, channel = 'facebook') =>
  world.platform.names.accounts.find(accountName(channel, accountId))
const stored = (companyId: number) =>
  world
    .ctx(companyId)
    .company.sqlite.query<{ id: number; account_id: string }, []>('SELECT id, account_id FROM connection ORDER BY id')
    .all()

async function refusalOf(run: () => Promise<unknown>) {
  try {
    await run()
    return 'nothing was refused'
  } catch (error) {
    const { code, details } = error as Refusal
    return [code, details?.fields]
  }
}

test('finds a connection by its account only', async () => {
  const id = await create(world.ana, 'Página', '104')
  expect(await holder('104')).toEqual({ companyId: 1, recordId: id })
  expect(await holder('104', 'instagram')).toBeUndefined()
  expect(await holder('10')).toBeUndefined()
  expect(stored(1)).toEqual([
    { id: 1, account_id: '' },
    { id, account_id: '104' },
  ])
})

test('an account belongs to one connection of the platform; a second one changes nothing', async () => {
  const id = await create(world.ana, 'Página', '104')
  expect(await refusalOf(() => create(world.gina, 'A mesma', '104'))).toEqual([
    'ERR_INVALID_INPUT',
    { accountId: 'taken' },
  ])
  expect(await refusalOf(() => create(world.ana, 'A mesma', '104'))).toEqual([
    'ERR_INVALID_INPUT',
    { accountId: 'taken' },
  ])
  expect([stored(1).length, stored(2).length]).toEqual([2, 1])
  expect(await holder('104')).toEqual({ companyId: 1, recordId: id })
  // Accounts are unique per channel.
  expect(await create(world.gina, 'Insta', '104', 'instagram')).toBe(2)
  expect(await holder('104', 'instagram')).toEqual({ companyId: 2, recordId: 2 })
})

test('only managers of connections add accounts, and only on webhook channels', async () => {
  const link = (person: Person, accountId: string, channel?: string) =>
    refusalOf(() => create(person, 'Página', accountId, channel))
  expect(await link(world.bruno, '104')).toEqual(['ERR_NO_PERMISSION', undefined])
  expect(await link(world.ana, '104', 'whatsapp')).toEqual(['ERR_CHANNEL_CANNOT', undefined])
  expect(await link(world.ana, '')).toEqual(['ERR_INVALID_INPUT', { accountId: 'required' }])
  expect(await link(world.ana, 'x'.repeat(201))).toEqual(['ERR_INVALID_INPUT', { accountId: 'tooLong' }])
  expect(await holder('104')).toBeUndefined()
})

test('a failed company transaction keeps the account’s previous owner', async () => {
  const id = await create(world.ana, 'Página', '104')
  const { sqlite } = world.ctx(1).company
  sqlite.run(`CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  await expect(create(world.ana, 'Outra', '106')).rejects.toThrow('the disk is full')
  const deletion = deleteConnection(world.platform, world.ctxAs(world.ana), id)
  await expect(deletion).rejects.toThrow('the disk is full')
  sqlite.run('DROP TRIGGER full')
  expect([await holder('104'), await holder('106')]).toEqual([{ companyId: 1, recordId: id }, undefined])
})

test('deleting a connection or company releases its accounts', async () => {
  const id = await create(world.ana, 'Página', '104')
  await create(world.gina, 'Página', '204')
  await deleteConnection(world.platform, world.ctxAs(world.ana), id)
  expect(await holder('104')).toBeUndefined()
  const { status } = await (await world.as(world.sofia)).delete('/companies/2')
  expect(status).toBe(200)
  expect(await holder('204')).toBeUndefined()
})

test('rebuilds the index from the company’s file', async () => {
  const id = await create(world.ana, 'Página', '104')
  await create(world.gina, 'Página', '204')
  const { sqlite } = world.platform.catalog
  sqlite.run("UPDATE channel_account SET account_id = '999' WHERE account_id = '104'")
  sqlite.run("DELETE FROM channel_account WHERE account_id = '204'")
  world.platform.files.closeAll()
  world.ctx(1)
  world.ctx(2)
  expect([await holder('104'), await holder('999'), await holder('204')]).toEqual([
    { companyId: 1, recordId: id },
    undefined,
    { companyId: 2, recordId: 2 },
  ])
})

test('a restored file does not take an account that another company now has', async () => {
  await create(world.ana, 'Página', '104')
  const own = await createConnection(world.platform, world.ctxAs(world.ana), bodyOf('Outra'), { accountId: '105' })
  world.platform.catalog.sqlite.run(
    "UPDATE channel_account SET company_id = 2, connection_id = 1 WHERE account_id = '104'",
  )
  world.platform.files.closeAll()
  world.ctx(1)
  expect([await holder('104'), await holder('105')]).toEqual([
    { companyId: 2, recordId: 1 },
    { companyId: 1, recordId: own },
  ])
})
