import { eq } from 'drizzle-orm'
import { settingTable } from '../setting/setting.tables'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { messageEvent, receive } from '../testing/conversation/inbound'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
/** Those of the world have dismissed it, so that other tests see screens without it. */
async function createNewCompanies() {
  const made = await createWorld()
  for (const id of [1, 2])
    made.ctx(id).db.delete(settingTable).where(eq(settingTable.key, 'setupChecklistDismissed')).run()
  return made
}

beforeAll(async () => {
  world = await createNewCompanies()
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterAll(() => world.stop())

const sqlite = () => world.ctx(1).company.sqlite
const stepsOf = async (caller: Caller) => (await caller.get('/setup-checklist')).body.steps

test('steps follow the company’s records; a disconnected account still counts as connected', async () => {
  sqlite().run("UPDATE connection SET number = '', status = 'DISCONNECTED', greeting_message = 'Olá'")
  sqlite().run('CREATE TEMP TABLE kept_queue AS SELECT * FROM queue')
  sqlite().run('PRAGMA foreign_keys = OFF')
  sqlite().run('DELETE FROM queue')
  expect(await stepsOf(ana)).toEqual([
    { step: 'company', done: false, gap: null },
    { step: 'whatsapp', done: false, gap: null },
    { step: 'queue', done: false, gap: null },
    { step: 'people', done: true, gap: null },
  ])
  sqlite().run('INSERT INTO queue SELECT * FROM kept_queue')
  sqlite().run('PRAGMA foreign_keys = ON')
  expect((await stepsOf(ana))[2]).toEqual({ step: 'queue', done: true, gap: null })
  // Pages have no number.
  const hasChannel = async (change: string) => {
    sqlite().run(`UPDATE connection SET ${change} WHERE id = 1`)
    return (await stepsOf(ana))[1]
  }
  expect(await hasChannel("channel = 'facebook'")).toMatchObject({ step: 'whatsapp', done: true })
  expect(await hasChannel("channel = 'whatsapp'")).toMatchObject({ done: false })
  expect(await hasChannel("number = '5511999990000'")).toMatchObject({ done: true })
  const name = (caller: Caller, to: string) => caller.put('/setup-checklist/company', { name: to })
  expect((await name(bruno, 'Do Bruno')).body.error).toBe('ERR_NO_PERMISSION')
  expect((await name(ana, 'globex')).body.fields).toEqual({ name: 'nameTaken' })
  expect((await name(ana, 'x')).body.fields).toEqual({ name: 'tooShort' })
  expect((await stepsOf(ana))[0]).toMatchObject({ done: false })
  const { answer, ...effects } = await effectsOf(world, () => name(ana, ' Casa Aurora '))
  expect(answer.body).toEqual({ steps: [], gaps: [] })
  expect(effects).toEqual({
    events: { 'subscription.changed': 1, 'setupChecklist.companyNamed': 1 },
    jobs: 'none',
    live: {
      'company-1-company': 1,
      'company-1-whatsapp': 1,
      'company-1-subscription': 1,
      'company-1-setupChecklist': 1,
    },
    otherCompany: 'none',
  })
  expect((await bruno.get('/auth/me')).body.user.company.name).toBe('Casa Aurora')
  expect((await gina.get('/auth/me')).body.user.company.name).toBe('Globex')
  // Later, the host names companies. Skipping keeps the name.
  expect((await name(ana, 'Outra')).body.error).toBe('ERR_NO_PERMISSION')
  const skipped = await effectsOf(world, () => name(gina, 'Globex'), 2)
  expect(skipped.events).toEqual({ 'setupChecklist.companyNamed': 1 })
})

test('a first day is done only when the first customer’s message reaches the colleague', async () => {
  const first = await createNewCompanies()
  const { ana, bruno, carla, gina } = await signIn(first, 'ana', 'bruno', 'carla', 'gina')
  const { sqlite } = first.ctx(1).company
  for (const table of ['connection_queue', 'user_queue', 'queue']) sqlite.run(`DELETE FROM ${table}`)
  const shown = async () => {
    const { steps, gaps } = (await ana.get('/setup-checklist')).body
    return [
      steps.filter((step: { done: boolean }) => step.done).length,
      ...gaps.map((gap: { kind: string }) => gap.kind),
    ]
  }
  const waiting = async (caller: Caller) => (await caller.get('/tickets?status=pending')).body.count
  expect(await shown()).toEqual([1, 'connectionWithoutQueue', 'personWithoutQueue'])
  await ana.put('/setup-checklist/company', { name: 'Acme' })
  expect(await shown()).toEqual([2, 'connectionWithoutQueue', 'personWithoutQueue'])
  const plain = { name: 'Vendas', color: '#111111' }
  const { id } = (await ana.post('/queue', plain)).body
  expect(await shown()).toEqual([2, 'connectionWithoutQueue', 'queueWithoutPeople', 'personWithoutQueue'])
  expect((await ana.put(`/queue/${id}`, { connectionIds: [1], userIds: [1] })).body).toMatchObject({
    connectionIds: [1],
    userIds: [1],
  })
  expect(await shown()).toEqual([3, 'personWithoutQueue'])
  receive(first, 1, messageEvent({ text: 'Oi' }))
  expect([await waiting(bruno), await waiting(carla), await waiting(gina)]).toEqual([0, 0, 0])
  const attached = await effectsOf(first, () => ana.put(`/queue/${id}`, { userIds: [1, 2, 3] }))
  expect([attached.events, attached.otherCompany]).toEqual([{ 'user.changed': 2, 'queue.updated': 1 }, 'none'])
  expect(await shown()).toEqual([0])
  expect([await waiting(bruno), await waiting(carla), await waiting(gina)]).toEqual([1, 1, 0])
  // Later, the same gaps are shown without the checklist, and without names of the other company.
  await bruno.put('/tickets/1', { status: 'open', userId: 2, queueId: id })
  await ana.put(`/queue/${id}`, { userIds: [1, 2] })
  expect((await ana.get('/setup-checklist')).body).toEqual({
    steps: [],
    gaps: [{ kind: 'personWithoutQueue', count: 1, records: [{ id: 3, name: first.carla.name }] }],
  })
  expect((await bruno.get('/setup-checklist')).body).toEqual({ steps: [], gaps: [] })
  await first.stop()
})

test('tells in which ways a message reaches nobody', async () => {
  const gaps = async () =>
    (await ana.get('/setup-checklist')).body.gaps.map((gap: { kind: string; records: { id: number }[] }) => [
      gap.kind,
      ...gap.records.map(({ id }) => id),
    ])
  const options = (values: object) => sqlite().run('UPDATE connection SET options = ?', [JSON.stringify(values)])
  expect(await gaps()).toEqual([])
  // No menu is sent without a greeting, so that nobody is asked for a queue.
  sqlite().run("UPDATE connection SET greeting_message = ' '")
  expect(await gaps()).toEqual([['connectionWithoutWelcome', 1]])
  sqlite().run("INSERT INTO flow (id, name, name_key, active, created_at, updated_at) VALUES (7, 'F', 'f', 1, 0, 0)")
  options({ flowIdWelcome: 7 })
  expect(await gaps()).toEqual([])
  sqlite().run('UPDATE flow SET active = 0')
  expect(await gaps()).toEqual([['connectionWithoutWelcome', 1]])
  for (const lacking of [{ timeSendQueue: 5 }, { timeSendQueue: 0, sendIdQueue: 2 }]) {
    options(lacking)
    expect(await gaps()).toEqual([['connectionWithoutWelcome', 1]])
  }
  for (const answering of [
    { timeSendQueue: 5, sendIdQueue: 2 },
    { integrationId: 1 },
    { promptId: 1 },
    { agentId: 1 },
  ]) {
    options(answering)
    expect(await gaps()).toEqual([])
  }
  options({})
  sqlite().run('CREATE TEMP TABLE kept_link AS SELECT * FROM connection_queue WHERE queue_id = 2')
  sqlite().run('DELETE FROM connection_queue WHERE queue_id = 2')
  expect(await gaps()).toEqual([])
  sqlite().run('INSERT INTO connection_queue SELECT * FROM kept_link')
  expect(await gaps()).toEqual([['connectionWithoutWelcome', 1]])
  sqlite().run('UPDATE user SET all_ticket = 1 WHERE id = 3')
  expect(await gaps()).toEqual([])
  sqlite().run('UPDATE user SET all_ticket = 0')
  sqlite().run("UPDATE connection SET greeting_message = 'Olá'")
  sqlite().run('DELETE FROM user_queue WHERE queue_id = 2')
  expect(await gaps()).toEqual([
    ['queueWithoutPeople', 2],
    ['personWithoutQueue', 3],
  ])
  sqlite().run('UPDATE queue SET close_ticket = 1 WHERE id = 2')
  sqlite().run('UPDATE user SET all_user_chat = 1, all_historic = 1 WHERE id = 3')
  expect(await gaps()).toEqual([])
  sqlite().run('UPDATE queue SET close_ticket = 0')
  sqlite().run('INSERT INTO user_queue (user_id, queue_id) VALUES (3, 2)')
})

test('omits steps that the plan or the host excludes', async () => {
  sqlite().run("UPDATE connection SET number = ''")
  const sofia = await world.as(world.sofia)
  expect((await sofia.put('/settings/userCreation', { value: 'disabled', companyId: 1 })).status).toBe(200)
  expect((await stepsOf(ana)).map(({ step }: { step: string }) => step)).toEqual(['company', 'whatsapp', 'queue'])
  await sofia.put('/settings/userCreation', { value: 'enabled', companyId: 1 })
})

test('only admins see and dismiss it, for all admins of their company', async () => {
  expect((await world.nobody.get('/setup-checklist')).status).toBe(401)
  expect((await world.nobody.call('DELETE', '/setup-checklist')).status).toBe(401)
  expect((await bruno.get('/setup-checklist')).body).toEqual({ steps: [], gaps: [] })
  const { answer: refused, ...nothing } = await effectsOf(world, () => bruno.call('DELETE', '/setup-checklist'))
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect(nothing).toEqual(noEffects)

  world.ctx(2).company.sqlite.run("UPDATE connection SET number = ''")
  const { answer, ...effects } = await effectsOf(world, () => ana.call('DELETE', '/setup-checklist'))
  expect(answer.body).toEqual({ ok: true })
  expect(effects).toEqual({
    events: { 'setupChecklist.dismissed': 1 },
    jobs: 'none',
    live: { 'company-1-setupChecklist': 1 },
    otherCompany: 'none',
  })
  expect((await ana.get('/setup-checklist')).body).toEqual({ steps: [], gaps: [] })
  expect(await stepsOf(gina)).toHaveLength(4)
  const again = await effectsOf(world, () => ana.call('DELETE', '/setup-checklist'))
  expect(again).toMatchObject(noEffects)
})
