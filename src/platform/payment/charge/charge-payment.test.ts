import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readCode } from '../../../testing/services/bank/pix-code'
import { codeOf, createCheckouts } from '../../../testing/services/bank/checkouts'
import { verifyNewCharges } from './verify-charge'

const { ask, audits, chargeStates, gina, invoice, minutesLater, plan, sofia, start, stop, subscription, work, world } =
  createCheckouts()
afterEach(stop)

describe.each(['efi', 'mercadopago', 'asaas'] as const)('at %s', (provider) => {
  beforeEach(() => start(provider))

  test('charges an invoice, verifies the reported payment, and renews the company once', async () => {
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      invoiceId: 1,
      provider,
      status: 'ATIVA',
      valor: { original: '100.00' },
      secondsLeft: provider === 'asaas' ? 86_400 : 3600,
      qrcode: { qrcode: codeOf(answer), imagemQrcode: expect.stringMatching(/^data:image\/svg\+xml;base64,/) },
    })
    // Only Efí's charges name a key and an address of their own.
    const { chave, loc } = answer.body
    const location = { id: expect.any(Number), location: expect.stringContaining(answer.body['txid']) }
    expect([chave, loc]).toEqual(provider === 'efi' ? ['pix@recado.test', location] : [undefined, undefined])
    expect(readCode(codeOf(answer)).url).toContain('pix.bank.test')
    expect(world().bank.charges).toMatchObject([{ amount: 100, state: 'open' }])
    await work()
    expect(await invoice()).toMatchObject({ status: 'open' })
    world().bank.failures.reports = 5
    await world().bank.pay(codeOf(answer))
    expect(
      world()
        .bank.reports.filter(({ url }) => url.includes('/webhook/payment/'))
        .slice(-5),
    ).toMatchObject(Array.from({ length: 5 }, () => ({ status: 200 })))
    // A report alone proves nothing: the payment is verified at the provider.
    expect(await invoice()).toMatchObject({ status: 'open' })
    await work()
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid', value: 100 })
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20', plan: { name: 'Plano' } })
    const [charge] = world().bank.charges
    for (let again = 0; again < 20; again++) if (charge) await world().bank.report(charge)
    await work()
    expect(audits()).toEqual(['charge.created', 'charge.paid', 'invoice.paid'])
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
  })

  test('the schedule finds a payment whose report is lost', async () => {
    const answer = await ask()
    world().bank.failures.reports = 0
    await world().bank.pay(codeOf(answer))
    await work()
    expect(await invoice()).toMatchObject({ status: 'open' })
    minutesLater(2)
    await verifyNewCharges(world().platform)
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid' })
  })

  test('counts a payment reported before the response to its creation', async () => {
    world().bank.failures.payBeforeAnswer = true
    expect((await ask()).status).toBe(200)
    minutesLater(1)
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid' })
  })

  test('a repeated request returns the same charge; a lost response creates no second one', async () => {
    world().bank.failures.loseAnswers = true
    const failed = await ask()
    expect([failed.status, failed.body['error']]).toEqual([503, 'ERR_PAYMENT_UNAVAILABLE'])
    expect(await invoice()).toMatchObject({ status: 'open', value: 100 })
    world().bank.failures.loseAnswers = false
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(codeOf)).size).toBe(1)
    expect(world().bank.charges).toHaveLength(1)
    expect(chargeStates()).toEqual(['open'])
  })

  test('a payment below the amount renews nothing and is recorded once', async () => {
    const answer = await ask()
    world().bank.failures.paidTooLittle = 0.01
    await world().bank.pay(codeOf(answer))
    minutesLater(1)
    for (let again = 0; again < 3; again++) {
      await verifyNewCharges(world().platform)
      await work()
    }
    expect(await invoice()).toMatchObject({ status: 'open' })
    expect(await subscription()).toMatchObject({ dueDate: '2026-03-20' })
    expect(audits()).toEqual(['charge.created', 'charge.partial'])
    expect((await gina().get('/payments/unclear')).body['error']).toBe('ERR_NO_PERMISSION')
    const unclear = { id: 1, kind: 'partial', company: { id: 2, name: 'Globex' }, value: 100, received: 99.99 }
    expect((await sofia().get('/payments/unclear')).body).toMatchObject([unclear])
    for (let again = 0; again < 2; again++) await sofia().post('/payments/unclear/1/reviewed')
    expect((await sofia().get('/payments/unclear')).body).toEqual([] as never)
  })

  test('names a missing field of the payer', async () => {
    const answer = await gina().post('/subscription', { price: 100 })
    if (provider === 'asaas') expect(answer.body['fields']).toEqual({ document: 'documentRequired' })
    else expect(answer.body).toMatchObject({ invoiceId: 1 })
  })

  test('while the provider fails, asks for a retry and keeps the invoice', async () => {
    for (const failures of [{ status: 500 }, { status: 0, nonsense: true }, { nonsense: false, status: 429 }]) {
      Object.assign(world().bank.failures, failures)
      const { status, body } = await ask()
      expect([status, body['error']]).toEqual([503, 'ERR_PAYMENT_UNAVAILABLE'])
    }
    expect(await invoice()).toMatchObject({ status: 'open', value: 100 })
    world().bank.failures.status = 0
    expect((await ask()).status).toBe(200)
    world().bank.failures.reports = 0
    await world().bank.pay(world().bank.charges.at(-1)?.code ?? '')
    world().bank.failures.status = 500
    minutesLater(1)
    await work()
    expect(await invoice()).toMatchObject({ status: 'open' })
    world().bank.failures.status = 0
    await verifyNewCharges(world().platform)
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid' })
  })

  test('another plan cancels the previous charge; a payment of that still counts, by its terms', async () => {
    const first = await ask()
    const second = await ask({ plan: plan(), price: 149.9 })
    expect([second.status, codeOf(second) === codeOf(first)]).toEqual([200, false])
    expect(world().bank.charges.map(({ state, amount }) => [state, amount])).toEqual([
      ['removed', 100],
      ['open', 149.9],
    ])
    expect(await subscription()).toMatchObject({ plan: { name: 'Plano' } })
    // The customer pays before the provider has removed the charge.
    const [removed] = world().bank.charges
    if (removed) removed.state = 'open'
    await world().bank.pay(codeOf(first))
    await work()
    minutesLater(1)
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid', value: 100, detail: 'Plano' })
    expect(world().bank.charges.map(({ state }) => state)).toEqual(['paid', 'removed'])
    expect(await subscription()).toMatchObject({ plan: { name: 'Plano' }, dueDate: '2026-04-20' })
  })

  test('the plan changes when it is paid, and an invoice paid twice shows it', async () => {
    const answer = await ask({ plan: plan(), price: 149.9 })
    world().bank.failures.reports = 0
    await world().bank.pay(codeOf(answer))
    // The host confirms another payment meanwhile.
    await sofia().post('/invoices/1/pay')
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20', plan: { name: 'Plano' } })
    await work()
    expect(audits()).toEqual(['charge.created', 'invoice.paid', 'charge.overpaid'])
    expect((await sofia().get('/payments/unclear')).body).toMatchObject([
      { kind: 'overpaid', value: 149.9, received: 149.9 },
    ])
    const next = await ask({ plan: plan(), price: 149.9, invoiceId: undefined })
    expect(next.status).toBe(200)
    await world().bank.pay(codeOf(next))
    minutesLater(1)
    await verifyNewCharges(world().platform)
    await work()
    expect(await subscription()).toMatchObject({ dueDate: '2026-05-20', plan: { name: 'Loja', amount: 149.9 } })
    expect(await invoice(2)).toMatchObject({ status: 'paid', detail: 'Loja', users: 5, connections: 2, value: 149.9 })
  })
})

