import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { CompanyId, UserId } from '../../../kernel/ids'
import { codeOf, createCheckouts } from '../../../testing/services/bank/checkouts'
import { verifyNewCharges, verifyOldCharges } from './verify-charge'

const { ask, audits, chargeStates, invoice, minutesLater, plan, sofia, start, stop, subscription, work, world } =
  createCheckouts()
afterEach(stop)

const dayMinutes = 1440

describe.each(['efi', 'mercadopago', 'asaas'] as const)('a code of %s that has expired', (provider) => {
  /** Its ten minutes of grace have passed as well. */
  const expired = (provider === 'asaas' ? dayMinutes : 60) + 11
  let zetaId: CompanyId
  let zetaCode: string

  // Zeta pays nothing: the bystander has a code of its own.
  beforeEach(async () => {
    await start(provider)
    const body = { name: 'Zeta', email: 'z@zeta.test', password: 'segredo123', planId: 1, dueDate: '2026-03-20' }
    await sofia().put('/plans/1', { amount: 100 })
    zetaId = (await sofia().post('/companies', body)).body['id']
  })

  const askForZeta = async () =>
    ask({ invoiceId: undefined }, await world().as({ ...world().gina, companyId: zetaId, id: 1 as UserId }))
  const payable = () => world().bank.charges.filter(({ state }) => state === 'open')

  async function schedule() {
    await verifyNewCharges(world().platform)
    await work()
  }

  test('is removed at a provider that keeps it payable, before another one is made', async () => {
    const first = await ask()
    minutesLater(expired - 5)
    zetaCode = codeOf(await askForZeta())
    minutesLater(expired)
    await schedule()
    await schedule()
    expect(chargeStates()).toEqual(['expired', 'open'])
    if (provider === 'asaas') expect(world().bank.charges.map(({ state }) => state)).toEqual(['removed', 'open'])
    const second = await ask()
    expect([second.status, codeOf(second) === codeOf(first)]).toEqual([200, false])
    if (provider === 'asaas') expect(payable().map(({ code }) => code)).toEqual([zetaCode, codeOf(second)])
    expect(codeOf(await askForZeta())).toBe(zetaCode)
  })

  test('keeps the company from a second one while the bank does not close it', async () => {
    const first = await ask()
    for (const status of [500, 429]) {
      world().bank.failures.status = status
      await schedule()
      const other = await ask({ plan: plan(), price: 149.9 })
      expect([other.status, other.body['error']]).toEqual([503, 'ERR_PAYMENT_UNAVAILABLE'])
    }
    world().bank.failures.status = 0
    expect(payable().map(({ code }) => code)).toEqual([codeOf(first)])
    await schedule()
    expect(payable()).toEqual([])
    const tabs = await Promise.all([ask(), ask({ plan: plan(), price: 149.9 }), ask()])
    expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(payable()).toHaveLength(1)
  })

  test('that ends while the provider makes it is not offered, and removed there', async () => {
    const { sqlite } = world().platform.catalog
    const zeta = codeOf(await askForZeta())
    sqlite.run(`CREATE TRIGGER ended AFTER UPDATE OF code ON charge WHEN new.status = 'creating'
      BEGIN UPDATE charge SET status = 'removed' WHERE id = new.id; END`)
    expect((await ask()).body['error']).toBe('ERR_INVOICE_PAID')
    sqlite.run('DROP TRIGGER ended')
    await schedule()
    expect(chargeStates()).toEqual(['open', 'removed'])
    expect(payable().map(({ code }) => code)).toEqual([zeta])
  })

  test('that is paid at the moment of its removal counts once', async () => {
    await ask()
    world().bank.failures.payBeforeRemoval = true
    const other = await ask({ plan: plan(), price: 149.9 })
    expect(other.body['error']).toBe('ERR_INVOICE_PAID')
    expect(await invoice()).toMatchObject({ status: 'paid', value: 100 })
    for (let again = 0; again < 3; again++) await schedule()
    expect(audits()).toEqual(['charge.created', 'charge.paid', 'invoice.paid'])
    expect(await subscription()).toMatchObject({ dueDate: '2026-04-20' })
  })

  test('is found when it is paid all the same: every four minutes for two days, then daily for a month', async () => {
    const paidAfter = async (minutes: number, look: typeof verifyNewCharges) => {
      await ask({ invoiceId: undefined })
      const charge = world().bank.charges.at(-1)
      minutesLater(minutes)
      await schedule()
      world().bank.failures.reports = 0
      if (charge) charge.state = 'open'
      await world().bank.pay(charge?.code ?? '')
      await look(world().platform)
      await work()
      return (await subscription())['dueDate']
    }
    expect(await paidAfter(2 * dayMinutes - 2, verifyNewCharges)).toBe('2026-04-20')
    expect(await paidAfter(32 * dayMinutes - 3, verifyNewCharges)).toBe('2026-04-20')
    await verifyOldCharges(world().platform)
    await work()
    expect((await subscription())['dueDate']).toBe('2026-05-20')
    expect(audits().filter((type) => type === 'invoice.paid')).toHaveLength(2)
  })

  test('is closed by the schedule after the process died between its own record and the bank’s', async () => {
    await ask()
    const { sqlite } = world().platform.catalog
    sqlite.run("UPDATE charge SET status = 'removed'")
    minutesLater(3 * dayMinutes)
    await verifyOldCharges(world().platform)
    await work()
    if (provider === 'asaas') expect(payable()).toEqual([])
    expect(sqlite.query('SELECT closed_at IS NULL AS open FROM charge').all()).toEqual([{ open: 0 }])
    // Closed for a month, it is not asked for any more.
    minutesLater(40 * dayMinutes)
    const { length } = world().bank.calls
    await verifyOldCharges(world().platform)
    await work()
    expect(world().bank.calls).toHaveLength(length)
  })
})
