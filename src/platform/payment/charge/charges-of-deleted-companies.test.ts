import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { CompanyId, UserId } from '../../../kernel/ids'
import { codeOf, createCheckouts } from '../../../testing/services/bank/checkouts'
import { until } from '../../../testing/whatsapp/whatsapp-world'
import { verifyNewCharges } from './verify-charge'

const { ask, audits, invoice, minutesLater, sofia, start, stop, subscription, work, world } = createCheckouts()
afterEach(stop)

describe.each(['efi', 'mercadopago', 'asaas'] as const)('a company with an open code of %s', (provider) => {
  let code: string

  // Zeta, the bystander, keeps its own code.
  beforeEach(async () => {
    await start(provider)
    await sofia().put('/plans/1', { amount: 100 })
    const body = { name: 'Zeta', email: 'z@zeta.test', password: 'segredo123', planId: 1, dueDate: '2026-03-20' }
    const { id } = (await sofia().post('/companies', body)).body
    const zeta = await world().as({ ...world().gina, companyId: id as CompanyId, id: 1 as UserId })
    expect((await ask({ invoiceId: undefined }, zeta)).status).toBe(200)
    code = codeOf(await ask())
    await work()
  })

  const states = () => world().bank.charges.map(({ state }) => state)
  const unclear = async () => (await sofia().get<Record<string, unknown>[]>('/payments/unclear')).body
  /** Jobs of charges without a company run in the host's own. */
  async function schedule() {
    await verifyNewCharges(world().platform)
    await world().runJobs(1)
  }

  test('is deleted with its code', async () => {
    expect((await sofia().delete('/companies/2')).status).toBe(200)
    expect(states()).toEqual(['open', 'removed'])
    await schedule()
    expect(await unclear()).toEqual([])
    const kept = world()
      .platform.catalog.sqlite.query('SELECT payer_name, payer_document FROM charge WHERE id = 2')
      .get()
    expect(kept).toEqual({ payer_name: '', payer_document: '' })
  })

  test.each([
    ['a report', 1],
    ['the schedule', 0],
  ])('and paid before the bank has closed it, is known to the host by %s', async (_how, reports) => {
    world().bank.failures.status = 500
    expect((await sofia().delete('/companies/2')).status).toBe(200)
    world().bank.failures.status = 0
    expect(states()).toEqual(['open', 'open'])
    world().bank.failures.reports = reports
    await world().bank.pay(code)
    for (let again = 0; again < 3; again++) reports > 0 ? await world().runJobs(1) : await schedule()
    const paid = { kind: 'unclaimed', company: { id: 2, name: 'Globex' }, value: 100, received: 100 }
    expect(await unclear()).toMatchObject([paid])
    expect(audits()).toEqual(['charge.created', 'charge.created', 'charge.unclaimed'])
    const { id } = (await unclear())[0] ?? {}
    await sofia().post(`/payments/unclear/${id}/reviewed`)
    await schedule()
    expect(await unclear()).toEqual([])
  })

  test('is closed after its deletion, once the bank answers', async () => {
    world().bank.failures.status = 429
    expect((await sofia().delete('/companies/2')).status).toBe(200)
    await schedule()
    world().bank.failures.status = 0
    expect(states()).toEqual(['open', 'open'])
    await schedule()
    expect(states()).toEqual(['open', 'removed'])
  })

  test('is not deleted when it has just paid, and not while it pays', async () => {
    world().bank.failures.reports = 0
    await world().bank.pay(code)
    const refused = await sofia().delete('/companies/2')
    expect([refused.status, refused.body['error']]).toEqual([409, 'ERR_COMPANY_PAYING'])
    expect(await invoice()).toMatchObject({ status: 'paid' })
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
    minutesLater(1)
    world().bank.failures.delayAnswersMs = 300
    const count = world().bank.charges.length
    const asked = ask({ invoiceId: undefined })
    await until(() => world().bank.charges.length > count, 'the charge at the bank')
    expect((await sofia().delete('/companies/2')).body['error']).toBe('ERR_COMPANY_PAYING')
    expect((await asked).status).toBe(200)
    expect((await sofia().delete('/companies/2')).status).toBe(200)
    expect(states()).toEqual(['open', 'paid', 'removed'])
  })
})
