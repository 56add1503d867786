import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { changePlans } from '../testing/world/change-plans'
import { password } from '../testing/world/people'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { settingKeys } from '../setting/setting.contract'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import { renewedDueDate } from './company/company.contract'
import { getCompany } from './company/company.queries'
import { listCompaniesThatMayConnect, setMayConnect } from './connection-index/connection-hint'
import { measureCompanyFolder, measureNewFolders } from './company/measure-company-folder'
import { companyTable } from './platform.tables'

let world: World
let ana: Caller, bruno: Caller, gina: Caller, sofia: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-10T15:00:00Z') })
  ;({ ana, bruno, gina, sofia } = await signIn(world, 'ana', 'bruno', 'gina', 'sofia'))
})
afterEach(() => world.stop())

const plan = { name: 'Pequeno', users: 3, connections: 1, queues: 2, amount: 49.9 }
const company = {
  name: 'Initech',
  email: 'Bill@Initech.test',
  password: 'dado-por-outra',
  planId: 1,
  recurrence: 'TRIMESTRAL',
}

test('only super users call the platform’s routes', async () => {
  const calls: [string, string, object?][] = [
    ['GET', '/plans/all'],
    ['POST', '/plans', plan],
    ['PUT', '/plans/1', { name: 'Outro' }],
    ['DELETE', '/plans/1'],
    ['GET', '/companies'],
    ['GET', '/companies/list'],
    ['POST', '/companies', company],
    ['PUT', '/companies/2', { name: 'Tomada' }],
    ['DELETE', '/companies/2'],
  ]
  for (const [method, path, body] of calls) {
    expect((await world.nobody.call(method, path, body)).status).toBe(401)
    for (const caller of [bruno, ana, gina]) {
      const { answer, ...effects } = await effectsOf(world, () => caller.call(method, path, body))
      expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'ERR_NO_PERMISSION'])
      expect(effects).toEqual(noEffects)
    }
  }
  expect((await sofia.get('/companies/list')).body.map((row: { name: string }) => row.name)).toEqual(['Acme', 'Globex'])
  const own = [await ana.get('/companies/1'), await ana.get('/companies/2'), await bruno.get('/companies/1')]
  expect(own.map(({ status }) => status)).toEqual([200, 403, 403])
})

test('plans: created, changed, listed publicly if public, kept while in use', async () => {
  const { body } = await sofia.post('/plans', { ...plan, isPublic: false, useKanban: false })
  expect(body).toMatchObject({ ...plan, isPublic: false, useKanban: false, useWhatsapp: true })
  expect((await world.nobody.get('/plans/list')).body.map((row: { id: number }) => row.id)).toEqual([1])
  expect((await sofia.put(`/plans/${body.id}`, { isPublic: true, amount: 0.07 })).body).toMatchObject({
    ...plan,
    amount: 0.07,
  })
  expect((await world.nobody.get('/plans/list')).body).toHaveLength(2)
  expect((await sofia.get('/plans/all')).body).toHaveLength(2)
  expect((await sofia.post('/plans', { ...plan, name: 'PEQUENO' })).body.error).toBe('ERR_PLAN_NAME_ALREADY_EXISTS')
  expect((await sofia.post('/plans', { ...plan, name: 'Vazio', users: 0 })).body.fields).toEqual({ users: 'tooSmall' })
  expect((await sofia.put(`/plans/${body.id}`, { users: 0 })).body.fields).toEqual({ users: 'tooSmall' })
  expect((await sofia.put(`/plans/${body.id}`, { connections: 0, queues: 0 })).status).toBe(200)
  expect((await sofia.post('/plans', { ...plan, name: 'P', users: -1 })).body.fields).toEqual({
    name: 'tooShort',
    users: 'tooSmall',
  })
  expect((await sofia.put('/plans/99', { name: 'Nada' })).body.error).toBe('ERR_NO_PLAN_FOUND')

  await sofia.put('/companies/2', { planId: body.id })
  expect((await sofia.delete(`/plans/${body.id}`)).body.error).toBe('ERR_IN_USE')
  expect((await sofia.delete('/plans/1')).body.error).toBe('ERR_INITIAL_RECORD')
  await sofia.put('/companies/2', { planId: 1 })
  expect((await sofia.delete(`/plans/${body.id}`)).status).toBe(200)
})

