import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type BankWorld, createBankWorld, setDue } from '../../testing/bank-world'
import { strangerCertificate, strangerKey } from '../../testing/bank/certificates'
import { readCode } from '../../testing/bank/pix-code'
import type { Answer } from '../../testing/requests'
import { verifyOpenCharges } from './verify-charge'

type Caller = Awaited<ReturnType<BankWorld['as']>>
type Provider = Parameters<typeof createBankWorld>[0]

const now = new Date('2026-03-10T15:00:00Z')
const payer = { name: 'Gina Alves', document: '529.982.247-25' }
let world: BankWorld
let gina: Caller, sofia: Caller
let plan = 0

async function start(provider: Provider) {
  world = await createBankWorld(provider, { now })
  sofia = await world.as(world.sofia)
  gina = await world.as(world.gina)
  plan = (await sofia.post('/plans', { name: 'Loja', users: 5, connections: 2, queues: 5, amount: 149.9 })).body['id']
  setDue(world, '2026-03-20')
  if (provider !== 'efi') return
  await sofia.put('/payment-settings', {})
  await world.runJobs(1)
  expect(world.bank.reports).toMatchObject([{ status: 200 }])
}
afterEach(() => world.stop())

const ask = (body: object = {}, caller = gina) =>
  caller.post('/subscription', { price: 100, invoiceId: 1, ...payer, ...body })
const codeOf = (answer: Answer) => answer.body['pixCopiaECola'] as string
const invoice = async (id = 1) =>
  (await gina.get('/invoices')).body['invoices'].find((one: { id: number }) => one.id === id) as Record<string, unknown>
const subscription = async () => (await gina.get('/subscription')).body
const audits = () =>
  world.platform.catalog.sqlite
    .query<{ type: string }, []>(
      "SELECT type FROM audit WHERE type LIKE 'charge.%' OR type = 'invoice.paid' ORDER BY id",
    )
    .all()
    .map(({ type }) => type)
const chargeStates = () =>
  world.platform.catalog.sqlite
    .query<{ status: string }, []>('SELECT status FROM charge ORDER BY id')
    .all()
    .map(({ status }) => status)
const calls = (pattern: RegExp) => world.bank.calls.filter(({ line }) => pattern.test(line)).length
const creations = () => calls(/^(PUT \/v2\/cob|POST \/v1\/payments|POST \/v3\/payments)/)

/** Runs the due jobs, as the job loop does. */
const work = () => world.runJobs(2)
const minutesLater = (minutes: number) => world.setTime(new Date(now.getTime() + minutes * 60_000))

