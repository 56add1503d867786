import { afterEach, beforeEach, expect, test } from 'bun:test'
import { effectsOf } from '../../testing/world/side-effects'
import { type Caller, createWorld, type World } from '../../testing/world/world'

let world: World
let sofia: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-10T15:00:00Z') })
  sofia = await world.as(world.sofia)
})
afterEach(() => world.stop())

const changed = { 'subscription.changed': 1 }
const initech = { name: 'Initech', email: 'bill@initech.test', planId: 1 }

test('generates an omitted password, returns it once, and requires another at the first sign-in', async () => {
  const { body } = await sofia.post('/companies', { ...initech, password: '', dueDate: '', timeZone: '' })
  expect(body).toMatchObject({ dueDate: '2026-04-10', timeZone: 'America/Sao_Paulo', daysLeft: 31 })
  expect(body.generatedPassword).toMatch(/^[A-Za-z0-9]{16}$/)
  const login = { email: 'bill@initech.test', password: body.generatedPassword }
  const signIn = (more: object) => world.nobody.post('/auth/login', { ...login, ...more })
  expect([(await signIn({})).status, (await signIn({})).body.error]).toEqual([401, 'ERR_PASSWORD_CHANGE_REQUIRED'])
  expect((await signIn({ newPassword: login.password })).body.fields).toEqual({ newPassword: 'samePassword' })
  expect((await signIn({ newPassword: 'abc' })).body.fields).toEqual({ newPassword: 'tooShort' })
  expect((await signIn({ password: 'errada', newPassword: 'minha senha' })).body.error).toBe('ERR_INVALID_CREDENTIALS')
  const both = await Promise.all([signIn({ newPassword: 'minha senha' }), signIn({ newPassword: 'outra senha' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect((await signIn({})).body.error).toBe('ERR_INVALID_CREDENTIALS')
  const chosen = both[0]?.status === 200 ? 'minha senha' : 'outra senha'
  expect((await signIn({ password: chosen })).status).toBe(200)
  expect(Object.keys((await sofia.get(`/companies/${body.id}`)).body)).not.toContain('generatedPassword')
  const given = { ...initech, name: 'Umbrella', email: 'a@umbrella.test', password: 'dado-por-outra' }
  expect(Object.keys((await sofia.post('/companies', given)).body)).not.toContain('generatedPassword')
  const short = { ...initech, name: 'Hooli', email: 'a@hooli.test', password: 'abc' }
  expect((await sofia.post('/companies', short)).body.fields).toEqual({ password: 'tooShort' })
})

test('a renewal moves the due date once, from the later of that date and today', async () => {
  const renew = (body: object, id = 2) => sofia.post(`/companies/${id}/renew`, body)
  await sofia.put('/companies/2', { dueDate: '2026-01-31', recurrence: 'MENSAL' })
  const first = await renew({ dueDate: '2026-01-31' })
  expect(first.body).toMatchObject({ dueDate: '2026-02-28', daysLeft: -10 })
  // A second operator who read the former date.
  const second = await renew({ dueDate: '2026-01-31' })
  expect([second.status, second.body]).toMatchObject([409, { error: 'ERR_DUE_DATE_CHANGED', dueDate: '2026-02-28' }])
  expect((await renew({ dueDate: '2026-02-28', fromToday: true })).body.dueDate).toBe('2026-04-10')
  const { dueDate } = (await sofia.get('/companies/1')).body
  expect((await renew({ dueDate }, 1)).body.error).toBe('ERR_INITIAL_RECORD')
  expect((await renew({ dueDate }, 99)).status).toBe(404)
  expect((await renew({})).status).toBe(400)
  const ana = await world.as(world.ana)
  expect((await ana.post('/companies/2/renew', { dueDate: '2026-04-10' })).status).toBe(403)
})

test('a change of the subscription is recorded in the company, after it was started or stopped', async () => {
  const change = async (body: object) => {
    const { answer, events } = await effectsOf(world, () => sofia.put('/companies/2', body), 2)
    return [answer.status, events]
  }
  const done: string[] = []
  world.platform.companyStops.push(async (id) => {
    await Bun.sleep(1)
    done.push(`stopped ${id}`)
  })
  world.platform.companyStarts.push(async (id) => {
    await Bun.sleep(1)
    done.push(`started ${id}`)
  })
  const { dueDate } = (await sofia.get('/companies/2')).body
  expect(await change({ phone: '+55 11 98888-7777' })).toEqual([200, 'none'])
  expect(await change({ name: 'Globex', dueDate, status: true })).toEqual([200, 'none'])
  expect(await change({ name: 'globex' })).toEqual([200, changed])
  expect(done).toEqual([])
  expect([await change({ status: false }), [...done]]).toEqual([[200, changed], ['stopped 2']])
  expect([await change({ status: true }), done[1]]).toEqual([[200, changed], 'started 2'])
  expect((await sofia.put('/companies/1', { phone: '+55 11 98888-7777' })).status).toBe(200)
})

test('nobody deletes the company of their own session', async () => {
  world.ctx(2).company.sqlite.run("UPDATE user SET super = 1 WHERE email = 'gina@globex.test'")
  const gina = await world.as(world.gina)
  expect((await gina.delete('/companies/2')).body.error).toBe('ERR_NO_PERMISSION')
  expect((await gina.get('/queue')).status).toBe(200)
})

test('finds companies by name and e-mail', async () => {
  const found = async (search: string) =>
    (await sofia.get(`/companies?searchParam=${search}`)).body.companies.map(({ name }: { name: string }) => name)
  expect([await found('glob'), await found('ana@'), await found('zz')]).toEqual([['Globex'], ['Acme'], []])
})

test('publishes changes to super users only', async () => {
  world.published.length = 0
  const { body } = await sofia.post('/companies', initech)
  await sofia.put(`/companies/${body.id}`, { phone: '+55 11 98888-7777' })
  await sofia.delete(`/companies/${body.id}`)
  const received = world.published.filter(({ event }) => event === 'company-1-company')
  expect(received.map(({ data }) => data['action'])).toEqual(['create', 'update', 'delete'])
  expect(new Set(received.flatMap(({ topics }) => topics.map((topic) => topic.split('/')[1])))).toEqual(
    new Set(['host']),
  )
  expect(JSON.stringify(received)).not.toContain(body.generatedPassword)
})

test('super users mute a company, which its people see at once; a copy stays muted', async () => {
  const gina = await world.as(world.gina)
  const isMuted = async () => (await gina.get('/auth/me')).body.user.company.muted
  expect((await gina.put('/companies/2/muted', { muted: true })).status).toBe(403)
  const { answer, events } = await effectsOf(world, () => sofia.put('/companies/2/muted', { muted: true }), 2)
  expect([answer.status, answer.body.muted, events]).toEqual([200, true, changed])
  expect([await isMuted(), (await gina.get('/queue')).status]).toEqual([true, 200])
  expect((await sofia.get('/companies/1')).body.muted).toBe(false)
  const again = await effectsOf(world, () => sofia.put('/companies/2/muted', { muted: true }), 2)
  expect([again.answer.body.muted, again.events]).toEqual([true, 'none'])
  world.platform.catalog.sqlite.run('UPDATE company SET copy_of = 1 WHERE id = 2')
  world.platform.catalog.companies.forget()
  expect((await sofia.put('/companies/2/muted', { muted: false })).body.error).toBe('ERR_COMPANY_MUTED')
  world.platform.catalog.sqlite.run('UPDATE company SET copy_of = NULL WHERE id = 2')
  world.platform.catalog.companies.forget()
  expect((await sofia.put('/companies/2/muted', { muted: false })).body.muted).toBe(false)
  expect(await isMuted()).toBe(false)
  expect((await sofia.put('/companies/2/muted', {})).status).toBe(400)
})
