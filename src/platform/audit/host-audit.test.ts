import { afterEach, beforeEach, expect, test } from 'bun:test'
import { password } from '../../testing/world/people'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import type { HostAuditView } from './host-audit.calls'

let world: World
let ana: Caller, bruno: Caller, gina: Caller, sofia: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-10T15:00:00Z') })
  ;({ ana, bruno, gina, sofia } = await signIn(world, 'ana', 'bruno', 'gina', 'sofia'))
})
afterEach(() => world.stop())

const listed = async (query = '') => (await sofia.get(`/host-audit${query}`)).body.records as HostAuditView[]

test('super users read who did what in which company, and nobody else does', async () => {
  for (const path of ['/host-audit', '/host-audit/export']) {
    for (const caller of [ana, bruno, gina]) expect((await caller.get(path)).body.error).toBe('ERR_NO_PERMISSION')
  }
  await sofia.put('/companies/2/muted', { muted: true })
  await ana.delete('/users/2/session')
  const [signedOut, muted] = await listed()
  expect(signedOut).toMatchObject({
    type: 'user.signedOutByAdmin',
    companyName: 'Acme',
    user: world.ana.email,
    whom: world.bruno.email,
  })
  expect(muted).toMatchObject({ type: 'company.muted', companyId: 2, user: world.sofia.email, whom: '' })
})

test('filters by what, company, day, person and address, and pages without gaps', async () => {
  const from = { 'x-forwarded-for': '203.0.113.7' }
  for (const person of [world.bruno, world.gina]) {
    const wrong = { email: person.email, password: 'errada' }
    expect((await world.nobody.post('/auth/login', wrong, from)).body.error).toBe('ERR_INVALID_CREDENTIALS')
  }
  await sofia.put('/companies/2/muted', { muted: true })
  expect(await listed('?type=sign-in.refused')).toMatchObject([{ companyId: 2 }, { companyId: 1 }])
  expect((await listed('?company=2')).every(({ companyId }) => companyId === 2)).toBe(true)
  expect(await listed('?searchParam=bruno&type=sign-in.refused')).toMatchObject([{ user: world.bruno.email }])
  // Acts on company 2 by user 4 of company 1 are found by the super user, not by whoever is user 4 there.
  expect(await listed(`?searchParam=${world.sofia.email}&type=company.muted`)).toHaveLength(1)
  expect(await listed(`?searchParam=${world.gina.email}&type=company.muted`)).toEqual([])
  expect(await listed('?searchParam=203.0.113.7')).toHaveLength(2)
  expect(await listed('?searchParam=203.0.113')).toEqual([])
  expect(await listed('?searchParam=%25')).toEqual([])
  expect(await listed('?from=2026-03-11')).toEqual([])
  expect((await sofia.get('/host-audit?type=x')).status).toBe(400)
  const insert = world.platform.catalog.sqlite.query("INSERT INTO audit (at, type) VALUES (1000, 'plan.created')")
  for (let i = 0; i < 120; i++) insert.run()
  const first = (await sofia.get('/host-audit?type=plan.created')).body
  expect([first.records.length, first.hasMore, first.count]).toEqual([50, true, 120])
  const { id } = first.records.at(-1)
  const next = await listed(`?type=plan.created&after=1000.${id}`)
  expect(next.map((entry) => entry.id)).toEqual(Array.from({ length: 50 }, (_, index) => id - 1 - index))
})

test('exports what is filtered, and audits that', async () => {
  await sofia.put('/companies/2/muted', { muted: true })
  const text = String((await sofia.get('/host-audit/export?format=csv&type=company.muted')).body)
  expect(text.split('\n')[1]).toContain(`Empresa silenciada`)
  expect(text).toContain(world.sofia.email)
  expect(text).not.toContain('Entrada')
  expect((await listed('?type=audit.exported'))[0]).toMatchObject({ user: world.sofia.email })
})

