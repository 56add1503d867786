import { expect } from 'bun:test'
import { type BankWorld, createBankWorld, setDue } from './bank-world'
import type { Caller } from '../../world/world'
import type { Answer } from '../../world/requests'

type Provider = Parameters<typeof createBankWorld>[0]

const now = new Date('2026-03-10T15:00:00Z')
export const payer = { name: 'Gina Alves', document: '529.982.247-25' }
export const codeOf = (answer: Answer) => answer.body['pixCopiaECola'] as string

/** A company with invoice 1 of 100 reais, due on 2026-03-20: call `start` and `stop` around tests. Gina is admin, Sofia super user. */
export function createCheckouts() {
  let world: BankWorld
  let gina: Caller
  let sofia: Caller
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

  const calls = (pattern: RegExp) => world.bank.calls.filter(({ line }) => pattern.test(line)).length
  return {
    start,
    stop: () => world.stop(),
    world: () => world,
    gina: () => gina,
    sofia: () => sofia,
    /** The id of the plan `Loja`, at 149.90 reais. */
    plan: () => plan,
    ask: (body: object = {}, caller = gina) =>
      caller.post('/subscription', { price: 100, invoiceId: 1, ...payer, ...body }),
    invoice: async (id = 1) =>
      (await gina.get<{ invoices: Record<string, unknown>[] }>('/invoices')).body.invoices.find(
        (one) => one['id'] === id,
      ),
    subscription: async () => (await gina.get('/subscription')).body,
    audits: () =>
      world.platform.catalog.sqlite
        .query<{ type: string }, []>(
          "SELECT type FROM audit WHERE type LIKE 'charge.%' OR type = 'invoice.paid' ORDER BY id",
        )
        .all()
        .map(({ type }) => type),
    chargeStates: () =>
      world.platform.catalog.sqlite
        .query<{ status: string }, []>('SELECT status FROM charge ORDER BY id')
        .all()
        .map(({ status }) => status),
    calls,
    creations: () => calls(/^(PUT \/v2\/cob|POST \/v1\/payments|POST \/v3\/payments)/),
    work: () => world.runJobs(2),
    minutesLater: (minutes: number) => world.setTime(new Date(now.getTime() + minutes * 60_000)),
  }
}
