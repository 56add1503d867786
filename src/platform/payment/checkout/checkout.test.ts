import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setDue } from '../../../testing/services/bank/bank-world'
import {
  clientCertificate,
  clientKey,
  strangerCertificate,
  strangerKey,
} from '../../../testing/services/bank/certificates'
import { codeOf, createCheckouts, payer } from '../../../testing/services/bank/checkouts'

const { ask, calls, creations, gina, invoice, minutesLater, plan, sofia, start, stop, subscription, work, world } =
  createCheckouts()
afterEach(stop)

describe('a checkout', () => {
  beforeEach(() => start('efi'))

  test('is limited to admins of the invoice’s company', async () => {
    const hugo = await world().as(world().hugo)
    expect((await world().nobody.post('/subscription', { price: 100 })).status).toBe(401)
    expect((await ask({}, hugo)).body['error']).toBe('ERR_NO_PERMISSION')
    const { body } = await sofia().post('/companies', {
      name: 'Zeta',
      email: 'z@zeta.test',
      password: 'segredo123',
      planId: 1,
      dueDate: '2026-03-15',
    })
    const other = (await sofia().get(`/invoices?companyId=${body['id']}`)).body['invoices'][0].id
    for (const invoiceId of [other, 99]) expect((await ask({ invoiceId })).body['error']).toBe('ERR_NO_INVOICE_FOUND')
    expect((await sofia().post('/subscription', { price: 100, ...payer })).body['error']).toBe('ERR_INITIAL_RECORD')
    expect(creations()).toBe(0)
  })

  test('is available to an expired company, which has access again once it pays', async () => {
    setDue(world(), '2026-01-31')
    expect((await gina().get('/queue')).status).toBe(402)
    const answer = await ask({ invoiceId: undefined })
    expect(answer.status).toBe(200)
    world().bank.failures.reports = 0
    await world().bank.pay(codeOf(answer))
    minutesLater(1)
    await work()
    expect((await gina().get('/queue')).status).toBe(200)
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-10' })
  })

  test('of the current plan extends by the company’s recurrence, early or late; of another plan by a month', async () => {
    const paid = async (body: object, minutes: number) => {
      await world().bank.pay(codeOf(await ask({ invoiceId: null, ...body })))
      minutesLater(minutes)
      await work()
      return (await subscription())['dueDate']
    }
    await sofia().put('/companies/2', { recurrence: 'ANUAL' })
    expect(await paid({}, 1)).toBe('2027-03-20')
    setDue(world(), '2026-02-28')
    expect(await paid({}, 2)).toBe('2027-03-10')
    expect(await paid({ plan: plan(), price: 149.9 }, 3)).toBe('2027-04-10')
    expect(await subscription()).toMatchObject({ recurrence: 'MENSAL', plan: { name: 'Loja' } })
  })

  test('counts although the host cancelled the invoice meanwhile', async () => {
    const answer = await ask()
    await sofia().put('/companies/2', { dueDate: '2026-03-25' })
    expect(await invoice()).toMatchObject({ status: 'canceled' })
    await world().bank.pay(codeOf(answer))
    await work()
    expect(await invoice()).toMatchObject({ status: 'paid' })
    expect((await subscription())['dueDate']).toBe('2026-04-25')
  })

  test('names invalid fields', async () => {
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

  test('encrypts the payer’s document and never returns it', async () => {
    await ask()
    const rows = JSON.stringify(world().platform.catalog.sqlite.query('SELECT * FROM charge').all())
    expect(rows).not.toContain('52998224725')
    expect(world().bank.charges[0]?.request).toMatchObject({ devedor: { cpf: '52998224725', nome: 'Gina Alves' } })
    expect(JSON.stringify([(await gina().get('/invoices')).body, await subscription()])).not.toContain('52998224725')
  })

  test('authenticates at Efí with the certificate and renews a rejected token', async () => {
    await ask()
    expect(calls(/oauth/)).toBe(1)
    world().bank.failures.forgetTokens = true
    world().bank.failures.codeByLocation = true
    expect((await ask({ plan: plan(), price: 149.9 })).status).toBe(200)
    expect(calls(/oauth/)).toBe(2)
    expect(calls(/qrcode/)).toBe(1)
    const { body } = await sofia().put('/payment-settings', { efiKey: null, efiCertificate: null })
    expect(JSON.stringify(body)).not.toContain('BEGIN')
  })

  test('fails with a wrong certificate, or without a complete provider', async () => {
    const stranger = { efiCertificate: strangerCertificate, efiKey: strangerKey }
    expect((await sofia().put('/payment-settings', stranger)).body['problem']).toBe('unavailable')
    expect((await ask()).body['error']).toBe('ERR_PAYMENT_UNAVAILABLE')
    const { body } = await sofia().put('/payment-settings', { efiCertificate: null, efiKey: null, efiPixKey: 'x' })
    expect(body).toMatchObject({
      provider: 'efi',
      secrets: { efiKey: 'set', efiCertificate: 'set' },
      missing: [],
      problem: null,
    })
    const refused = await ask()
    expect([refused.status, refused.body['error']]).toEqual([400, 'ERR_PAYMENT_REFUSED'])
    const asaas = await sofia().put('/payment-settings', { provider: 'asaas', asaasApiKey: 'abc' })
    expect(asaas.body['problem']).toBe('rejected')
    expect((await ask()).body['error']).toBe('ERR_PAYMENT_UNAVAILABLE')
    await sofia().put('/payment-settings', { provider: '' })
    expect((await ask()).body['error']).toBe('ERR_NO_PAYMENT_PROVIDER')
    expect((await subscription())['provider']).toBe(null)
  })

  test('an unusable certificate stands in the settings when it is saved, and whenever they are opened', async () => {
    const problemOf = async (body: object) => (await sofia().put('/payment-settings', body)).body['problem']
    const cut = `${clientCertificate.slice(0, 120)}\n-----END CERTIFICATE-----`
    expect(await problemOf({ efiCertificate: cut })).toBe('certificateUnreadable')
    expect(await problemOf({ efiCertificate: clientCertificate, efiKey: strangerKey })).toBe('keyMismatch')
    expect((await sofia().get('/payment-settings')).body['problem']).toBe('keyMismatch')
    expect(await problemOf({ efiKey: clientKey })).toBe(null)
    world().setTime(new Date('2121-01-01T00:00:00Z'))
    const opened = await world().as(world().sofia)
    expect((await opened.get('/payment-settings')).body['problem']).toBe('certificateExpired')
  })

  test('is limited to thirty requests in ten minutes', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 32; count++) statuses.push((await ask()).status)
    expect(statuses.indexOf(429)).toBe(30)
    expect(creations()).toBe(1)
  })
})

describe('at Asaas', () => {
  beforeEach(() => start('asaas'))

  test('a payer gets no messages from the bank, and a customer of the host’s own stays as it is', async () => {
    const { customers } = world().bank
    const own = { id: 'cus_own', cpfCnpj: '52998224725', name: 'Gina', notificationDisabled: false }
    customers.push(own)
    await ask()
    await ask({ plan: plan(), price: 149.9 })
    expect(customers).toMatchObject([own, { cpfCnpj: '52998224725', notificationDisabled: true }])
    expect(world().bank.charges.map(({ request }) => request['customer'] === own.id)).toEqual([false, false])
  })

  test('its minimum is named', async () => {
    await sofia().put(`/plans/${plan()}`, { amount: 2.5 })
    const { status, body } = await ask({ plan: plan(), price: 2.5 })
    expect([status, body]).toMatchObject([400, { error: 'ERR_PAYMENT_TOO_SMALL', minimum: 5 }])
    expect((await ask()).status).toBe(200)
    expect(world().bank.charges).toHaveLength(1)
  })
})
