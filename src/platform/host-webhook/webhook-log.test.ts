import { expect, test } from 'bun:test'
import { createWorld } from '../../testing/world/world'
import { listLoggedAttempts, logAttempt } from './webhook-log'

test('keeps one row for a delivery, and drops the oldest beyond five hundred', async () => {
  const { platform, stop } = await createWorld()
  const log = (delivery: number, attempts = 1) =>
    logAttempt(platform, {
      deliveryId: `delivery ${delivery}`,
      companyId: delivery === 1 ? 2 : null,
      event: 'ticket.closed',
      state: 'sent',
      attempts,
      status: 200,
      error: '',
      durationMs: 5,
      createdAt: new Date(0),
      attemptedAt: new Date(delivery + 1000 * attempts),
    })
  const rows = () => listLoggedAttempts(platform, 1000)
  platform.catalog.sqlite.transaction(() => {
    for (let delivery = 1; delivery <= 500; delivery++) log(delivery)
  })()
  expect(rows()).toHaveLength(500)
  log(1, 2)
  expect(rows().slice(0, 2)).toMatchObject([
    { deliveryId: 'delivery 1', attempts: 2, companyName: 'Globex' },
    { deliveryId: 'delivery 500', companyName: null },
  ])
  log(501)
  expect(rows()).toHaveLength(500)
  expect(rows().at(-1)?.deliveryId).toBe('delivery 3')
  await stop()
})
