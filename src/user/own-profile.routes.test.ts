import { afterEach, beforeEach, expect, test } from 'bun:test'
import { password } from '../testing/world/people'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import type { Channel } from '../channel/channel'
import { noConnections } from '../connection/running/connection-control'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'

let world: World
let ana: Caller, bruno: Caller
beforeEach(async () => {
  world = await createWorld()
  ;({ ana, bruno } = await signIn(world, 'ana', 'bruno'))
})
afterEach(() => world.stop())

const dani = { name: 'Dani Melo', email: 'Dani@Acme.test', password: 'dado-por-outra' }

test('plain users change only their own personal fields', async () => {
  const own = { name: 'Bruno L.', defaultTheme: 'dark', defaultMenu: 'closed', language: 'es', farewellMessage: 'Até!' }
  const { answer, ...effects } = await effectsOf(world, () =>
    bruno.put('/users/2', { ...own, profile: 'user', queueIds: [1] }),
  )
  expect(answer.body).toMatchObject(own)
  expect(effects).toEqual({
    events: { 'user.changed': 1 },
    jobs: 'none',
    live: { 'company-1-user': 2 },
    otherCompany: 'none',
  })
  for (const more of [
    { profile: 'admin' },
    { queueIds: [1, 2] },
    { allTicket: 'enable' },
    { allowGroup: true },
    { startWork: '09:00' },
    { super: true },
    { showDashboard: 'enabled' },
    { whatsappId: 1 },
  ]) {
    const refused = await effectsOf(world, () => bruno.put('/users/2', { ...own, ...more }))
    expect(refused.answer.body.error).toBe('ERR_NO_PERMISSION')
    expect(refused).toMatchObject(noEffects)
  }
  expect(await effectsOf(world, () => bruno.put('/users/2', own))).toMatchObject({
    ...noEffects,
    answer: { status: 200 },
  })
})

test('a new password ends the session, and new permissions apply at once', async () => {
  expect((await ana.put('/users/2', { queueIds: [2] })).body.queueIds).toEqual([2])
  expect(world.ctxAs(world.bruno).actor).toMatchObject({ queueIds: [2] })
  expect((await bruno.get('/users/list')).status).toBe(200)
  expect((await ana.put('/users/2', { password: '' })).status).toBe(200)
  expect((await bruno.get('/users/list')).status).toBe(200)
  const { answer, ...effects } = await effectsOf(world, () => ana.put('/users/2', { password: 'outra-senha' }))
  expect(answer.status).toBe(200)
  expect(effects.events).toEqual({ 'user.changed': 1 })
  expect((await bruno.get('/users/list')).status).toBe(401)
  expect((await world.nobody.post('/auth/login', { email: 'bruno@acme.test', password })).status).toBe(401)
  const login = { email: 'bruno@acme.test', password: 'outra-senha' }
  // Ana knows it, so Bruno has to choose another one; Carla keeps hers.
  expect((await world.nobody.post('/auth/login', login)).body.error).toBe('ERR_PASSWORD_CHANGE_REQUIRED')
  expect((await world.nobody.post('/auth/login', { ...login, newPassword: 'só-do-bruno' })).status).toBe(200)
  await world.as(world.carla)
})

test('changing one’s own password requires the current one', async () => {
  for (const [own, id] of [
    [bruno, 2],
    [ana, 1],
  ] as const) {
    for (const [currentPassword, error] of [
      [undefined, 'required'],
      ['', 'required'],
      ['errada', 'wrongPassword'],
    ]) {
      const body = { name: 'Outro Nome', password: 'outra-senha', currentPassword }
      const { answer, ...effects } = await effectsOf(world, () => own.put(`/users/${id}`, body))
      expect([answer.status, answer.body.fields]).toEqual([400, { currentPassword: error }])
      expect(effects).toEqual(noEffects)
    }
    const changed = await own.put(`/users/${id}`, { password: 'outra-senha', currentPassword: password })
    expect([changed.status, JSON.stringify(changed.body).includes('senha')]).toEqual([200, false])
    expect((await own.get('/users/list')).status).toBe(401)
  }
  // Someone at an unattended screen cannot guess the password by retrying.
  const again = await world.as(world.bruno)
  const at = Date.now()
  world.setTime(new Date(at))
  const guess = async () => (await again.put('/users/2', { password: 'terceira', currentPassword: 'x' })).status
  const tries: number[] = []
  for (let i = 0; i < 12; i++) tries.push(await guess())
  expect(tries.slice(-3)).toEqual([400, 429, 429])
  world.setTime(new Date(at + 299_999))
  expect(await guess()).toBe(429)
  world.setTime(new Date(at + 300_000))
  expect(await guess()).toBe(400)
})

