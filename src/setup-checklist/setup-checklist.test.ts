import { afterAll, beforeAll, expect, test } from 'bun:test'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterAll(() => world.stop())

const sqlite = () => world.ctx(1).company.sqlite
const stepsOf = async (caller: Caller) => (await caller.get('/setup-checklist')).body.steps

test('steps follow the company’s records; a disconnected account still counts as connected', async () => {
  sqlite().run("UPDATE connection SET number = '', status = 'DISCONNECTED'")
  sqlite().run('CREATE TEMP TABLE kept_queue AS SELECT * FROM queue')
  sqlite().run('PRAGMA foreign_keys = OFF')
  sqlite().run('DELETE FROM queue')
  expect(await stepsOf(ana)).toEqual([
    { step: 'whatsapp', done: false },
    { step: 'queue', done: false },
    { step: 'people', done: true },
  ])
  sqlite().run('INSERT INTO queue SELECT * FROM kept_queue')
  sqlite().run('PRAGMA foreign_keys = ON')
  expect((await stepsOf(ana))[1]).toEqual({ step: 'queue', done: true })
  sqlite().run("UPDATE connection SET number = '5511999990000' WHERE id = 1")
  expect((await ana.get('/setup-checklist')).body).toEqual({ steps: [] })
})

test('omits steps that the plan or the host excludes', async () => {
  sqlite().run("UPDATE connection SET number = ''")
  const sofia = await world.as(world.sofia)
  expect((await sofia.put('/settings/userCreation', { value: 'disabled', companyId: 1 })).status).toBe(200)
  expect((await stepsOf(ana)).map(({ step }: { step: string }) => step)).toEqual(['whatsapp', 'queue'])
  await sofia.put('/settings/userCreation', { value: 'enabled', companyId: 1 })
})

test('only admins see and dismiss it, for all admins of their company', async () => {
  expect((await world.nobody.get('/setup-checklist')).status).toBe(401)
  expect((await world.nobody.call('DELETE', '/setup-checklist')).status).toBe(401)
  expect((await bruno.get('/setup-checklist')).body).toEqual({ steps: [] })
  const { answer: refused, ...nothing } = await effectsOf(world, () => bruno.call('DELETE', '/setup-checklist'))
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect(nothing).toEqual(noEffects)

  world.ctx(2).company.sqlite.run("UPDATE connection SET number = ''")
  const { answer, ...effects } = await effectsOf(world, () => ana.call('DELETE', '/setup-checklist'))
  expect(answer.body).toEqual({ ok: true })
  expect(effects).toEqual({
    events: { 'setupChecklist.dismissed': 1 },
    jobs: {},
    live: { 'company-1-setupChecklist': 1 },
    otherCompany: {},
  })
  expect((await ana.get('/setup-checklist')).body).toEqual({ steps: [] })
  expect(await stepsOf(gina)).toHaveLength(3)
  const again = await effectsOf(world, () => ana.call('DELETE', '/setup-checklist'))
  expect(again).toMatchObject(noEffects)
})
