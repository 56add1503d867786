import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readCode } from '../../testing/services/bank/pix-code'
import { codeOf, createCheckouts } from '../../testing/services/bank/checkouts'

const { ask, calls, chargeStates, invoice, plan, sofia, start, stop, subscription, work, world } = createCheckouts()
afterEach(stop)

describe('a static code', () => {
  beforeEach(() => start('static'))

  test('is readable by banks, and the host’s confirmation starts the chosen plan', async () => {
    const answer = await ask({ plan: plan(), price: 149.9, document: undefined })
    const { txid = '', ...code } = readCode(codeOf(answer))
    expect(code).toEqual({ pixKey: 'pix@recado.test', amount: 149.9, name: 'RECADO SERVICOS', city: 'SAO PAULO' })
    expect(txid).toMatch(/^FAT00000001[A-Za-z0-9]{8}$/)
    expect(answer.body).toMatchObject({ txid, chave: 'pix@recado.test', expiresAt: null, secondsLeft: null })
    expect(codeOf(await ask({ plan: plan(), price: 149.9, document: undefined }))).toBe(codeOf(answer))
    const owed = (await sofia().get('/invoices/open?searchParam=globex')).body['invoices'][0]
    expect(owed).toMatchObject({ value: 100, charge: { provider: 'static', detail: 'Loja', value: 149.9, txid } })
    await sofia().post(`/invoices/${owed.id}/pay`)
    expect(await invoice()).toMatchObject({ status: 'paid', detail: 'Loja', value: 149.9 })
    expect(await subscription()).toMatchObject({ plan: { name: 'Loja' }, dueDate: '2026-04-20' })
    expect(chargeStates()).toEqual(['paid'])
  })
})

describe('a report', () => {
  test('without the provider’s signature is refused, and one of an unknown charge does nothing', async () => {
    await start('mercadopago')
    await ask()
    const [charge] = world().bank.charges
    const path = `/webhook/payment/mercadopago?data.id=${charge?.id}&type=payment`
    const body = { type: 'payment', data: { id: charge?.id } }
    const headerSets: Record<string, string>[] = [
      {},
      { 'x-signature': 'ts=1,v1=00', 'x-request-id': 'a' },
      { 'x-signature': 'nonsense' },
    ]
    for (const headers of headerSets) {
      expect((await world().nobody.post(path, body, headers)).status).toBe(401)
    }
    const asaas = { event: 'PAYMENT_RECEIVED', payment: { id: 'pay_1' } }
    expect((await world().nobody.post('/webhook/payment/asaas', asaas)).status).toBe(401)
    expect((await world().nobody.post('/webhook/payment/asaas', asaas, { 'asaas-access-token': 'x' })).status).toBe(401)
    const proof = { 'asaas-access-token': 'token-do-asaas' }
    expect((await world().nobody.post('/webhook/payment/asaas', asaas, proof)).status).toBe(200)
    for (const body of [{ event: 'ACCESS_TOKEN_EXPIRED', payment: null }, { event: null }, { payment: { id: null } }])
      expect((await world().nobody.post('/webhook/payment/asaas', body, proof)).status).toBe(200)
    const padded = { ...asaas, padding: 'x'.repeat(20_000) }
    expect((await world().nobody.post('/webhook/payment/asaas', padded, proof)).status).toBe(200)
    const long = { ...asaas, padding: 'x'.repeat(80_000) }
    expect((await world().nobody.post('/webhook/payment/asaas', long, proof)).status).toBe(413)
    const sent = world().bank.reports.length
    await Promise.all(Array.from({ length: 1000 }, () => charge && world().bank.report(charge)))
    expect(
      world()
        .bank.reports.slice(sent)
        .every(({ status }) => status === 200),
    ).toBe(true)
    expect((await world().nobody.post('/webhook/payment/efi?hmac=x&ignorar=', { pix: [] })).status).toBe(401)
    expect((await world().nobody.post('/webhook/payment/efi/pix', { pix: [{ txid: 'a' }] })).status).toBe(401)
    const asaasFrom = (token: string, address: string) =>
      world().nobody.post('/webhook/payment/asaas', asaas, {
        'asaas-access-token': token,
        'x-forwarded-for': address,
      })
    for (let guess = 0; guess < 60; guess++) {
      expect((await asaasFrom(`x${guess}`, '203.0.113.7')).status).toBe(401)
      // No secret at all is no guess.
      expect((await asaasFrom('', '203.0.113.8')).status).toBe(401)
    }
    expect((await asaasFrom('token-do-asaas', '203.0.113.7')).status).toBe(429)
    expect((await asaasFrom('token-do-asaas', '203.0.113.8')).status).toBe(200)
    const jobs = world().ctx(2).company.sqlite.query("SELECT run_at FROM job WHERE kind = 'payment.verify'").values()
    // One job is from the creation, and one for all reports.
    expect(jobs).toHaveLength(2)
    const requested = calls(/^GET/)
    await work()
    expect(calls(/^GET/) - requested).toBeLessThanOrEqual(2)
  })
})
