import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addConnection, giveTokens, readConnection } from '../../testing/conversation/connections'
import { addContact, addTicket } from '../../testing/conversation/tickets'
import { backUp } from '../../testing/restore/backup'
import { password } from '../../testing/world/people'
import { createWorld, type World } from '../../testing/world/world'
import { listReplacedFolders, sweepReplacedFolders } from '../../kernel/company/folder-swap'
import { lastEventNumber } from '../../kernel/event/event-log'
import { contactTable } from '../../contact/contact.tables'
import { isSuppressed } from '../../suppression/suppression.record'
import { installRestored } from './install-restored'
import { UnusableCopy } from './stage-files'

let world: World
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-11-22T12:00:00Z') })
})
afterEach(() => world.stop())

const stateOf = new Date('2026-11-21T17:05:00Z')
const install = (folder: string, mode: 'beside' | 'replace', more: object = {}) =>
  installRestored(world.platform, { companyId: 1, folder, mode, stateOf, ...more })
const names = () =>
  world
    .ctx(1)
    .db.select()
    .from(contactTable)
    .all()
    .map(({ name }) => name)
const signIn = (email: string, text = password) => world.nobody.post('/auth/login', { email, password: text })

test('replaces a company by its earlier state, and keeps what it was for a week', async () => {
  addContact(world.ctx(1), 'Antes')
  const before = names()
  const folder = backUp(world, 1)
  addContact(world.ctx(1), 'Depois')
  const last = lastEventNumber(world.ctx(1))
  const { kept, ...result } = await install(folder, 'replace')
  expect(result).toEqual({ companyId: 1, name: 'Acme', held: [], missingFiles: 0, isDryRun: false })
  expect(names()).toEqual(before)
  expect(lastEventNumber(world.ctx(1))).toBeGreaterThan(last + 500_000)
  expect(addContact(world.ctx(1), 'Neu')).toBeGreaterThan(before.length + 1)
  expect(listReplacedFolders(world.dataDir)).toEqual([
    { companyId: 1, folder: kept ?? '', replacedAt: new Date('2026-11-22T12:00:00Z') },
  ])
  expect(readdirSync(join(world.dataDir, 'companies')).toSorted()).toEqual(['1', '1.replaced-20261122T120000', '2'])
  const undone = await install(kept ?? '', 'replace', { stateOf: null })
  expect(undone.kept).not.toBe(kept)
  expect(names()).toContain('Depois')
  sweepReplacedFolders(world.dataDir, new Date('2026-11-29T11:00:00Z'))
  expect(listReplacedFolders(world.dataDir)).toHaveLength(2)
  sweepReplacedFolders(world.dataDir, new Date('2026-11-29T13:00:00Z'))
  expect(listReplacedFolders(world.dataDir)).toEqual([])
})

test('whoever was erased since is erased again, and stays left alone by campaigns', async () => {
  const ana = await world.as(world.ana)
  const rita = addContact(world.ctx(1), 'Rita', '5511977770005')
  expect((await ana.post('/suppressions', { name: '', number: '5511977770005' })).status).toBe(200)
  const folder = backUp(world, 1)
  expect((await ana.post(`/contacts/${rita}/erase`, { name: 'Rita' })).status).toBe(200)
  await world.runJobs(1)
  await install(folder, 'replace')
  expect(names()).toContain('Rita')
  await world.runJobs(1)
  expect(names()).toEqual(['Dona Maria'])
  expect(isSuppressed(world.ctx(1), '5511977770005')).toBe(true)
})

