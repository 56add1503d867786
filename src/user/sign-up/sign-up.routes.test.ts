import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'

let world: World
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-10T01:00:00Z') })
})
afterEach(() => world.stop())

const body = {
  name: 'Milton',
  email: 'milton@initech.test',
  password: 'grampeador',
  phone: '5511977770000',
  companyName: 'Initech',
  planId: 1,
  companyId: 2,
}

async function open() {
  const sofia = await world.as(world.sofia)
  await sofia.put('/settings/allowSignup', { value: 'enabled' })
  return sofia
}

const requiredFields = ['name', 'email', 'password', 'phone', 'companyName', 'planId']

const companies = () => world.platform.catalog.sqlite.query('SELECT name FROM company ORDER BY id').values().flat()

test('rejects sign-ups while the host has disabled them', async () => {
  const answer = await world.nobody.post('/auth/signup', body)
  expect([answer.status, answer.body.error]).toEqual([403, 'ERR_USER_CREATION_DISABLED'])
  expect(companies()).toEqual(['Acme', 'Globex'])
})

test('creates a separate company on trial for a week, whatever company the link names', async () => {
  await open()
  const answer = await world.nobody.post('/auth/signup', body)
  // It is still the previous evening in São Paulo.
  expect(answer.body).toEqual({ company: { id: 3, name: 'Initech', dueDate: '2026-03-16' } })
  const signedIn = await world.nobody.post('/auth/login', { email: body.email, password: body.password })
  expect(signedIn.body.user).toMatchObject({ id: 1, companyId: 3, profile: 'admin', super: false, queues: [] })
  const hugo = await world.as(world.gina)
  expect((await hugo.get('/users/list')).body).toHaveLength(3)
})

test('the new company takes the page’s language and its time zone', async () => {
  const sofia = await open()
  const { company } = (await world.nobody.post('/auth/signup', { ...body, language: 'es' })).body
  expect((await sofia.get(`/companies/${company.id}`)).body).toMatchObject({
    language: 'es',
    timeZone: 'America/Monterrey',
    phone: '5511977770000',
    status: true,
    email: 'milton@initech.test',
    plan: { id: 1 },
    recurrence: 'MENSAL',
  })
  const signedIn = await world.nobody.post('/auth/login', { email: body.email, password: body.password })
  expect(signedIn.body.user.language).toBe('es')
  expect((await world.nobody.post('/auth/signup', { ...body, language: 'tr' })).body.fields).toEqual({
    language: 'invalid',
  })
})

test('names invalid fields, rejects taken names and hidden plans, and creates nothing', async () => {
  const sofia = await open()
  const invalid: [object, string, Record<string, string>?][] = [
    [{ ...body, name: 'M' }, 'ERR_INVALID_INPUT', { name: 'tooShort' }],
    [{ ...body, name: ' ', password: '' }, 'ERR_INVALID_INPUT', { name: 'required', password: 'required' }],
    [{ ...body, companyName: 'I'.repeat(51) }, 'ERR_INVALID_INPUT', { companyName: 'tooLong' }],
    [{ ...body, password: '1234' }, 'ERR_INVALID_INPUT', { password: 'tooShort' }],
    [{ ...body, email: 'milton' }, 'ERR_INVALID_INPUT', { email: 'invalidEmail' }],
    [{ ...body, phone: ' ' }, 'ERR_INVALID_INPUT', { phone: 'required' }],
    [{ ...body, password: '1'.repeat(51) }, 'ERR_INVALID_INPUT', { password: 'tooLong' }],
    [{ ...body, password: body.email }, 'ERR_INVALID_INPUT', { password: 'personalPassword' }],
    [{ ...body, planId: 0 }, 'ERR_INVALID_INPUT', { planId: 'required' }],
    [{ ...body, planId: 'x' }, 'ERR_INVALID_INPUT', { planId: 'required' }],
    [{}, 'ERR_INVALID_INPUT', Object.fromEntries(requiredFields.map((name) => [name, 'required']))],
    [
      { ...body, name: ['x'], companyName: { $ne: 1 } },
      'ERR_INVALID_INPUT',
      { name: 'required', companyName: 'required' },
    ],
    [{ ...body, companyName: 'acme' }, 'ERR_COMPANY_NAME_ALREADY_EXISTS', { companyName: 'nameTaken' }],
    [{ ...body, email: 'ana@acme.test' }, 'ERR_EMAIL_ALREADY_EXISTS', { email: 'emailTaken' }],
    [{ ...body, planId: 99 }, 'ERR_NO_PLAN_FOUND'],
  ]
  for (const [given, error, fields] of invalid) {
    const answer = await world.nobody.post('/auth/signup', given)
    expect(answer.body.error).toBe(error)
    if (fields) expect(answer.body.fields).toEqual(fields)
  }
  await sofia.put('/plans/1', { isPublic: false })
  expect((await world.nobody.post('/auth/signup', body)).body.error).toBe('ERR_NO_PLAN_FOUND')
  expect(companies()).toEqual(['Acme', 'Globex'])
})

test('allows ten attempts an hour per address', async () => {
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await world.nobody.post('/auth/signup', body)).status).toBe(403)
  const answer = await world.nobody.post('/auth/signup', body)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500)
  world.setTime(new Date('2026-03-10T02:00:01Z'))
  expect((await world.nobody.post('/auth/signup', body)).status).toBe(403)
})