describe.each(['efi', 'mercadopago', 'asaas'] as const)('at %s', (provider) => {
  beforeEach(() => start(provider))

  test('an invoice is charged, paid, reported, asked about, and renews the company once', async () => {
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      ...{ invoiceId: 1, provider, status: 'ATIVA', valor: { original: '100.00' } },
      secondsLeft: provider === 'asaas' ? 86_400 : 3600,
      qrcode: { qrcode: codeOf(answer), imagemQrcode: expect.stringMatching(/^data:image\/svg\+xml;base64,/) },
    })
    expect(readCode(codeOf(answer)).url).toContain('pix.bank.test')
    expect(world.bank.charges).toMatchObject([{ amount: 100, state: 'open' }])
    await work()
    expect(await invoice()).toMatchObject({ status: 'open' })
    world.bank.failures.reports = 5
    await world.bank.pay(codeOf(answer))
    expect(world.bank.reports.filter(({ url }) => url.includes('/webhook/payment/')).slice(-5)).toMatchObject(
      Array.from({ length: 5 }, () => ({ status: 200 })),
    )
    // A report alone proves nothing: the provider is asked first.
    expect(await invoice()).toMatchObject({ status: 'open' })
    await work()
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid', value: 100 })
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20', plan: { name: 'Plano' } })
    const [charge] = world.bank.charges
    for (let again = 0; again < 20; again++) if (charge) await world.bank.report(charge)
    await work()
    expect(audits()).toEqual(['charge.created', 'charge.paid', 'invoice.paid'])
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
  })

  test('a payment whose report is lost is found by the schedule', async () => {
    const answer = await ask()
    world.bank.failures.reports = 0
    await world.bank.pay(codeOf(answer))
    await work()
    expect(await invoice()).toMatchObject({ status: 'open' })
    minutesLater(2)
    verifyOpenCharges(world.platform)
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid' })
  })

  test('a payment that is reported before the answer to its creation counts', async () => {
    world.bank.failures.payBeforeAnswer = true
    expect((await ask()).status).toBe(200)
    minutesLater(1)
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid' })
  })

  test('asked again for the same it answers with the same charge; an answer that got lost makes no second one', async () => {
    world.bank.failures.loseAnswers = true
    const failed = await ask()
    expect([failed.status, failed.body['error']]).toEqual([503, 'ERR_PAYMENT_UNAVAILABLE'])
    expect(await invoice()).toMatchObject({ status: 'open', value: 100 })
    world.bank.failures.loseAnswers = false
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(codeOf)).size).toBe(1)
    expect(world.bank.charges).toHaveLength(1)
    expect(chargeStates()).toEqual(['open'])
  })

  test('less than the amount pays nothing and is noted once', async () => {
    const answer = await ask()
    world.bank.failures.paidTooLittle = 0.01
    await world.bank.pay(codeOf(answer))
    minutesLater(1)
    for (let again = 0; again < 3; again++) {
      verifyOpenCharges(world.platform)
      await work()
    }
    expect(await invoice()).toMatchObject({ status: 'open' })
    expect(await subscription()).toMatchObject({ dueDate: '2026-03-20' })
    expect(audits()).toEqual(['charge.created', 'charge.partial'])
    expect((await gina.get('/payments/unclear')).body['error']).toBe('ERR_NO_PERMISSION')
    const unclear = { id: 1, kind: 'partial', company: { id: 2, name: 'Globex' }, value: 100, received: 99.99 }
    expect((await sofia.get('/payments/unclear')).body).toMatchObject([unclear])
    for (let again = 0; again < 2; again++) await sofia.post('/payments/unclear/1/reviewed')
    expect((await sofia.get('/payments/unclear')).body).toEqual([] as never)
  })

  test('without what it needs of the payer it is refused, naming the field', async () => {
    const answer = await gina.post('/subscription', { price: 100 })
    if (provider === 'asaas') expect(answer.body['fields']).toEqual({ document: 'documentRequired' })
    else expect(answer.body).toMatchObject({ invoiceId: 1 })
  })

  test('while the provider fails or answers nonsense the person is told to try again, and the invoice stays', async () => {
    for (const failures of [{ status: 500 }, { status: 0, nonsense: true }, { nonsense: false, status: 429 }]) {
      Object.assign(world.bank.failures, failures)
      const { status, body } = await ask()
      expect([status, body['error']]).toEqual([503, 'ERR_PAYMENT_UNAVAILABLE'])
    }
    expect(await invoice()).toMatchObject({ status: 'open', value: 100 })
    world.bank.failures.status = 0
    expect((await ask()).status).toBe(200)
    // A report that arrives while the provider is down is not lost.
    world.bank.failures.reports = 0
    await world.bank.pay(world.bank.charges.at(-1)?.code ?? '')
    world.bank.failures.status = 500
    minutesLater(1)
    await work()
    expect(await invoice()).toMatchObject({ status: 'open' })
    world.bank.failures.status = 0
    verifyOpenCharges(world.platform)
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid' })
  })

  test('another plan removes the charge before; a payment of that one still counts, on its own terms', async () => {
    const first = await ask()
    const second = await ask({ plan, price: 149.9 })
    expect([second.status, codeOf(second) === codeOf(first)]).toEqual([200, false])
    expect(world.bank.charges.map(({ state, amount }) => [state, amount])).toEqual([
      ['removed', 100],
      ['open', 149.9],
    ])
    expect(await subscription()).toMatchObject({ plan: { name: 'Plano' } })
    // The removal reached the provider too late.
    const [removed] = world.bank.charges
    if (removed) removed.state = 'open'
    await world.bank.pay(codeOf(first))
    await work()
    minutesLater(1)
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid', value: 100, detail: 'Plano' })
    expect(world.bank.charges.map(({ state }) => state)).toEqual(['paid', 'removed'])
    expect(await subscription()).toMatchObject({ plan: { name: 'Plano' }, dueDate: '2026-04-20' })
  })

  test('the plan changes when it is paid, and an invoice paid twice shows it', async () => {
    const answer = await ask({ plan, price: 149.9 })
    world.bank.failures.reports = 0
    await world.bank.pay(codeOf(answer))
    // The host confirms another payment meanwhile.
    await sofia.post('/invoices/1/pay')
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20', plan: { name: 'Plano' } })
    await work()
    expect(audits()).toEqual(['charge.created', 'invoice.paid', 'charge.overpaid'])
    expect((await sofia.get('/payments/unclear')).body).toMatchObject([
      { kind: 'overpaid', value: 149.9, received: 149.9 },
    ])
    const next = await ask({ plan, price: 149.9, invoiceId: undefined })
    expect(next.status).toBe(200)
    await world.bank.pay(codeOf(next))
    minutesLater(1)
    verifyOpenCharges(world.platform)
    await work()
    expect(await subscription()).toMatchObject({ dueDate: '2026-05-20', plan: { name: 'Loja', amount: 149.9 } })
    expect(await invoice(2)).toMatchObject({ status: 'paid', detail: 'Loja', users: 5, connections: 2, value: 149.9 })
  })
})

