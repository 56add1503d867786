import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { codeOf, createCheckouts, payer } from '../../../testing/services/bank/checkouts'

const { ask, chargeStates, creations, gina, minutesLater, plan, sofia, start, stop, subscription, work, world } =
  createCheckouts()
afterEach(stop)

describe('a price', () => {
  beforeEach(() => start('efi'))

  test('is determined by the server: another price is refused with the right one, and nothing is charged', async () => {
    for (const price of [1, 0.01, 99.99, 1000, '1']) {
      const { status, body } = await ask({ price })
      expect([status, body['error'], body['value']]).toEqual([400, 'ERR_PRICE_CHANGED', 100])
    }
    expect((await ask({ plan: plan(), price: 100 })).body).toMatchObject({ error: 'ERR_PRICE_CHANGED', value: 149.9 })
    for (const price of [undefined, -1, 'grátis', null, 1e300]) expect((await ask({ price })).status).toBe(400)
    expect([creations(), chargeStates()]).toEqual([0, []])
  })

  test('of a custom plan follows from its size, which has a minimum', async () => {
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
    world().bank.failures.reports = 0
    await world().bank.pay(codeOf(answer))
    minutesLater(1)
    await work()
    expect(await subscription()).toMatchObject({
      plan: { name: 'Personalizado 5/4', users: 5, connections: 4, queues: 50 },
    })
    const plans = (await sofia().get('/plans/all')).body as Record<string, unknown>[]
    expect(plans.at(-1)).toMatchObject({ name: 'Personalizado 5/4', isPublic: false, amount: 91, useOpenAi: true })
    await sofia().put(`/plans/${plans.at(-1)?.['id']}`, { useOpenAi: false })
    await world().bank.pay(codeOf(await ask({ plan: 'custom', users: 5, connections: 4, price: 91, invoiceId: null })))
    minutesLater(2)
    await work()
    expect(await subscription()).toMatchObject({ plan: { name: 'Personalizado 5/4 · 2' } })
    await sofia().put('/payment-settings', { customBase: 60, customUser: 10.5, customConnection: 0 })
    expect((await custom(5, 4)).body).toMatchObject({ error: 'ERR_NO_INVOICE_FOUND' })
    expect((await ask({ plan: 'custom', users: 5, connections: 4, price: 1, invoiceId: null })).body['value']).toBe(81)
  })

  test('of a smaller plan is refused while more is in use, with the reason', async () => {
    const { body: small } = await sofia().post('/plans', {
      name: 'Mini',
      users: 1,
      connections: 0,
      queues: 9,
      amount: 10,
    })
    const { status, body } = await ask({ plan: small['id'], price: 10 })
    expect([status, body['fields']]).toEqual([400, { users: 'belowUse', connections: 'belowUse' }])
    expect(body['used']).toEqual({ users: 3, connections: 1, queues: 2 })
    const { body: hidden } = await sofia().post('/plans', {
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

  test('can be sent in the format of similar systems', async () => {
    const { document: _document, ...rest } = payer
    const answer = await gina().post('/subscription', {
      ...rest,
      plan: JSON.stringify({ planId: plan(), title: 'Loja' }),
      price: '149.90',
      users: '5',
      connections: '2',
      invoiceId: '1',
    })
    expect([answer.status, answer.body['valor']]).toEqual([200, { original: '149.90' }])
  })
})