test('users read their company’s plan, and see a change at once', async () => {
  const [own] = [1, 2].map((id) => getCompany(world.platform, id))
  expect(getCompany(world.platform, 1)).toBe(own!)
  expect((await world.nobody.get('/companies/listPlan/1')).status).toBe(401)
  expect((await bruno.get('/companies/listPlan/1')).body).toMatchObject({ id: 1, useKanban: true })
  expect((await bruno.get('/companies/listPlan/2')).body.error).toBe('ERR_NO_PERMISSION')
  expect((await sofia.get('/companies/listPlan/2')).status).toBe(200)
  await sofia.put('/plans/1', { useKanban: false })
  expect((await bruno.get('/companies/listPlan/1')).body.useKanban).toBe(false)
  const script = `new (require('bun:sqlite').Database)(process.argv[1]).run('UPDATE plan SET use_kanban = 1')`
  await Bun.$`${process.execPath} -e ${script} ${world.dataDir}/platform.sqlite`
  expect((await bruno.get('/companies/listPlan/1')).body.useKanban).toBe(true)
})

test('creates a company with an admin who can sign in', async () => {
  const { answer, ...effects } = await effectsOf(world, () => sofia.post('/companies', company))
  expect(answer.body).toMatchObject({
    id: 3,
    name: 'Initech',
    email: 'bill@initech.test',
    status: true,
    dueDate: '2026-06-10',
    recurrence: 'TRIMESTRAL',
    plan: { id: 1 },
  })
  expect(JSON.stringify(answer.body)).not.toMatch(/argon2|segredo/)
  expect(effects).toEqual({ ...noEffects, live: { 'company-1-company': 1 } })
  const login = { email: 'bill@initech.test', password: 'dado-por-outra' }
  expect((await world.nobody.post('/auth/login', login)).body.error).toBe('ERR_PASSWORD_CHANGE_REQUIRED')
  const { body } = await world.nobody.post('/auth/login', { ...login, newPassword: 'só do Bill' })
  expect(body.user).toMatchObject({ id: 1, companyId: 3, profile: 'admin', super: false })

  const invalid: [object, string][] = [
    [{ ...company, name: 'ACME', email: 'x@x.test' }, 'ERR_COMPANY_NAME_ALREADY_EXISTS'],
    [{ ...company, name: 'Umbrella', email: 'ana@acme.test' }, 'ERR_EMAIL_ALREADY_EXISTS'],
    [{ ...company, name: 'Umbrella', email: 'x@x.test', planId: 99 }, 'ERR_NO_PLAN_FOUND'],
    [{ ...company, name: 'U' }, 'ERR_INVALID_INPUT'],
    [{ ...company, email: 'x' }, 'ERR_INVALID_INPUT'],
    [{ ...company, timeZone: 'Mars/Olympus' }, 'ERR_INVALID_INPUT'],
    [{ ...company, dueDate: '2026-13-01' }, 'ERR_INVALID_INPUT'],
  ]
  for (const [body, error] of invalid) expect((await sofia.post('/companies', body)).body.error).toBe(error)
  expect((await sofia.get('/companies?searchParam=INI')).body).toMatchObject({ count: 1, hasMore: false })
})

test('a company without a time zone takes that of its language', async () => {
  let made = 0
  const zoneOf = async (fields: object) => {
    const own = { name: `Empresa ${++made}`, email: `admin${made}@x.test` }
    return (await sofia.post('/companies', { ...company, ...own, ...fields })).body['timeZone']
  }
  expect(await zoneOf({})).toBe('America/Sao_Paulo')
  expect(await zoneOf({ language: 'es' })).toBe('America/Monterrey')
  expect(await zoneOf({ language: 'es', timeZone: 'America/Bogota' })).toBe('America/Bogota')
})

test('returns all details of a company, in the list and alone', async () => {
  const day = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTimeA: '08:00', endTimeA: '12:00' }
  const schedules = [{ ...day, startTimeB: '', endTimeB: '' }]
  await gina.put('/companies/2/schedules', { schedules, msg: 'Voltamos amanhã' })
  await gina.put('/settings/userRandom', { value: 'enabled' })
  await sofia.put('/companies/2', { numberAttendants: 7, numberConections: 2, paymentMethod: 'Pix' })
  const { body } = await sofia.get('/companies/2')
  expect(body).toMatchObject({
    id: 2,
    name: 'Globex',
    email: 'gina@globex.test',
    numberAttendants: 7,
    numberConections: 2,
    schedules,
    messageOutOfHour: 'Voltamos amanhã',
    paymentMethod: 'Pix',
    status: true,
    plan: { id: 1, name: 'Plano', users: 50, useWhatsapp: true },
  })
  expect(body.settings).toContainEqual({ key: 'userRandom', value: 'enabled' })
  const shown = [
    ...['id', 'name', 'email', 'phone', 'document', 'addressStreet', 'addressState', 'addressCity', 'planId', 'plan'],
    ...['status', 'dueDate', 'recurrence', 'paymentMethod', 'language', 'timeZone', 'createdAt', 'updatedAt'],
    ...['lastLogin', 'schedules', 'messageOutOfHour', 'numberAttendants', 'numberConections', 'folderSize'],
    ...['numberFileFolder', 'updatedAtFolder', 'messages', 'tickets', 'contacts', 'settings', 'daysLeft'],
    ...['used', 'abovePlan', 'muted', 'copyOf'],
  ]
  expect(Object.keys(body).sort()).toEqual(shown.sort())
  expect((await sofia.get('/companies')).body.companies[1]).toEqual(body)
  expect((await sofia.get('/companies/list')).body[1]).toEqual(body)
  expect((await sofia.get('/companies/1')).body.settings).toContainEqual({ key: 'userRandom', value: 'disabled' })
  // The cached summary is dropped as soon as a setting changes.
  await gina.put('/settings/userRandom', { value: 'disabled' })
  await gina.put('/companies/2/schedules', { schedules: [], msg: '' })
  const changed = (await sofia.get('/companies/list')).body[1]
  expect(changed).toMatchObject({ schedules: [], messageOutOfHour: '' })
  expect(changed.settings).toContainEqual({ key: 'userRandom', value: 'disabled' })
  changePlans(world, { users: changed.used.users })
  expect((await sofia.get('/companies/2')).body.abovePlan).toEqual([])
  changePlans(world, { users: changed.used.users - 1 })
  expect((await sofia.get('/companies/2')).body.abovePlan).toEqual(['users'])
  const invalid = { numberAttendants: -1, numberConections: 1.5 }
  expect((await sofia.put('/companies/2', invalid)).body.fields).toEqual({
    numberAttendants: 'tooSmall',
    numberConections: 'integer',
  })
})

