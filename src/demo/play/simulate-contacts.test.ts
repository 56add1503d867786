import { expect, test } from 'bun:test'
import { startWhatsAppServer } from '../../testing/services/whatsapp-server/start-whatsapp-server'
import { simulateContacts } from './simulate-contacts'
import { shopNumber } from '../company/demo-company'

test('contacts write by themselves until the simulation is stopped', async () => {
  const server = await startWhatsAppServer()
  const shop = server.phone(shopNumber, { name: 'Loja' })
  for (const last of [1, 2, 3]) server.phone(`551197777000${last}`, { name: `Pessoa ${last}` })
  const simulation = simulateContacts(server, { gapMsMin: 1, gapMsMax: 4, typingMs: 1 })
  await shop.received(() => new Set(shop.inbox.map(({ from }) => from)).size === 3)
  simulation.stop()
  expect(shop.inbox.every(({ text }) => text)).toBe(true)
  await server.stop()
})