test('changing one’s own e-mail requires the current password; an admin changes others’ without', async () => {
  for (const [own, id] of [
    [bruno, 2],
    [ana, 1],
  ] as const) {
    for (const [currentPassword, error] of [
      [undefined, 'required'],
      ['errada', 'wrongPassword'],
    ]) {
      const body = { name: 'Outro Nome', email: `novo${id}@acme.test`, currentPassword }
      const { answer, ...effects } = await effectsOf(world, () => own.put(`/users/${id}`, body))
      expect([answer.status, answer.body.fields]).toEqual([400, { currentPassword: error }])
      expect(effects).toEqual(noEffects)
    }
    // A form sends unchanged fields, in any case.
    const { email } = (await own.get(`/users/${id}`)).body
    expect((await own.put(`/users/${id}`, { email: ` ${email.toUpperCase()} `, name: 'Outro Nome' })).status).toBe(200)
    const changed = await own.put(`/users/${id}`, { email: `Novo${id}@acme.test`, currentPassword: password })
    expect([changed.status, changed.body.email]).toEqual([200, `novo${id}@acme.test`])
    expect((await own.get('/users/list')).status).toBe(200)
  }
  expect((await ana.put('/users/2', { email: 'bruno.lima@acme.test' })).status).toBe(200)
  expect((await world.nobody.post('/auth/login', { email: 'bruno.lima@acme.test', password })).status).toBe(200)
})

test('a changed phone number is checked with the provider', async () => {
  const requested: string[] = []
  const answering: Partial<Channel> = {
    async checkNumbers(numbers) {
      requested.push(...numbers)
      if (numbers[0]?.endsWith('9')) throw new Error('offline')
      return numbers.map((value) => (value.endsWith('0') ? undefined : { addresses: [{ kind: 'phone', value }] }))
    },
  }
  world.ports.connections = { ...noConnections, channel: () => answering as Channel }
  expect((await bruno.put('/users/2', { phone: '+55 (11) 98888-0001' })).body.phone).toBe('5511988880001')
  expect((await bruno.put('/users/2', { phone: '5511988880001' })).status).toBe(200)
  expect(requested).toEqual(['5511988880001'])
  for (const phone of ['5511988880000', '5511988880009']) {
    const { answer, ...effects } = await effectsOf(world, () => bruno.put('/users/2', { phone }))
    expect(answer.body).toMatchObject({ error: 'ERR_INVALID_INPUT', fields: { phone: 'phoneCheckFailed' } })
    expect(effects).toEqual(noEffects)
  }
  expect((await ana.post('/users', { ...dani, phone: '5511988880000' })).body.fields).toEqual({
    phone: 'phoneCheckFailed',
  })
  expect((await bruno.put('/users/2', { phone: '' })).body.phone).toBe('')
})

test('keeps whether a person is offered the next conversation, for nobody else', async () => {
  const offered = async (caller: Caller) => (await caller.get('/auth/me')).body.user.offerNext
  expect(await offered(bruno)).toBe(true)
  expect((await bruno.put('/users/2', { offerNext: false })).status).toBe(200)
  expect((await bruno.put('/users/3', { offerNext: false })).status).toBe(403)
  expect([await offered(bruno), await offered(await world.as(world.carla))]).toEqual([false, true])
})

