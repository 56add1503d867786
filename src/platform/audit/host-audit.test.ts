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