describe('a charge that is paid twice', () => {
  beforeEach(() => start('efi'))

  async function payTwice(reports: number) {
    await world().bank.pay(codeOf(await ask()))
    await work()
    minutesLater(1)
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid' })
    expect((await sofia().get('/payments/unclear')).body).toEqual([] as never)
    world().bank.failures.reports = reports
    const [charge] = world().bank.charges
    if (charge) await world().bank.payAgain(charge)
  }

  test('renews once, and shows the second payment to the host until it is handled', async () => {
    await payTwice(3)
    await work()
    await work()
    expect(audits()).toEqual(['charge.created', 'charge.paid', 'invoice.paid', 'charge.overpaid'])
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
    const unclear = { kind: 'overpaid', company: { id: 2, name: 'Globex' }, value: 100, received: 100 }
    expect((await sofia().get('/payments/unclear')).body).toMatchObject([unclear])
    await sofia().post('/payments/unclear/1/reviewed')
    expect((await sofia().get('/payments/unclear')).body).toEqual([] as never)
    const [charge] = world().bank.charges
    if (charge) await world().bank.payAgain(charge)
    await work()
    expect((await sofia().get('/payments/unclear')).body).toMatchObject([{ kind: 'overpaid', received: 200 }])
  })

  test('is detected when the report is lost', async () => {
    await payTwice(0)
    await work()
    expect(audits()).not.toContain('charge.overpaid')
    minutesLater(75)
    await verifyNewCharges(world().platform)
    await work()
    expect(audits()).toContain('charge.overpaid')
  })
})

describe('a payment in another currency', () => {
  test('pays nothing, and stands among the unclear ones', async () => {
    await start('mercadopago')
    const answer = await ask()
    world().bank.failures.currency = 'ARS'
    await world().bank.pay(codeOf(answer))
    await work()
    minutesLater(1)
    await work()
    expect(await invoice()).toMatchObject({ status: 'open' })
    expect(audits()).toEqual(['charge.created', 'charge.otherCurrency'])
    expect((await sofia().get('/payments/unclear')).body).toMatchObject([
      { kind: 'otherCurrency', currency: 'ARS', received: 100, value: 100, got: null },
    ])
  })
})
