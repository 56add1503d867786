import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { CompanyId, UserId } from '../../kernel/ids'
import { codeOf, createCheckouts } from '../../testing/services/bank/checkouts'
import type { BankCharge } from '../../testing/services/bank/bank.types'
import { verifyOldCharges } from './charge/verify-charge'

const { ask, audits, gina, invoice, minutesLater, plan, sofia, start, stop, subscription, work, world } =
  createCheckouts()
afterEach(stop)

const unclear = async () => (await sofia().get<Record<string, unknown>[]>('/payments/unclear')).body

async function paid(body: object = {}) {
  const answer = await ask(body)
  await world().bank.pay(codeOf(answer))
  await work()
  minutesLater(1)
  await work()
  expect(await unclear()).toEqual([])
  return world().bank.charges.find(({ code }) => code === codeOf(answer)) as BankCharge
}

/** The bank repeats its reports. */
async function reported(change: () => Promise<void>) {
  world().bank.failures.reports = 3
  await change()
  await work()
  await work()
}

describe.each(['efi', 'mercadopago', 'asaas'] as const)('at %s', (provider) => {
  // Zeta, the bystander, pays as well.
  beforeEach(async () => {
    await start(provider)
    await sofia().put('/plans/1', { amount: 100 })
    const body = { name: 'Zeta', email: 'z@zeta.test', password: 'segredo123', planId: 1, dueDate: '2026-03-20' }
    const { id } = (await sofia().post('/companies', body)).body
    const zeta = await world().as({ ...world().gina, companyId: id as CompanyId, id: 1 as UserId })
    await world().bank.pay(codeOf(await ask({ invoiceId: undefined }, zeta)))
    await world().runJobs(id)
    minutesLater(1)
    await world().runJobs(id)
  })

  const zetaDue = async () =>
    (await sofia().get('/companies/list')).body.find((one: { name: string }) => one.name === 'Zeta').dueDate

  test.each([
    ['refund', 'refunded'],
    ['chargeback', 'chargedBack'],
  ] as const)('a %s stands with what the company got, and its period is taken back once', async (by, kind) => {
    const charge = await paid({ plan: plan(), price: 149.9 })
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
    await reported(() => world().bank.giveBack(charge, by))
    const listed = {
      kind,
      company: { id: 2, name: 'Globex' },
      value: 149.9,
      received: 149.9,
      returned: 149.9,
      got: { detail: 'Loja', until: '2026-04-20', canTakeBack: true },
    }
    expect(await unclear()).toMatchObject([listed])
    expect(audits().filter((type) => type === 'charge.returned')).toHaveLength(1)
    // Nothing is taken back by itself.
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
    const path = `/payments/unclear/${(await unclear())[0]?.['id']}/take-back`
    expect((await gina().post(path)).body['error']).toBe('ERR_NO_PERMISSION')
    const tabs = await Promise.all([sofia().post(path), sofia().post(path)])
    expect(tabs.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await subscription()).toMatchObject({ dueDate: '2026-03-20' })
    expect(await invoice()).toMatchObject({ status: 'open', dueDate: '2026-03-20', paidAt: null })
    expect(await zetaDue()).toBe('2026-04-20')
    // The same report later gives nothing again, and a new code does.
    await reported(() => world().bank.report(charge))
    expect([await unclear(), (await subscription())['dueDate']]).toEqual([[], '2026-03-20'])
    await paid({ plan: plan(), price: 149.9 })
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
    await reported(() => world().bank.restore(charge))
    expect(await unclear()).toMatchObject([{ kind: 'takenBack', received: 149.9, got: null }])
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
  })

  test('the host may keep the period; a part that went back is enough to ask', async () => {
    const charge = await paid()
    await reported(() => world().bank.giveBack(charge, 'refund', 30))
    expect(await unclear()).toMatchObject([{ kind: 'refunded', received: 100, returned: 30 }])
    const { id } = (await unclear())[0] ?? {}
    await sofia().post(`/payments/unclear/${id}/reviewed`)
    expect((await sofia().post(`/payments/unclear/${id}/take-back`)).body['error']).toBe('ERR_PAYMENT_DECIDED')
    await reported(() => world().bank.report(charge))
    expect([await unclear(), (await subscription())['dueDate']]).toEqual([[], '2026-04-20'])
    await reported(() => world().bank.giveBack(charge, 'refund', 100))
    expect(await unclear()).toMatchObject([{ kind: 'refunded', returned: 100 }])
  })

  test('a period is taken back from a company that has been renewed since', async () => {
    const charge = await paid()
    await paid({ invoiceId: undefined })
    expect(await subscription()).toMatchObject({ dueDate: '2026-05-20' })
    await reported(() => world().bank.giveBack(charge, 'refund'))
    await sofia().post(`/payments/unclear/${(await unclear())[0]?.['id']}/take-back`)
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
    const states = (await gina().get('/invoices')).body['invoices'] as Record<string, unknown>[]
    expect(states.map(({ dueDate, status }) => [dueDate, status])).toEqual([
      ['2026-04-20', 'open'],
      ['2026-03-20', 'paid'],
    ])
    await paid({ invoiceId: undefined })
    expect(await subscription()).toMatchObject({ dueDate: '2026-05-20' })
  })

  test('money that went back before it was seen gives nothing; the schedule finds it without reports', async () => {
    const answer = await ask()
    const charge = world().bank.charges.at(-1) as BankCharge
    world().bank.failures.reports = 0
    await world().bank.pay(codeOf(answer))
    await world().bank.giveBack(charge, 'chargeback')
    minutesLater(5 * 1440)
    await verifyOldCharges(world().platform)
    await work()
    expect(await unclear()).toMatchObject([{ kind: 'chargedBack', got: null }])
    expect([(await invoice())?.['status'], (await subscription())['dueDate']]).toEqual(['open', '2026-03-20'])
  })
})

describe('at Asaas', () => {
  beforeEach(() => start('asaas'))

  test('cash counts as paid; undone, it is for the host to decide, and its code is removed', async () => {
    await ask()
    const charge = world().bank.charges[0] as BankCharge
    await reported(() => world().bank.payInCash(charge, true))
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
    await reported(() => world().bank.payInCash(charge, false))
    const undone = { kind: 'undone', received: 100, returned: 100, got: { detail: 'Plano', until: '2026-04-20' } }
    expect(await unclear()).toMatchObject([undone])
    expect(charge.state).toBe('removed')
  })
})