describe('a charge that is paid twice', () => {
  beforeEach(() => start('efi'))

  async function payTwice(reports: number) {
    await world.bank.pay(codeOf(await ask()))
    await work()
    minutesLater(1)
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid' })
    expect((await sofia.get('/payments/unclear')).body).toEqual([] as never)
    world.bank.failures.reports = reports
    const [charge] = world.bank.charges
    if (charge) await world.bank.payAgain(charge)
  }

  test('renews once, and its second payment is shown to the host until it is handled', async () => {
    await payTwice(3)
    await work()
    await work()
    expect(audits()).toEqual(['charge.created', 'charge.paid', 'invoice.paid', 'charge.overpaid'])
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
    const unclear = { kind: 'overpaid', company: { id: 2, name: 'Globex' }, value: 100, received: 100 }
    expect((await sofia.get('/payments/unclear')).body).toMatchObject([unclear])
    await sofia.post('/payments/unclear/1/reviewed')
    expect((await sofia.get('/payments/unclear')).body).toEqual([] as never)
    const [charge] = world.bank.charges
    if (charge) await world.bank.payAgain(charge)
    await work()
    expect((await sofia.get('/payments/unclear')).body).toMatchObject([{ kind: 'overpaid', received: 200 }])
  })

  test('is noticed at its end when the report is lost', async () => {
    await payTwice(0)
    await work()
    expect(audits()).not.toContain('charge.overpaid')
    minutesLater(75)
    await work()
    expect(audits()).toContain('charge.overpaid')
  })
})

