import { afterEach, beforeEach, expect, test } from 'bun:test'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import { changePlans } from '../testing/world/change-plans'

let world: World
let ana: Caller, bruno: Caller, gina: Caller, sofia: Caller
beforeEach(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina, sofia } = await signIn(world, 'ana', 'bruno', 'gina', 'sofia'))
})
afterEach(() => world.stop())

const dani = { name: 'Dani Melo', email: 'Dani@Acme.test', password: 'dado-por-outra' }

test('rejects changes of other users by plain users and anonymous callers', async () => {
  const calls: [string, string, object?][] = [
    ['POST', '/users', dani],
    ['PUT', '/users/3', { name: 'Outra' }],
    ['PUT', '/users/toggleChangeWidht/3', { defaultTicketsManagerWidth: 500 }],
    ['DELETE', '/users/3'],
  ]
  expect((await world.nobody.call('PUT', '/users/menu', { groups: {}, pinned: [] })).status).toBe(401)
  for (const [method, path, body] of calls) {
    expect((await world.nobody.call(method, path, body)).status).toBe(401)
    const { answer, ...effects } = await effectsOf(world, () => bruno.call(method, path, body))
    expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(effects).toEqual(noEffects)
  }
  for (const path of ['/users/', '/users/list', '/users/2']) expect((await world.nobody.get(path)).status).toBe(401)
})

test('admins reach only users of their own company, though ids repeat', async () => {
  expect((await gina.get('/users/3')).body.name).toBe('Inês Rocha')
  expect((await gina.get('/users/4')).body.error).toBe('ERR_NO_USER_FOUND')
  expect((await gina.put('/users/4', { name: 'Tomada' })).status).toBe(404)
  expect((await gina.delete('/users/4')).status).toBe(404)
  expect((await gina.put('/users/3', { name: 'Inês', companyId: 1 })).body.error).toBe('ERR_NO_PERMISSION')
  expect((await gina.get('/users/?companyId=1')).body.error).toBe('ERR_NO_PERMISSION')
})

test('admins see everything but the password, colleagues what pickers need', async () => {
  const whole = (await ana.get('/users/?searchParam=BRUNO@')).body
  expect(whole).toMatchObject({ hasMore: false, count: 1 })
  expect(whole.users[0]).toMatchObject({ id: 2, email: 'bruno@acme.test', queueIds: [1], allTicket: 'disable' })
  expect(JSON.stringify(whole)).not.toMatch(/argon2|password/i)
  const picks = (await bruno.get('/users/?searchParam=dias')).body.users
  expect(picks).toEqual([
    {
      id: 3,
      name: 'Carla Dias',
      profile: 'user',
      profileImage: '',
      queues: [{ id: 2, name: 'Suporte', color: '#a61e4d' }],
      online: false,
    },
  ])
  expect((await bruno.get('/users/?searchParam=carla@acme')).body.count).toBe(0)
  expect((await bruno.get('/users/3')).body.email).toBeUndefined()
  expect((await bruno.get('/users/2')).body.email).toBe('bruno@acme.test')
  expect((await gina.get('/users/?searchParam=ines')).body.users[0].name).toBe('Inês Rocha')
  expect((await bruno.get('/users/list')).body).toHaveLength(4)
})

test('lists twenty users per page', async () => {
  const { sqlite } = world.platform.files.use(1)
  const insert = sqlite.prepare(
    "INSERT INTO user (name, email, password_hash, created_at, updated_at) VALUES (?, ?, '', 0, 0)",
  )
  for (let person = 1; person <= 20; person++)
    insert.run(`Pessoa ${String(person).padStart(2, '0')}`, `p${person}@acme.test`)
  const first = (await ana.get('/users/?pageNumber=1')).body
  const second = (await ana.get('/users/?pageNumber=2')).body
  expect([first.users.length, first.hasMore, first.count]).toEqual([20, true, 24])
  expect([second.users.length, second.hasMore]).toEqual([4, false])
  expect((await ana.get('/users/?pageNumber=0')).status).toBe(400)
})

