import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'

let world: WhatsAppWorld
let shop: string
beforeAll(async () => {
  world = await createWhatsAppWorld()
  shop = (await world.pair('5511900000001')).jid
})
afterAll(() => world.stop())

const rows = (text: string) => world.ctx(1).company.sqlite.query(text).values()
const bodies = () => rows('SELECT body FROM message ORDER BY id').flat()

test('whoever writes again after an erasure is read, and answered, by the line that knew her before', async () => {
  const maria = world.server.phone('5511977770001', { name: 'Maria' })
  const bystander = world.server.phone('5511977770002', { name: 'Outra' })
  for (const phone of [maria, bystander]) await phone.say(shop, `Oi de ${phone.number}`)
  await until(() => bodies().length === 2, 'both messages')
  const ana = await world.as(world.ana)
  const [[contactId, ticketId] = []] = rows(
    `SELECT t.contact_id, t.id FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.number = '5511977770001'`,
  )
  setTicketQueue(world.ctx(1), Number(ticketId), 1)
  acceptTicket(world.ctxAs(world.ana), Number(ticketId))
  expect((await ana.post(`/messages/${ticketId}`, { body: 'Pois não?' })).status).toBe(200)
  await until(() => maria.inbox.length === 1, 'the answer')
  const keysOf = (number: string) =>
    rows(`SELECT category FROM whatsapp_key WHERE id LIKE '%${number}%' OR id LIKE '${number}%'`).length
  const others = keysOf('5511977770002')
  expect(keysOf('5511977770001')).toBeGreaterThan(0)

  const name = String(rows(`SELECT name FROM contact WHERE id = ${contactId}`)[0]?.[0])
  expect((await ana.post(`/contacts/${contactId}/erase`, { name })).status).toBe(200)
  await world.runJobs(1)
  expect(keysOf('5511977770001')).toBe(0)
  expect(keysOf('5511977770002')).toBe(others)
  expect(bodies()).toEqual(['Oi de 5511977770002'])

  await maria.say(shop, 'Sou eu de novo')
  await until(() => bodies().includes('Sou eu de novo'), 'the new message')
  const [[newTicket, newContact] = []] = rows(
    `SELECT t.id, t.contact_id FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.number = '5511977770001'`,
  )
  expect(newContact).not.toBe(contactId)
  setTicketQueue(world.ctx(1), Number(newTicket), 1)
  acceptTicket(world.ctxAs(world.ana), Number(newTicket))
  expect((await ana.post(`/messages/${newTicket}`, { body: 'Bem-vinda' })).status).toBe(200)
  await until(() => maria.inbox.length === 2, 'the answer to the new contact')
  expect(maria.inbox[1]?.text).toContain('Bem-vinda')
}, 60_000)
