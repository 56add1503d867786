import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { password } from '../../testing/world/people'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { addTicket } from '../../testing/conversation/tickets'
import { createWorld, type World } from '../../testing/world/world'
import { startJobLoop } from '../job/job-loop'
import { enqueueJob, type JobHandlers } from '../job/jobs'
import { stub } from '../../testing/stub'

let world: World
beforeEach(async () => {
  world = await createWorld({ environment: { LOG_LEVEL: 'silent' } })
})
afterEach(() => world.stop())

const pathOf = (companyId: number) => join(world.platform.files.folderOf(companyId), 'company.sqlite')

function damage(companyId: number, table: string) {
  world.platform.files.closeAll()
  const db = new Database(pathOf(companyId))
  const page = db
    .query<{ page: number }, [string]>('SELECT rootpage AS page FROM sqlite_schema WHERE name = ?')
    .get(table)
  const size = db.query<{ page_size: number }, []>('PRAGMA page_size').get()?.page_size ?? 0
  db.close()
  const file = openSync(pathOf(companyId), 'r+')
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, ((page?.page ?? 0) - 1) * size)
  closeSync(file)
}

function fillDisk(companyId: number) {
  const { sqlite } = world.ctx(companyId).company
  const { page_count: pages = 0 } = sqlite.query<{ page_count: number }, []>('PRAGMA page_count').get() ?? {}
  sqlite.run(`PRAGMA max_page_count = ${pages}`)
  return () => sqlite.run('PRAGMA max_page_count = 1000000')
}

test('users of a company with a damaged file get an error, and other companies continue', async () => {
  const [ana, gina] = [await world.as(world.ana), await world.as(world.gina)]
  world.platform.files.closeAll()
  writeFileSync(pathOf(1), 'nothing of it is left')
  const expected = { status: 503, error: 'ERR_COMPANY_DAMAGED' }
  for (const answer of [
    await ana.get('/tickets'),
    await ana.post('/tags', { name: 'VIP', color: '#112233' }),
    await world.nobody.post('/auth/login', { email: world.bruno.email, password }),
  ])
    expect({ status: answer.status, error: answer.body.error }).toEqual(expected)
  expect((await gina.get('/tickets')).status).toBe(200)
  expect((await gina.post('/tags', { name: 'VIP', color: '#112233' })).status).toBe(200)
  expect((await world.nobody.post('/auth/login', { email: world.hugo.email, password })).status).toBe(200)
})

test('damage in one table affects only what reads it', async () => {
  const [ana, gina] = [await world.as(world.ana), await world.as(world.gina)]
  damage(1, 'tag')
  const answer = await ana.get('/tags')
  expect([answer.status, answer.body.error]).toEqual([503, 'ERR_COMPANY_DAMAGED'])
  expect((await ana.get('/queue')).status).toBe(200)
  expect((await gina.get('/tags')).status).toBe(200)
})

test('jobs of other companies run while one company is damaged', async () => {
  const done = Promise.withResolvers<number>()
  const work = { attemptsMax: 3, run: (ctx: { company: { id: number } }) => done.resolve(ctx.company.id) }
  for (const companyId of [1, 2]) {
    const ctx = world.ctx(companyId)
    ctx.transaction(() => enqueueJob(ctx, 'test.storage' as never, {} as never))
  }
  world.platform.files.closeAll()
  writeFileSync(pathOf(1), 'nothing of it is left')
  const { files, catalog, log } = world.platform
  const handlers = stub<JobHandlers>({ ['test.storage' as never]: work })
  const loop = startJobLoop({ files, hints: catalog.jobHints, handlers, log })
  expect(await done.promise).toBe(2)
  await loop.stop()
})

test('a full disk refuses writes with an error and stores nothing; with free space everything works again', async () => {
  const ticket = addTicket(world.ctx(1), { status: 'open', userId: 1 })
  const [ana, gina] = [await world.as(world.ana), await world.as(world.gina)]
  const say = (body: string) => ana.post(`/messages/${ticket.id}`, { body })
  expect((await say('antes')).status).toBe(200)
  const hasSpaceAgain = fillDisk(1)
  const long = 'x'.repeat(60_000)
  const { answer, ...effects } = await effectsOf(world, () => say(long))
  expect([answer.status, answer.body.error, effects]).toEqual([507, 'ERR_STORAGE_FULL', noEffects])
  expect((await ana.get(`/messages/${ticket.id}`)).body.messages).toHaveLength(1)
  expect((await gina.post('/tags', { name: 'VIP', color: '#112233' })).status).toBe(200)
  hasSpaceAgain()
  expect((await say(long)).status).toBe(200)
  expect((await ana.get(`/messages/${ticket.id}`)).body.messages).toHaveLength(2)
  expect(world.ctx(1).company.sqlite.query('PRAGMA integrity_check').values()).toEqual([['ok']])
})