test('an admin creates a user who can sign in', async () => {
  const body = {
    ...dani,
    queueIds: [2],
    allTicket: 'enable',
    allowConnections: 'enabled',
    allowGroup: true,
    whatsappId: 1,
  }
  const { answer, ...effects } = await effectsOf(world, () => ana.post('/users', body))
  expect(answer.body).toMatchObject({
    name: 'Dani Melo',
    email: 'dani@acme.test',
    profile: 'user',
    super: false,
    queueIds: [2],
    whatsappId: 1,
    allTicket: 'enable',
    allowConnections: 'enabled',
    allowGroup: true,
    startWork: '00:00',
    endWork: '23:59',
  })
  expect(effects).toEqual({
    events: { 'user.created': 1 },
    jobs: 'none',
    live: { 'company-1-user': 2 },
    otherCompany: 'none',
  })
  const [toAll, toAdmins] = world.published.slice(-2)
  expect(toAll).toMatchObject({ topics: ['1/plain'], data: { action: 'create', user: { name: 'Dani Melo' } } })
  expect(JSON.stringify(toAll)).not.toContain('dani@acme.test')
  expect(toAdmins).toMatchObject({ topics: ['1/admin', `1/user:${answer.body.id}`] })
  expect(JSON.stringify(world.published)).not.toContain('argon2')
  const login = { email: 'dani@acme.test', password: 'dado-por-outra' }
  // The admin knows the password, so it only serves to choose another one.
  expect((await world.nobody.post('/auth/login', login)).body.error).toBe('ERR_PASSWORD_CHANGE_REQUIRED')
  const signedIn = await world.nobody.post('/auth/login', { ...login, newPassword: 'só-da-dani' })
  expect((await world.nobody.post('/auth/login', { ...login, password: 'só-da-dani' })).status).toBe(200)
  expect(signedIn.body.user).toMatchObject({ id: answer.body.id, companyId: 1 })
})

test('changes each switch of a user and no other', async () => {
  const enabled = ['allHistoric', 'allUserChat', 'userClosePendingTicket', 'showDashboard', 'allowRealTime']
  const on = {
    allTicket: 'enable',
    ...Object.fromEntries([...enabled, 'allowConnections'].map((name) => [name, 'enabled'])),
  }
  const off = Object.fromEntries(Object.entries(on).map(([name, word]) => [name, word.replace('en', 'dis')]))
  for (const [name, word] of Object.entries(on)) {
    await ana.put('/users/3', off)
    expect((await ana.put('/users/3', { [name]: word })).body).toMatchObject({ ...off, [name]: word })
  }
})

test('names invalid fields', async () => {
  const invalid: [object, Record<string, string>][] = [
    [{ ...dani, name: 'D' }, { name: 'tooShort' }],
    [{ ...dani, name: 'D'.repeat(51) }, { name: 'tooLong' }],
    [{ ...dani, email: 'dani' }, { email: 'invalidEmail' }],
    [{ name: 'Dani', email: 'dani@acme.test' }, { password: 'required' }],
    [{ ...dani, password: '1234' }, { password: 'tooShort' }],
    [{ ...dani, password: 'x'.repeat(51) }, { password: 'tooLong' }],
    [{ ...dani, startWork: '24:00' }, { startWork: 'time' }],
    [{ ...dani, queueIds: [99] }, { queueIds: 'unknown' }],
    [{ ...dani, whatsappId: 99 }, { whatsappId: 'unknown' }],
    [{ ...dani, profile: 'root' }, { profile: 'invalid' }],
  ]
  for (const [body, fields] of invalid) {
    const { answer, ...effects } = await effectsOf(world, () => ana.post('/users', body))
    expect(answer.body).toMatchObject({ error: 'ERR_INVALID_INPUT', fields })
    expect(effects).toEqual(noEffects)
  }
  expect(await world.platform.names.emails.find('dani@acme.test')).toBeUndefined()
})