describe('a price', () => {
  beforeEach(() => start('efi'))

  test('is the server’s: another is refused with the right one, and no charge is created', async () => {
    for (const price of [1, 0.01, 99.99, 1000, '1']) {
      const { status, body } = await ask({ price })
      expect([status, body['error'], body['value']]).toEqual([400, 'ERR_PRICE_CHANGED', 100])
    }
    expect((await ask({ plan, price: 100 })).body).toMatchObject({ error: 'ERR_PRICE_CHANGED', value: 149.9 })
    for (const price of [undefined, -1, 'grátis', null, 1e300]) expect((await ask({ price })).status).toBe(400)
    expect([creations(), chargeStates()]).toEqual([0, []])
  })

  test('of a custom plan is computed from its size, which has a least', async () => {
    const custom = (users: unknown, connections: unknown, price = 91) =>
      ask({ plan: 'custom', users, connections, price })
    for (const [users, connections, fields] of [
      [2, 4, { users: 'customSize' }],
      [5, 2, { connections: 'customSize' }],
      [-5, 3, { users: 'tooSmall' }],
      [3.5, 3, { users: 'integer' }],
      [10_001, 3, { users: 'customSize' }],
      [undefined, undefined, { users: 'customSize', connections: 'customSize' }],
    ] as const) {
      const { status, body } = await custom(users, connections)
      expect([users, connections, status, body['fields']]).toEqual([users, connections, 400, fields])
    }
    expect((await custom(5, 4, 90)).body).toMatchObject({ error: 'ERR_PRICE_CHANGED', value: 91 })
    const answer = await custom('5', '4')
    expect(answer.body).toMatchObject({ valor: { original: '91.00' } })
    world.bank.failures.reports = 0
    await world.bank.pay(codeOf(answer))
    minutesLater(1)
    await work()
    expect(await subscription()).toMatchObject({
      plan: { name: 'Personalizado 5/4', users: 5, connections: 4, queues: 50 },
    })
    const plans = (await sofia.get('/plans/all')).body as Record<string, unknown>[]
    expect(plans.at(-1)).toMatchObject({ name: 'Personalizado 5/4', isPublic: false, amount: 91, useOpenAi: true })
    await sofia.put('/payment-settings', { customBase: 60, customUser: 10.5, customConnection: 0 })
    expect((await custom(5, 4)).body).toMatchObject({ error: 'ERR_NO_INVOICE_FOUND' })
    expect((await ask({ plan: 'custom', users: 5, connections: 4, price: 1, invoiceId: null })).body['value']).toBe(81)
  })

  test('of a smaller plan is refused while more is in use, naming what', async () => {
    const { body: small } = await sofia.post('/plans', {
      name: 'Mini',
      users: 1,
      connections: 0,
      queues: 9,
      amount: 10,
    })
    const { status, body } = await ask({ plan: small['id'], price: 10 })
    expect([status, body['fields']]).toEqual([400, { users: 'belowUse', connections: 'belowUse' }])
    expect(body['used']).toEqual({ users: 3, connections: 1, queues: 2 })
    const { body: hidden } = await sofia.post('/plans', {
      name: 'Oculto',
      users: 9,
      connections: 9,
      queues: 9,
      amount: 1,
      isPublic: false,
    })
    expect((await ask({ plan: hidden['id'], price: 1 })).body['error']).toBe('ERR_NO_PLAN_FOUND')
    expect((await ask({ plan: 99, price: 1 })).body['error']).toBe('ERR_NO_PLAN_FOUND')
  })

  test('is read as other programs write the call', async () => {
    const { document: _document, ...rest } = payer
    const answer = await gina.post('/subscription', {
      ...{
        ...rest,
        plan: JSON.stringify({ planId: plan, title: 'Loja' }),
        price: '149.90',
        users: '5',
        connections: '2',
        invoiceId: '1',
      },
    })
    expect([answer.status, answer.body['valor']]).toEqual([200, { original: '149.90' }])
  })
})

