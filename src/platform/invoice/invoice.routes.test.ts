import { afterEach, beforeEach, expect, test } from 'bun:test'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import type { InvoiceView, OpenInvoiceView } from './invoice.calls'
import { makeInvoices } from './make-invoices'
import { turnDays } from '../platform.domain'

let world: World
let ana: Caller, bruno: Caller, gina: Caller, hugo: Caller, sofia: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-10T15:00:00Z') })
  ;({ ana, bruno, gina, hugo, sofia } = await signIn(world, 'ana', 'bruno', 'gina', 'hugo', 'sofia'))
})
afterEach(() => world.stop())

const invoicesOf = async (caller: Caller) => (await caller.get('/invoices')).body.invoices as InvoiceView[]
const dates = async (caller: Caller) => (await invoicesOf(caller)).map(({ dueDate, status }) => `${dueDate} ${status}`)

/** Happens by the passing of time; no command causes it. */
function setDue(dueDate: string, companyId = 2) {
  world.platform.catalog.sqlite.run('UPDATE company SET due_date = ? WHERE id = ?', [dueDate, companyId])
  world.platform.catalog.companies.forget()
}

test('creates an invoice 20 days ahead, once per due date, and none for the host’s own company', async () => {
  setDue('2026-03-31')
  setDue('2026-03-15', 1)
  makeInvoices(world.platform)
  expect(await invoicesOf(gina)).toEqual([])
  // Still the previous evening in São Paulo, though the day has begun in UTC.
  world.setTime(new Date('2026-03-11T02:59:00Z'))
  makeInvoices(world.platform)
  expect(await invoicesOf(await world.as(world.gina))).toEqual([])
  world.setTime(new Date('2026-03-11T03:00:00Z'))
  gina = await world.as(world.gina)
  for (let again = 0; again < 3; again++) makeInvoices(world.platform)
  expect(await invoicesOf(gina)).toEqual([
    {
      id: 1,
      companyId: 2,
      detail: 'Plano',
      users: 50,
      connections: 10,
      queues: 50,
      value: 100,
      dueDate: '2026-03-31',
      status: 'open',
      overdue: false,
      paidAt: null,
    },
  ])
  expect(await invoicesOf(await world.as(world.sofia))).toEqual([])
})

test('companies see their own invoices, also when expired; only the super user sees others’', async () => {
  setDue('2026-03-09')
  makeInvoices(world.platform)
  expect((await world.nobody.get('/invoices')).status).toBe(401)
  expect((await world.nobody.get('/subscription')).status).toBe(401)
  for (const caller of [gina, hugo]) {
    const { status, body } = await caller.get('/invoices?searchParam=PLANO&pageNumber=1')
    expect([status, body.count, body.hasMore, body.invoices[0].overdue]).toEqual([200, 1, false, true])
    expect((await caller.get('/queue')).body.error).toBe('ERR_SUBSCRIPTION_EXPIRED')
  }
  expect((await gina.get('/invoices?searchParam=outro')).body).toEqual({ invoices: [], hasMore: false, count: 0 })
  for (const caller of [ana, bruno]) {
    expect(await invoicesOf(caller)).toEqual([])
    expect((await caller.get('/invoices?companyId=2')).body.error).toBe('ERR_NO_PERMISSION')
  }
  expect((await sofia.get('/invoices?companyId=2')).body.count).toBe(1)
  expect((await sofia.get('/invoices?companyId=99')).body.error).toBe('ERR_NO_COMPANY_FOUND')
  for (const query of ['pageNumber=0', 'pageNumber=x', 'companyId=', 'searchParam=a&searchParam=b']) {
    expect([query, (await gina.get(`/invoices?${query}`)).status]).toEqual([query, 400])
  }
})

test('paid and cancelled invoices are limited to admins; plain users see open ones', async () => {
  setDue('2026-03-20')
  makeInvoices(world.platform)
  expect(await dates(hugo)).toEqual(['2026-03-20 open'])
  await sofia.post('/invoices/1/pay')
  await sofia.put('/companies/2', { dueDate: '2026-03-22' })
  await sofia.put('/companies/2', { dueDate: '2026-03-25' })
  expect(await dates(gina)).toEqual(['2026-03-25 open', '2026-03-22 canceled', '2026-03-20 paid'])
  const plain = (await hugo.get('/invoices')).body
  expect([await dates(hugo), plain.count, plain.hasMore]).toEqual([['2026-03-25 open'], 1, false])
  setDue('2026-03-09')
  expect(await dates(hugo)).toEqual(['2026-03-25 open'])
  expect((await sofia.get('/invoices?companyId=2')).body.count).toBe(3)
})