test('keeps how a person arranged the menu, for nobody else and in every session', async () => {
  const choices = { groups: { automation: true, service: false }, pinned: ['/schedules', '/contacts'] }
  const groups = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`g${index}`, true]))
  const menuOf = async (caller: Caller) => (await caller.get('/auth/me')).body.user.menuChoices
  const { answer, ...effects } = await effectsOf(world, () => bruno.put('/users/menu', choices))
  expect([answer.status, effects.events, effects.otherCompany]).toEqual([200, { 'user.changed': 1 }, 'none'])
  bruno = await world.as(world.bruno)
  expect(await menuOf(bruno)).toEqual(choices)
  for (const bad of [
    {},
    { groups: { a: 1 }, pinned: [] },
    { groups: {}, pinned: Array(51).fill('/') },
    { groups: {}, pinned: ['/'.repeat(101)] },
    { groups: groups(31), pinned: [] },
  ]) {
    expect((await bruno.put('/users/menu', bad)).status).toBe(400)
  }
  expect(await menuOf(bruno)).toEqual(choices)
  expect((await bruno.put('/users/menu', { groups: groups(30), pinned: [] })).status).toBe(200)
  expect(await menuOf(ana)).toEqual(await menuOf(await world.as(world.carla)))
  expect(await menuOf(ana)).not.toEqual(choices)
})

test('keeps how a person arranged the columns of each table, for nobody else and in every session', async () => {
  const choicesOf = async (caller: Caller) => (await caller.get('/auth/me')).body.user.tableChoices
  const tags = { order: ['name', 'kanban', 'color'], hidden: ['color'], pinned: ['kanban'], widths: { name: 240 } }
  const users = { order: [], hidden: ['unknown to this version'], pinned: [], widths: {} }
  const put = (table: string, choices: object) => bruno.put('/users/table', { table, ...choices })
  await put('/users', users)
  const { answer, ...effects } = await effectsOf(world, () => put('/tags', tags))
  expect([answer.status, effects.events, effects.otherCompany]).toEqual([200, { 'user.changed': 1 }, 'none'])
  bruno = await world.as(world.bruno)
  expect(await choicesOf(bruno)).toEqual({ '/users': users, '/tags': tags })
  for (const bad of [
    {},
    { ...tags, order: Array(61).fill('a') },
    { ...tags, hidden: ['a'.repeat(51)] },
    { ...tags, pinned: 'name' },
    { ...tags, widths: { name: '240' } },
    { ...tags, widths: { name: 39 } },
    { ...tags, widths: { name: 1e9 } },
    { ...tags, widths: Object.fromEntries(Array.from({ length: 61 }, (_, index) => [index, 80])) },
    { ...tags, table: '<b>' },
    { ...tags, table: '/'.repeat(101) },
  ]) {
    expect((await put('/tags', bad)).status).toBe(400)
  }
  expect(await choicesOf(bruno)).toEqual({ '/users': users, '/tags': tags })
  await put('/tags', { order: [], hidden: [], pinned: [], widths: {} })
  expect(await choicesOf(bruno)).toEqual({ '/users': users })
  for (let table = 0; table < 101; table++) await put(`/t${table}`, users)
  expect(Object.keys(await choicesOf(bruno))).toEqual(Array.from({ length: 100 }, (_, table) => `/t${table + 1}`))
  expect([await choicesOf(ana), await choicesOf(await world.as(world.carla))]).toEqual([{}, {}])
})

test('clamps the width of the ticket list', async () => {
  const widths = [403, -1, 404, 512, 555.5, 700, 701, 1e9]
  const kept = []
  for (const defaultTicketsManagerWidth of widths) {
    kept.push(
      (await bruno.put('/users/toggleChangeWidht/2', { defaultTicketsManagerWidth })).body.defaultTicketsManagerWidth,
    )
  }
  expect(kept).toEqual([404, 404, 404, 512, 556, 700, 700, 700])
  expect((await bruno.get('/users/2')).body.defaultTicketsManagerWidth).toBe(700)
  for (const defaultTicketsManagerWidth of ['wide', null, undefined]) {
    expect((await bruno.put('/users/toggleChangeWidht/2', { defaultTicketsManagerWidth })).status).toBe(400)
  }
})