test('an e-mail address is unique on the platform, also after a failed change', async () => {
  for (const email of ['bruno@acme.test', 'HUGO@globex.test']) {
    const { answer, ...effects } = await effectsOf(world, () => ana.post('/users', { ...dani, email }))
    expect(answer.body).toMatchObject({ error: 'ERR_EMAIL_ALREADY_EXISTS', fields: { email: 'emailTaken' } })
    expect(effects).toEqual(noEffects)
  }
  expect((await ana.put('/users/2', { email: 'hugo@globex.test' })).body.error).toBe('ERR_EMAIL_ALREADY_EXISTS')
  // The catalog changes first, then the commit fails: the catalog must be restored.
  world.platform.files
    .use(1)
    .sqlite.run(`CREATE TEMP TRIGGER fail BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'disk'); END`)
  expect((await ana.put('/users/2', { email: 'novo@acme.test' })).status).toBe(500)
  expect((await ana.post('/users', dani)).status).toBe(500)
  world.platform.files.use(1).sqlite.run('DROP TRIGGER fail')
  await world.as(world.carla)
  const { sqlite } = world.platform.files.use(1)
  sqlite.run(`CREATE TEMP TRIGGER fail BEFORE DELETE ON session BEGIN SELECT RAISE(ABORT, 'disk'); END`)
  expect((await ana.delete('/users/3')).status).toBe(500)
  sqlite.run('DROP TRIGGER fail')
  expect(await world.platform.names.emails.find('bruno@acme.test')).toEqual({ companyId: 1, recordId: 2 })
  expect(await world.platform.names.emails.find('carla@acme.test')).toEqual({ companyId: 1, recordId: 3 })
  expect(await world.platform.names.emails.find('novo@acme.test')).toBeUndefined()
  expect(await world.platform.names.emails.find('dani@acme.test')).toBeUndefined()

  expect((await ana.put('/users/2', { email: 'novo@acme.test' })).status).toBe(200)
  expect((await gina.post('/users', { ...dani, email: 'bruno@acme.test' })).status).toBe(200)
})

test('of two concurrent creations with one address, one succeeds', async () => {
  const answers = await Promise.all([ana.post('/users', dani), gina.post('/users', dani)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('the plan and the host limit the creation of users', async () => {
  changePlans(world, { users: 5 })
  const two = await Promise.all([ana.post('/users', dani), ana.post('/users', { ...dani, email: 'eva@acme.test' })])
  expect(two.map(({ body }) => body.error ?? 'made').sort()).toEqual(['ERR_PLAN_LIMIT', 'made'])
  await sofia.put('/settings/userCreation', { value: 'disabled' })
  const closed = await ana.post('/users', { ...dani, email: 'fim@acme.test' })
  expect([closed.status, closed.body.error]).toEqual([403, 'ERR_USER_CREATION_DISABLED'])
})

test('admins cannot set the super flag or change super users', async () => {
  expect((await ana.put('/users/1', { super: true })).body.error).toBe('ERR_NO_PERMISSION')
  expect((await ana.post('/users', { ...dani, super: true })).body.error).toBe('ERR_NO_PERMISSION')
  expect((await ana.put('/users/4', { password: 'roubada' })).body.error).toBe('ERR_NO_PERMISSION')
  expect((await ana.delete('/users/4')).body.error).toBe('ERR_NO_PERMISSION')
  expect((await sofia.put('/users/4', { super: false })).body.error).toBe('ERR_NO_PERMISSION')
  expect((await sofia.put('/users/1', { super: true })).body.super).toBe(true)
})

test('user 1 stays an admin and cannot be deleted; nobody deletes themselves', async () => {
  expect((await sofia.put('/users/1', { profile: 'user' })).body.error).toBe('ERR_INITIAL_RECORD')
  expect((await sofia.delete('/users/1')).body.error).toBe('ERR_INITIAL_RECORD')
  expect((await sofia.delete('/users/4')).body.error).toBe('ERR_NO_PERMISSION')
  expect((await ana.put('/users/2', { profile: 'admin' })).body.profile).toBe('admin')
  const second = await world.as(world.bruno)
  expect((await second.delete('/users/2')).body.error).toBe('ERR_NO_PERMISSION')
})