test('the super user lists open invoices of all companies, the longest overdue first', async () => {
  const shop = { email: 'loja@zeta.test', name: 'Loja Zeta', password: 'segredo123', planId: 1 }
  expect((await sofia.post('/companies', { ...shop, dueDate: '2026-03-20' })).status).toBe(200)
  setDue('2026-03-09')
  makeInvoices(world.platform)
  expect((await world.nobody.get('/invoices/open')).status).toBe(401)
  for (const caller of [ana, bruno]) {
    const { answer, ...effects } = await effectsOf(world, () => caller.get('/invoices/open'), 2)
    expect(answer.body.error).toBe('ERR_NO_PERMISSION')
    expect(effects).toEqual(noEffects)
  }
  expect((await gina.get('/invoices/open')).body.error).toBe('ERR_SUBSCRIPTION_EXPIRED')
  const owed = async (query = '') => {
    const { body } = await sofia.get(`/invoices/open${query}`)
    const invoices = body.invoices as OpenInvoiceView[]
    return [body.count, ...invoices.map(({ company, dueDate, overdue }) => [company.name, dueDate, overdue])]
  }
  expect(await owed()).toEqual([2, ['Globex', '2026-03-09', true], ['Loja Zeta', '2026-03-20', false]])
  expect(await owed('?searchParam=zéta')).toEqual([1, ['Loja Zeta', '2026-03-20', false]])
  const [{ id }] = (await sofia.get('/invoices/open')).body.invoices as [OpenInvoiceView]
  expect((await sofia.post(`/invoices/${id}/pay`)).status).toBe(200)
  expect(await owed('?searchParam=globex')).toEqual([0])
  for (const query of ['pageNumber=0', 'pageNumber=x', 'searchParam=a&searchParam=b']) {
    expect([query, (await sofia.get(`/invoices/open?${query}`)).status]).toEqual([query, 400])
  }
})

test('lists twenty invoices per page, newest first', async () => {
  const insert = world.platform.catalog.sqlite.prepare(
    `INSERT INTO invoice (company_id, plan_id, detail, users, connections, queues, value, due_date, status, created_at, updated_at)
     VALUES (2, 1, 'Plano', 1, 1, 1, 4990, ?, 'paid', 0, 0)`,
  )
  for (let month = 1; month <= 21; month++) insert.run(`20${10 + month}-01-15`)
  const first = (await gina.get('/invoices')).body
  expect([first.count, first.hasMore, first.invoices.length]).toEqual([21, true, 20])
  expect(first.invoices[0]).toMatchObject({ dueDate: '2031-01-15', value: 49.9, overdue: false })
  const second = (await gina.get('/invoices?pageNumber=2')).body
  expect([second.hasMore, second.invoices.map(({ dueDate }: InvoiceView) => dueDate)]).toEqual([false, ['2011-01-15']])
})

test('returns the subscription with plan, due date and support contact', async () => {
  await sofia.put('/companies/1', { phone: '+55 11 4002-8900', email: 'suporte@acme.test' })
  setDue('2026-03-10')
  expect((await hugo.get('/subscription')).body).toEqual({
    plan: { id: 1, name: 'Plano', amount: 100, users: 50, connections: 10, queues: 50, storageGb: null },
    used: { users: 3, connections: 1, queues: 2 },
    stored: { bytes: expect.any(Number), messages: null, tickets: null, contacts: null },
    invoice: null,
    provider: null,
    payer: null,
    customPlan: { base: 49, user: 11, connection: 20 },
    state: 'expires today',
    active: true,
    dueDate: '2026-03-10',
    daysLeft: 0,
    recurrence: 'MENSAL',
    support: { name: 'Acme', email: 'suporte@acme.test', phone: '+55 11 4002-8900' },
  })
  setDue('2026-03-09')
  expect((await hugo.get('/subscription')).body).toMatchObject({ state: 'expired', daysLeft: -1 })
  await sofia.put('/companies/2', { dueDate: '2026-06-01', status: false })
  expect((await hugo.get('/subscription')).body).toMatchObject({ state: 'expired', active: false, daysLeft: 83 })
})

test('only the super user confirms a payment, once', async () => {
  await sofia.put('/companies/2', { dueDate: '2026-03-20', recurrence: 'TRIMESTRAL' })
  expect(await dates(gina)).toEqual(['2026-03-20 open'])
  expect((await world.nobody.post('/invoices/1/pay')).status).toBe(401)
  for (const caller of [ana, bruno, gina]) {
    const { answer, ...effects } = await effectsOf(world, () => caller.post('/invoices/1/pay'), 2)
    expect(answer.body.error).toBe('ERR_NO_PERMISSION')
    expect(effects).toEqual(noEffects)
  }
  for (const id of ['99', '0', 'x', '1e3'])
    expect((await sofia.post(`/invoices/${id}/pay`)).status).toBeOneOf([400, 404])
  const { answer, ...effects } = await effectsOf(world, () => sofia.post('/invoices/1/pay'), 2)
  expect(answer.body).toMatchObject({ status: 'paid', paidAt: '2026-03-10T15:00:00.000Z', overdue: false })
  expect(effects).toEqual({
    events: { 'subscription.paid': 1 },
    jobs: 'none',
    // The plan may have changed, and with it which connections are above it.
    live: { 'company-2-payment': 1, 'company-2-whatsapp': 1, 'company-1-company': 1 },
    otherCompany: 'none',
  })
  expect(world.published.findLast(({ event }) => event === 'company-2-payment')).toMatchObject({
    topics: ['2/subscription'],
    data: { action: 'CONCLUIDA', company: { id: 2, dueDate: '2026-06-20' } },
  })
  const again = await effectsOf(world, () => sofia.post('/invoices/1/pay'), 2)
  expect(again).toMatchObject({ ...noEffects, answer: { status: 200 } })
  expect((await gina.get('/subscription')).body.dueDate).toBe('2026-06-20')
})