test("today's people, passwords, tokens and blocked contacts win", async () => {
  const sofia = await world.as(world.sofia)
  const ana = await world.as(world.ana)
  const maria = addContact(world.ctx(1), 'Maria', '5511977770001')
  const bystander = addContact(world.ctx(1), 'Joana', '5511977770002')
  const token = 'token-de-antes-0123456789'
  world.noBystander()
  giveTokens(world, { 1: token, 2: 'token-da-globex-0123456789' })
  const folder = backUp(world, 1)
  const block = (id: number) =>
    world.ctx(1).db.update(contactTable).set({ active: false }).where(eq(contactTable.id, id)).run()
  block(maria)
  block(addContact(world.ctx(1), 'Nova', '5511977770003'))
  expect((await ana.post('/suppressions', { name: 'Sem anúncios', number: '5511977770009' })).status).toBe(200)
  giveTokens(world, { 1: 'token-de-hoje-0123456789', 2: 'token-da-globex-0123456789' })
  expect((await ana.put('/users/2', { email: 'bruno.novo@acme.test', password: 'outra-senha' })).status).toBe(200)
  expect((await ana.delete('/users/3')).status).toBe(200)
  const created = await ana.post('/users', {
    name: 'Davi',
    email: 'davi@acme.test',
    password,
    profile: 'user',
    queueIds: [1],
  })
  expect(created.status).toBe(200)
  await install(folder, 'replace')
  const answers: unknown[] = []
  for (const [email, text] of [
    ['bruno@acme.test', password],
    ['bruno.novo@acme.test', password],
    ['bruno.novo@acme.test', 'outra-senha'],
    ['carla@acme.test', password],
    ['davi@acme.test', password],
    ['ana@acme.test', password],
    ['gina@globex.test', password],
  ] as const) {
    const { status, body } = await signIn(email, text)
    answers.push(status === 200 ? body.user.companyId : body.error)
  }
  const wrong = 'ERR_INVALID_CREDENTIALS'
  const change = 'ERR_PASSWORD_CHANGE_REQUIRED'
  expect(answers).toEqual([wrong, wrong, change, wrong, change, 1, 2])
  const api = (bearer: string) =>
    world.app.handle(
      new Request('http://x/api/messages/send', { method: 'POST', headers: { authorization: `Bearer ${bearer}` } }),
    )
  expect([(await api(token)).status, (await api('token-de-hoje-0123456789')).status]).toEqual([403, 400])
  const active = Object.fromEntries(
    world
      .ctx(1)
      .db.select()
      .from(contactTable)
      .all()
      .map((row) => [row.name, row.active]),
  )
  expect(active).toMatchObject({ Maria: false, Joana: true, Nova: false })
  expect(bystander).toBeGreaterThan(0)
  expect((await (await world.as(world.ana)).get('/suppressions')).body.records).toHaveLength(1)
  expect((await sofia.get('/companies/1')).status).toBe(200)
})

test('opens an earlier state beside the company, muted, to which nobody signs in', async () => {
  world.noBystander()
  addContact(world.ctx(1), 'Antes')
  const folder = backUp(world, 1)
  addContact(world.ctx(1), 'Depois')
  const { companyId, name } = await install(folder, 'beside')
  expect(name).toBe('Acme (2026-11-21 14:05)')
  const sofia = await world.as(world.sofia)
  expect((await sofia.get(`/companies/${companyId}`)).body).toMatchObject({
    muted: true,
    copyOf: 1,
    planId: 1,
    email: '',
  })
  expect((await sofia.get(`/whatsapp/all/${companyId}`)).body.length).toBe(
    (await sofia.get('/whatsapp/all/1')).body.length,
  )
  expect((await signIn('ana@acme.test')).body.user.companyId).toBe(1)
  const contacts = (id: number) =>
    world
      .ctx(id)
      .db.select()
      .from(contactTable)
      .all()
      .map((row) => row.name)
  expect([contacts(companyId).includes('Depois'), contacts(1).includes('Depois')]).toEqual([false, true])
  const again = await install(folder, 'beside')
  expect(again.name).toBe('Acme (2026-11-21 14:05) 2')
  rmSync(world.platform.files.folderOf(again.companyId), { recursive: true })
})

test('what cannot be used is said in a sentence, and nothing changes', async () => {
  const folder = backUp(world, 1)
  const other = backUp(world, 2)
  const refusal = (from: string) =>
    install(from, 'replace').then(
      () => '',
      (error) => [error instanceof UnusableCopy, error.message],
    )
  expect(await refusal(join(folder, 'none'))).toEqual([true, `${join(folder, 'none')} holds no company.sqlite.`])
  expect(await refusal(other)).toEqual([true, expect.stringContaining('This file belongs to company 2, not 1')])
  writeFileSync(join(other, 'company.sqlite'), 'no database at all, but a text of some length')
  expect(await refusal(other)).toEqual([true, expect.stringContaining('cannot be used')])
  const controller = new AbortController()
  controller.abort(new Error('ended'))
  expect(await install(folder, 'replace', { signal: controller.signal }).then(() => '', String)).toBe('Error: ended')
  expect(await install(folder, 'replace', { dryRun: true })).toMatchObject({ isDryRun: true, held: [] })
  expect(readdirSync(join(world.dataDir, 'companies')).toSorted()).toEqual(['1', '2'])
  expect(existsSync(world.platform.files.folderOf(1))).toBe(true)
  addTicket(world.ctx(1))
})

test.each(['lost', 'damaged'])(
  'a %s company comes back with the e-mails and tokens that the catalog knows',
  async (how) => {
    const ana = await world.as(world.ana)
    const folder = backUp(world, 1)
    await ana.put('/users/2', { email: 'bruno.novo@acme.test' })
    await ana.delete('/users/3')
    addConnection(world, { name: 'Nova' })
    world.platform.files.close(1)
    const file = join(world.platform.files.folderOf(1), 'company.sqlite')
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    if (how === 'damaged') writeFileSync(file, 'SQLite format 3\0, and then nothing that SQLite knows'.repeat(200))
    await install(folder, 'replace')
    const status = async (email: string) => (await signIn(email)).status
    expect([
      await status('bruno@acme.test'),
      await status('bruno.novo@acme.test'),
      await status('carla@acme.test'),
    ]).toEqual([401, 200, 401])
    expect(readConnection(world, 1)).toBeDefined()
  },
)