describe('a checkout', () => {
  beforeEach(() => start('efi'))

  test('is for admins of the company whose invoice it is', async () => {
    const hugo = await world.as(world.hugo)
    expect((await world.nobody.post('/subscription', { price: 100 })).status).toBe(401)
    expect((await ask({}, hugo)).body['error']).toBe('ERR_NO_PERMISSION')
    const { body } = await sofia.post('/companies', {
      ...{ name: 'Zeta', email: 'z@zeta.test', password: 'segredo123', planId: 1, dueDate: '2026-03-15' },
    })
    const other = (await sofia.get(`/invoices?companyId=${body['id']}`)).body['invoices'][0].id
    for (const invoiceId of [other, 99]) expect((await ask({ invoiceId })).body['error']).toBe('ERR_NO_INVOICE_FOUND')
    expect((await sofia.post('/subscription', { price: 100, ...payer })).body['error']).toBe('ERR_INITIAL_RECORD')
    expect(creations()).toBe(0)
  })

  test('stays open to an expired company, and works again at once when it is paid late', async () => {
    setDue(world, '2026-01-31')
    expect((await gina.get('/queue')).status).toBe(402)
    const answer = await ask({ invoiceId: undefined })
    expect(answer.status).toBe(200)
    world.bank.failures.reports = 0
    await world.bank.pay(codeOf(answer))
    minutesLater(1)
    await work()
    expect((await gina.get('/queue')).status).toBe(200)
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-10' })
  })

  test('of the present plan extends by the company’s recurrence, early or late; another plan by a month', async () => {
    const paid = async (body: object, minutes: number) => {
      await world.bank.pay(codeOf(await ask({ invoiceId: null, ...body })))
      minutesLater(minutes)
      await work()
      return (await subscription())['dueDate']
    }
    await sofia.put('/companies/2', { recurrence: 'ANUAL' })
    expect(await paid({}, 1)).toBe('2027-03-20')
    setDue(world, '2026-02-28')
    expect(await paid({}, 2)).toBe('2027-03-10')
    expect(await paid({ plan, price: 149.9 }, 3)).toBe('2027-04-10')
    expect(await subscription()).toMatchObject({ recurrence: 'MENSAL', plan: { name: 'Loja' } })
  })

  test('whose invoice the host cancels meanwhile still counts when it is paid', async () => {
    const answer = await ask()
    await sofia.put('/companies/2', { dueDate: '2026-03-25' })
    expect(await invoice()).toMatchObject({ status: 'canceled' })
    await world.bank.pay(codeOf(answer))
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid' })
    expect((await subscription())['dueDate']).toBe('2026-04-25')
  })

  test('names the field that is wrong', async () => {
    for (const [body, fields] of [
      [{ name: ' ' }, { name: 'fullNameRequired' }],
      [{ document: '  ' }, { document: 'documentRequired' }],
      [{ document: '111.111.111-11' }, { document: 'invalidDocument' }],
      [{ document: '529.982.247-24' }, { document: 'invalidDocument' }],
    ] as const) {
      const { status, body: answered } = await ask(body)
      expect([status, answered['fields']]).toEqual([400, fields])
    }
    expect((await ask({ document: '12.ABC.345/01DE-35' })).status).toBe(200)
  })

  test('keeps the payer’s document sealed and out of every answer', async () => {
    await ask()
    const rows = JSON.stringify(world.platform.catalog.sqlite.query('SELECT * FROM charge').all())
    expect(rows).not.toContain('52998224725')
    expect(world.bank.charges[0]?.request).toMatchObject({ devedor: { cpf: '52998224725', nome: 'Gina Alves' } })
    expect(JSON.stringify([(await gina.get('/invoices')).body, await subscription()])).not.toContain('52998224725')
  })

  test('asks Efí with the certificate and renews a token that was withdrawn', async () => {
    await ask()
    expect(calls(/oauth/)).toBe(1)
    world.bank.failures.forgetTokens = true
    world.bank.failures.codeByLocation = true
    expect((await ask({ plan, price: 149.9 })).status).toBe(200)
    expect(calls(/oauth/)).toBe(2)
    expect(calls(/qrcode/)).toBe(1)
    const { body } = await sofia.put('/payment-settings', { efiKey: null, efiCertificate: null })
    expect(JSON.stringify(body)).not.toContain('BEGIN')
  })

  test('with a certificate of somebody else is refused by Efí, and by us while one is missing', async () => {
    await sofia.put('/payment-settings', { efiCertificate: strangerCertificate, efiKey: strangerKey })
    expect((await ask()).body['error']).toBe('ERR_PAYMENT_UNAVAILABLE')
    const { body } = await sofia.put('/payment-settings', { efiCertificate: null, efiKey: null, efiPixKey: 'x' })
    expect(body).toMatchObject({ provider: 'efi', secrets: { efiKey: 'set', efiCertificate: 'set' }, missing: [] })
    const refused = await ask()
    expect([refused.status, refused.body['error']]).toEqual([400, 'ERR_PAYMENT_REFUSED'])
    await sofia.put('/payment-settings', { provider: 'asaas', asaasApiKey: 'abc' })
    expect((await ask()).body['error']).toBe('ERR_PAYMENT_UNAVAILABLE')
    await sofia.put('/payment-settings', { provider: '' })
    expect((await ask()).body['error']).toBe('ERR_NO_PAYMENT_PROVIDER')
    expect((await subscription())['provider']).toBe(null)
  })

  test('is asked for thirty times in ten minutes at most', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 32; count++) statuses.push((await ask()).status)
    expect(statuses.indexOf(429)).toBe(30)
    expect(creations()).toBe(1)
  })
})