test('a super user ends the sessions of another company, which both audits tell', async () => {
  for (const caller of [ana, gina, bruno]) {
    expect((await caller.delete('/companies/2/sessions')).body.error).toBe('ERR_NO_PERMISSION')
  }
  expect((await sofia.delete('/companies/99/sessions')).body.error).toBe('ERR_NO_COMPANY_FOUND')
  const { ended } = (await sofia.delete('/companies/2/sessions')).body
  expect(ended).toBe(1)
  expect((await gina.get('/auth/me')).status).toBe(401)
  for (const caller of [ana, bruno, sofia]) expect((await caller.get('/auth/me')).status).toBe(200)
  expect((await listed('?type=company.signedOut'))[0]).toMatchObject({ companyId: 2, user: world.sofia.email })
  const { records } = (await (await world.as(world.gina)).get('/audit?category=support')).body
  expect(records).toMatchObject([
    { object: 'session', action: 'ended', byKind: 'host', changes: [{ field: 'sessions', to: 1 }] },
    { object: 'session', action: 'ended', byKind: 'host', objectName: world.gina.name },
  ])
  // In one's own company, the super user stays.
  await sofia.delete('/companies/1/sessions')
  expect((await ana.get('/auth/me')).status).toBe(401)
  expect((await sofia.get('/auth/me')).status).toBe(200)
  expect((await world.nobody.post('/auth/login', { email: world.gina.email, password })).status).toBe(200)
})

test('details name plans, settings and values, in the language of the super user who exports', async () => {
  const { id: planId } = (await sofia.post('/plans', { name: 'Ouro', users: 5, connections: 2, queues: 3, amount: 99 }))
    .body
  await sofia.put(`/plans/${planId}`, { amount: 120.5, useKanban: false, storageGb: null })
  await sofia.put('/companies/2', { planId, dueDate: '2026-05-01', recurrence: 'ANUAL' })
  await sofia.put('/settings/allowSignup', { value: 'enabled' })
  await sofia.put('/settings/userCreation', { value: 'disabled', companyId: 2 })
  await sofia.put('/payment-settings', {
    provider: 'static',
    pixKey: 'chave@acme.test',
    pixName: 'Acme',
    pixCity: 'Recife',
  })
  const earlier = "INSERT INTO audit (at, type, data) VALUES (2000000000000, 'plan.updated', ?)"
  world.platform.catalog.sqlite.query(earlier).run(JSON.stringify({ planId, fields: ['users'] }))
  const exported = async () => String((await sofia.get('/host-audit/export?format=csv')).body)
  const inPortuguese = await exported()
  for (const text of [
    'Nome: Ouro; Usuários',
    'Nome: Ouro; Armazenamento: 100 GB → Ilimitado; Valor: R$\u00a099,00 → R$\u00a0120,50; Kanban: sim → não',
    'Vencimento: 31/12/2999 → 01/05/2026; Recorrência: Mensal → Anual',
    'Cadastro aberto: não → sim',
    'Formato: CSV',
    'Permitir criar usuários: não',
    'Receber por Pix com; Chave Pix; Nome de quem recebe; Cidade',
  ])
    expect(inPortuguese).toContain(text)
  expect(inPortuguese).toMatch(/Plano: .+ → Ouro/)
  expect(inPortuguese).not.toMatch(/planId|allowSignup|userCreation|pixKey|chave@acme/)
  // Another user's language, and that of a company, do not matter.
  await sofia.put('/companies/1', { language: 'es' })
  await ana.put('/users/1', { language: 'es' })
  await sofia.put('/users/4', { language: 'en' })
  const inEnglish = await exported()
  expect(inEnglish.split('\n')[0]).toContain('Time')
  expect(inEnglish).toContain('Name: Ouro; Storage: 100 GB → Unlimited')
  expect(inEnglish).not.toMatch(/Vencimento|Vence/)
})