test('the list opens no company file, and follows a restored one', async () => {
  const { files } = world.platform
  const random = async (path: string) => {
    const { body } = await sofia.get(path)
    const shown = Array.isArray(body) ? body[1] : (body.companies?.[1] ?? body)
    return shown.settings.find(({ key }: { key: string }) => key === 'userRandom').value
  }
  const { body: made } = await sofia.post('/companies', { ...company, name: 'Initech', email: 'bill@initech.test' })
  await gina.put('/settings/userRandom', { value: 'enabled' })
  expect(await random('/companies/list')).toBe('enabled')
  for (const id of [2, made.id]) files.close(id)
  expect([await random('/companies/list'), await random('/companies')]).toEqual(['enabled', 'enabled'])
  expect(files.openIds()).toEqual([1])
  // A replaced file, without an event.
  files.use(2).sqlite.run("DELETE FROM setting WHERE key = 'userRandom'")
  files.close(2)
  expect([await random('/companies/list'), await random('/companies/2')]).toEqual(['enabled', 'disabled'])
  expect(await random('/companies/list')).toBe('disabled')
  await sofia.delete(`/companies/${made.id}`)
  expect((await sofia.get('/companies/list')).body.length).toBe(2)
  const copies = world.platform.catalog.sqlite.query('SELECT company_id AS id FROM company_own_parts ORDER BY id').all()
  expect(copies).toEqual([{ id: 1 }, { id: 2 }])
})

test('a company with a damaged file stays in the list', async () => {
  world.platform.files.close(2)
  await Bun.write(`${world.platform.files.folderOf(2)}/company.sqlite`, 'nonsense')
  const unread = { id: 2, name: 'Globex', schedules: [], messageOutOfHour: '', settings: [] }
  expect((await sofia.get('/companies/2')).body).toMatchObject(unread)
  // The last known summary, if any.
  const listed = (await sofia.get('/companies/list')).body[1]
  expect([listed.name, listed.settings.length]).toEqual(['Globex', settingKeys.length])
  world.platform.catalog.sqlite.run('DELETE FROM company_own_parts')
  expect((await sofia.get('/companies/list')).body[1]).toMatchObject(unread)
  expect((await sofia.put('/companies/2', { dueDate: '2026-04-01' })).body.dueDate).toBe('2026-04-01')
})

test('a disabled or expired company is refused', async () => {
  await sofia.put('/companies/2', { status: false })
  expect((await gina.get('/queue')).body.error).toBe('ERR_SUBSCRIPTION_EXPIRED')
  for (const id of [1, 2]) setMayConnect(world.platform, id, true)
  expect(listCompaniesThatMayConnect(world.platform)).toEqual([1])
  await sofia.put('/companies/2', { status: true, dueDate: '2026-03-09T00:00:00.000Z' })
  expect((await gina.get('/queue')).status).toBe(402)
  await sofia.put('/companies/2', { dueDate: renewedDueDate('2026-03-09', 'MENSAL') })
  expect((await gina.get('/queue')).status).toBe(200)
  expect((await sofia.put('/companies/1', { status: false })).body.error).toBe('ERR_INITIAL_RECORD')
  expect((await sofia.put('/companies/1', { dueDate: '2026-01-01' })).body.error).toBe('ERR_INITIAL_RECORD')
  expect((await sofia.put('/companies/1', { name: 'Acme S.A.', dueDate: '2999-12-31' })).body.name).toBe('Acme S.A.')
  expect((await sofia.put('/companies/2', { name: 'acme s.a.' })).body.error).toBe('ERR_COMPANY_NAME_ALREADY_EXISTS')
})