describe('a static code', () => {
  beforeEach(() => start('static'))

  test('is not what a payment in another currency pays', async () => {
    await world.stop()
    await start('mercadopago')
    const answer = await ask()
    world.bank.failures.currency = 'ARS'
    await world.bank.pay(codeOf(answer))
    await work()
    minutesLater(1)
    await work()
    expect(await invoice()).toMatchObject({ status: 'open' })
    expect(audits()).toEqual(['charge.created'])
  })

  test('is read by a bank, and the host’s confirmation begins the chosen plan', async () => {
    const answer = await ask({ plan, price: 149.9, document: undefined })
    const { txid = '', ...code } = readCode(codeOf(answer))
    expect(code).toEqual({ pixKey: 'pix@recado.test', amount: 149.9, name: 'RECADO SERVICOS', city: 'SAO PAULO' })
    expect(txid).toMatch(/^FAT00000001[A-Za-z0-9]{8}$/)
    expect(answer.body).toMatchObject({ txid, expiresAt: null, secondsLeft: null })
    expect(codeOf(await ask({ plan, price: 149.9, document: undefined }))).toBe(codeOf(answer))
    const owed = (await sofia.get('/invoices/open?searchParam=globex')).body['invoices'][0]
    expect(owed).toMatchObject({ value: 100, charge: { provider: 'static', detail: 'Loja', value: 149.9, txid } })
    await sofia.post(`/invoices/${owed.id}/pay`)
    expect(await invoice()).toMatchObject({ status: 'paid', detail: 'Loja', value: 149.9 })
    expect(await subscription()).toMatchObject({ plan: { name: 'Loja' }, dueDate: '2026-04-20' })
    expect(chargeStates()).toEqual(['paid'])
  })
})

describe('a report', () => {
  test('without the provider’s proof is refused, and one of an unknown charge does nothing', async () => {
    await start('mercadopago')
    await ask()
    const [charge] = world.bank.charges
    const path = `/webhook/payment/mercadopago?data.id=${charge?.id}&type=payment`
    const body = { type: 'payment', data: { id: charge?.id } }
    const headerSets: Record<string, string>[] = [
      {},
      { 'x-signature': 'ts=1,v1=00', 'x-request-id': 'a' },
      { 'x-signature': 'nonsense' },
    ]
    for (const headers of headerSets) {
      expect((await world.nobody.post(path, body, headers)).status).toBe(401)
    }
    const asaas = { event: 'PAYMENT_RECEIVED', payment: { id: 'pay_1' } }
    expect((await world.nobody.post('/webhook/payment/asaas', asaas)).status).toBe(401)
    expect((await world.nobody.post('/webhook/payment/asaas', asaas, { 'asaas-access-token': 'x' })).status).toBe(401)
    const proof = { 'asaas-access-token': 'token-do-asaas' }
    expect((await world.nobody.post('/webhook/payment/asaas', asaas, proof)).status).toBe(200)
    const padded = { ...asaas, padding: 'x'.repeat(20_000) }
    expect((await world.nobody.post('/webhook/payment/asaas', padded, proof)).status).toBe(200)
    const long = { ...asaas, padding: 'x'.repeat(80_000) }
    expect((await world.nobody.post('/webhook/payment/asaas', long, proof)).status).toBe(413)
    const sent = world.bank.reports.length
    await Promise.all(Array.from({ length: 1000 }, () => charge && world.bank.report(charge)))
    expect(world.bank.reports.slice(sent).every(({ status }) => status === 200)).toBe(true)
    expect((await world.nobody.post('/webhook/payment/efi?hmac=x&ignorar=', { pix: [] })).status).toBe(401)
    expect((await world.nobody.post('/webhook/payment/efi/pix', { pix: [{ txid: 'a' }] })).status).toBe(401)
    const jobs = world.ctx(2).company.sqlite.query("SELECT run_at FROM job WHERE kind = 'payment.verify'").values()
    // One job from the creation, and one for all reports.
    expect(jobs).toHaveLength(2)
    const requested = calls(/^GET/)
    await work()
    expect(calls(/^GET/) - requested).toBeLessThanOrEqual(2)
  })
})