test('a late payment counts from today, and enables the company again', async () => {
  setDue('2026-01-31')
  makeInvoices(world.platform)
  await sofia.put('/companies/2', { status: false })
  expect((await gina.get('/queue')).status).toBe(402)
  const started: number[] = []
  world.platform.companyStarts.push((id) => void started.push(id))
  await sofia.post('/invoices/1/pay')
  expect((await sofia.get('/companies/2')).body).toMatchObject({ dueDate: '2026-04-10', status: true })
  expect(started).toEqual([2])
  expect((await gina.get('/queue')).status).toBe(200)
  expect(await dates(gina)).toEqual(['2026-01-31 paid'])
})

test('of two concurrent confirmations, one extends the subscription', async () => {
  setDue('2026-03-20')
  makeInvoices(world.platform)
  const answers = await Promise.all([1, 2, 3].map(() => sofia.post('/invoices/1/pay')))
  expect(answers.map(({ body }) => body.status)).toEqual(['paid', 'paid', 'paid'])
  expect((await gina.get('/subscription')).body.dueDate).toBe('2026-04-20')
})

test('an open invoice follows changes of due date and plan', async () => {
  const plan = { name: 'Maior', users: 90, connections: 20, queues: 90, amount: 249.9 }
  const { body } = await sofia.post('/plans', plan)
  await sofia.put('/companies/2', { dueDate: '2026-03-20' })
  await sofia.put('/plans/1', { amount: 120 })
  makeInvoices(world.platform)
  expect((await invoicesOf(gina))[0]).toMatchObject({ detail: 'Plano', value: 100 })
  await sofia.put('/companies/2', { planId: body.id })
  expect((await invoicesOf(gina))[0]).toMatchObject({ id: 1, detail: 'Maior', users: 90, value: 249.9, status: 'open' })
  await sofia.put('/companies/2', { dueDate: '2026-04-20' })
  expect(await dates(gina)).toEqual(['2026-03-20 canceled'])
  await sofia.put('/companies/2', { dueDate: '2026-03-20' })
  expect(await dates(gina)).toEqual(['2026-03-20 open'])
  await sofia.put('/companies/2', { dueDate: '2026-03-25' })
  expect(await dates(gina)).toEqual(['2026-03-25 open', '2026-03-20 canceled'])
  await sofia.delete('/companies/2')
  expect(world.platform.catalog.sqlite.query('SELECT count(*) FROM invoice').values()).toEqual([[0]])
})

test('a new company has its first invoice, whether it signed up or was created', async () => {
  const admin = { name: 'Initech', email: 'bill@initech.test', password: 'dado-por-outra', planId: 1 }
  await sofia.post('/companies', { ...admin, dueDate: '2026-03-15' })
  expect((await sofia.get('/invoices?companyId=3')).body.count).toBe(1)
  await sofia.put('/settings/allowSignup', { value: 'enabled' })
  const person = { name: 'Milton', email: 'milton@lumon.test', password: 'grampeador', phone: '5511977770000' }
  await world.nobody.post('/auth/signup', { ...person, companyName: 'Lumon', planId: 1 })
  expect((await sofia.get('/invoices?companyId=4')).body.invoices[0]).toMatchObject({
    dueDate: '2026-03-17',
    value: 100,
  })
})

test('publishes a new day at the company’s own midnight only', async () => {
  const published = () => world.published.splice(0).map(({ event, topics }) => `${event} to ${topics}`)
  const tick = async (since: string, now: string) => {
    world.setTime(new Date(now))
    await turnDays(world.platform, new Date(since))
    return published()
  }
  setDue('2026-03-10')
  expect(await tick('2026-03-11T02:45:01Z', '2026-03-11T02:59:59Z')).toEqual([])
  expect(await tick('2026-03-11T02:59:59Z', '2026-03-11T03:00:01Z')).toEqual([
    'company-2-subscription to 2/subscription',
    'company-2-whatsapp to 2/connections',
  ])
  expect(await tick('2026-03-11T03:00:01Z', '2026-03-11T03:15:01Z')).toEqual([])
  // Nothing is published except near the due date.
  for (const due of ['2026-06-10', '2026-02-10', '2999-12-31']) {
    setDue(due)
    expect(await tick('2026-03-11T02:59:59Z', '2026-03-11T03:00:01Z')).toEqual([])
  }
  setDue('2026-03-15')
  expect(await tick('2026-03-11T02:59:59Z', '2026-03-11T03:00:01Z')).toHaveLength(2)
  world.platform.catalog.sqlite.run("UPDATE company SET time_zone = 'Asia/Kathmandu' WHERE id = 2")
  world.platform.catalog.companies.forget()
  expect(await tick('2026-03-11T18:00:01Z', '2026-03-11T18:15:01Z')).toHaveLength(2)
})