test('renews by calendar months', () => {
  expect(renewedDueDate('2026-01-31', 'MENSAL')).toBe('2026-02-28')
  expect(renewedDueDate('2026-12-15', 'BIMESTRAL')).toBe('2027-02-15')
  expect(renewedDueDate('2026-03-10', 'TRIMESTRAL')).toBe('2026-06-10')
  expect(renewedDueDate('2026-08-31', 'SEMESTRAL')).toBe('2027-02-28')
  expect(renewedDueDate('2028-02-29', 'ANUAL')).toBe('2029-02-28')
})

test('deleting a company deletes sessions, sign-in, folder and everything running', async () => {
  const stopped: number[] = []
  world.platform.companyStops.push((id) => void stopped.push(id))
  const folder = world.platform.files.folderOf(2)
  expect((await sofia.delete('/companies/1')).body.error).toBe('ERR_INITIAL_RECORD')
  expect((await sofia.delete('/companies/2')).status).toBe(200)
  expect(stopped).toEqual([2])
  expect(existsSync(folder)).toBe(false)
  expect((await gina.get('/queue')).status).toBe(401)
  expect((await world.nobody.post('/auth/login', { email: 'gina@globex.test', password })).status).toBe(401)
  expect((await sofia.get('/companies/2')).body.error).toBe('ERR_NO_COMPANY_FOUND')
  expect((await sofia.delete('/companies/2')).status).toBe(404)
  // Ids are never reused.
  expect((await sofia.post('/companies', company)).body.id).toBe(3)
})

test('a company is not deleted while an import is under way', async () => {
  const { sqlite } = world.ctx(2).company
  const insert = (state: string) =>
    sqlite.run(
      `INSERT INTO contact_import (kind, state, options, created_at) VALUES ('spreadsheet', '${state}', '{}', 0)`,
    )
  insert('done')
  for (const state of ['running', 'undoing']) {
    insert(state)
    const refused = await sofia.delete('/companies/2')
    expect([refused.status, refused.body.error]).toEqual([409, 'ERR_COMPANY_IMPORTING'])
    expect((await gina.get('/queue')).status).toBe(200)
    sqlite.run("DELETE FROM contact_import WHERE state <> 'done'")
  }
  sqlite.run(
    "INSERT INTO message_import (connection_id, state, since, until, with_groups, closes, seen_at) VALUES (1, 'running', 0, 1, 0, 0, 0)",
  )
  expect((await sofia.delete('/companies/2')).body.error).toBe('ERR_COMPANY_IMPORTING')
  // Its connections are closed, so the import cannot go on.
  await sofia.put('/companies/2', { status: false })
  expect((await sofia.delete('/companies/2')).status).toBe(200)
})

test('an interrupted deletion can be finished', async () => {
  world.platform.companyStops.push(() => Promise.reject(new Error('still busy')))
  expect((await sofia.delete('/companies/2')).status).toBe(500)
  expect((await sofia.get('/companies/2')).status).toBe(200)
  world.platform.companyStops.pop()
  world.platform.files.erase(2)
  expect((await sofia.delete('/companies/2')).status).toBe(200)
  const rows = world.platform.catalog.db.select().from(companyTable).all()
  expect(rows.map((row) => row.id)).toEqual([1])
})

test('measures a company’s disk usage', async () => {
  await Bun.write(`${world.platform.files.use(2).mediaFolder}/2026-03/a.bin`, new Uint8Array(1000))
  const { sqlite } = world.ctx(2).company
  const contacts = sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM contact')
  for (const id of [20_000, 20_001, 40_001]) {
    sqlite.run(`INSERT INTO contact (id, name, created_at, updated_at) VALUES (${id}, 'Contato', 0, 0)`)
  }
  await measureNewFolders(world.platform)
  expect((await sofia.get('/companies/2')).body.contacts).toBe(contacts.get()?.n)
  const before = (await sofia.get('/companies/2')).body
  expect(before.updatedAtFolder).toBe('2026-03-10T15:00:00.000Z')
  await Bun.write(`${world.platform.files.use(2).mediaFolder}/2026-03/b.bin`, new Uint8Array(500))
  await measureNewFolders(world.platform)
  expect((await sofia.get('/companies/2')).body.numberFileFolder).toBe(before.numberFileFolder)
  await measureCompanyFolder(world.platform, 2)
  const after = (await sofia.get('/companies/2')).body
  expect(after.numberFileFolder).toBe(before.numberFileFolder + 1)
  expect(after.folderSize).toBeGreaterThanOrEqual(before.folderSize + 500)
})
