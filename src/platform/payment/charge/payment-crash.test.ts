import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays } from '../../../kernel/time/calendar-days'
import { localDay } from '../../../kernel/time/time-zone'
import { bankEnvironment } from '../../../testing/services/bank/bank-environment'
import { type Bank, startBank } from '../../../testing/services/bank/start-bank'
import { signIn, startMain } from '../../../testing/process/main-process'
import { until } from '../../../testing/whatsapp/whatsapp-world'
import { renewedDueDate } from '../../company/company.contract'

let dataDir: string
let bank: Bank
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'recado-payment-'))
  bank = await startBank()
})
afterEach(async () => {
  await bank.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = () =>
  startMain(dataDir, {
    ...bankEnvironment(bank, dataDir),
    PIX_PROVIDER: 'mercadopago',
    SUPER_PASSWORD: 'a-long-secret',
  })

async function clientOf(address: string, email: string, password: string, newPassword?: string) {
  const { token } = (await (await signIn(address, email, password, newPassword)).json()) as { token: string }
  return async (method: string, path: string, body?: unknown) => {
    const headers = { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const response = await fetch(address + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return (await response.json()) as Record<string, any>
  }
}

test.each([
  ['before the bank has the charge', { delayMs: 600_000 }],
  ['while the bank answers', { delayMs: 0, delayAnswersMs: 600_000 }],
] as const)(
  'killed %s, the product asks for the same charge again, and finds its payment by itself',
  async (_when, failures) => {
    const dueDate = addDays(localDay(new Date(), 'America/Sao_Paulo'), 10)
    const first = start()
    const address = await first.address()
    const sofia = await clientOf(address, 'super@recado.local', 'a-long-secret')
    const ownPassword = 'segredo-de-zeta'
    const zeta = { name: 'Zeta', email: 'zeta@zeta.test', password: 'segredo123', planId: 1, dueDate }
    await sofia('PUT', '/plans/1', { amount: 100 })
    await sofia('POST', '/companies', zeta)
    const body = { price: 100, name: 'Zoe Zeta', document: '52998224725' }
    const before = await clientOf(address, zeta.email, zeta.password, ownPassword)
    Object.assign(bank.failures, failures)
    const lost = before('POST', '/subscription', body).catch(() => 'lost')
    await until(() => bank.calls.some(({ line }) => line === 'POST /v1/payments'), 'the call at the bank')
    if ('delayAnswersMs' in failures) await until(() => bank.charges.length === 1, 'the charge at the bank')
    first.kill('SIGKILL')
    await first.exited
    expect(await lost).toBe('lost')

    Object.assign(bank.failures, { delayMs: 0, delayAnswersMs: 0 })
    const second = start()
    const again = await clientOf(await second.address(), zeta.email, ownPassword)
    const charge = await again('POST', '/subscription', body)
    expect(charge).toMatchObject({ provider: 'mercadopago', valor: { original: '100.00' } })
    expect(bank.charges.map(({ reference }) => reference)).toEqual([charge['txid']])
    bank.failures.reports = 0
    await bank.pay(charge['pixCopiaECola'])
    second.kill('SIGKILL')
    await second.exited

    // Only the schedule verifies the payment.
    const third = start()
    const after = await clientOf(await third.address(), zeta.email, ownPassword)
    const end = Date.now() + 20_000
    const renewed = renewedDueDate(dueDate, 'MENSAL')
    let shown = ''
    while (shown !== renewed && Date.now() < end) shown = (await after('GET', '/subscription'))['dueDate']
    expect(shown).toBe(renewed)
    const [invoice] = (await after('GET', '/invoices'))['invoices'].slice(-1)
    expect(invoice).toMatchObject({ status: 'paid', dueDate, value: 100 })
    expect(await third.stop()).toBe(0)
  },
  60_000,
)
