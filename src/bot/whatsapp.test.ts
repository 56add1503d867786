import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { connectionTable } from '../connection/connection.tables'
import type { ConnectionOptions } from '../connection/connection.contract'
import { forgetSettings } from '../setting/setting.queries'
import { acceptTicket } from '../ticket/assignment/accept-ticket'
import { closeTicket } from '../ticket/closing/close-ticket'
import { everyDay } from '../testing/bot/bots'
import { setSetting } from '../testing/conversation/conversation'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../testing/whatsapp/whatsapp-world'
import type { Phone } from '../testing/services/whatsapp-server/whatsapp-server.types'

const shopNumber = '5511900000001'
let world: WhatsAppWorld
let shop: string
let people = 0
let phone: Phone
let received = 0

beforeAll(async () => {
  world = await createWhatsAppWorld()
  shop = (await world.pair(shopNumber)).jid
})
afterAll(() => world.stop())
beforeEach(() => {
  world.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  world.ctx(1).company.sqlite.run('DELETE FROM setting')
  forgetSettings(world.ctx(1))
  phone = world.server.phone(`55119777700${String(++people).padStart(2, '0')}`, { name: `Pessoa ${people}` })
  received = 0
  connect({})
})

function connect(fields: Partial<typeof connectionTable.$inferInsert>) {
  const none = { greetingMessage: '', complationMessage: '', ratingMessage: '', outOfHoursMessage: '', schedules: [] }
  const options = (fields.options ?? {}) as ConnectionOptions
  world
    .ctx(1)
    .db.update(connectionTable)
    .set({ ...none, ...fields, options })
    .run()
}

async function nextText() {
  const at = received++
  await until(() => phone.inbox.length > at, 'an answer on the phone')
  return phone.inbox[at]
}

const ticket = () =>
  world
    .ctx(1)
    .company.sqlite.query<{ id: number; status: string; queueId: number | null; rating: number | null }, []>(
      'SELECT id, status, queue_id AS queueId, rating FROM ticket ORDER BY id DESC',
    )
    .get()

test('shows the menu on the phone and reads the choice', async () => {
  connect({ greetingMessage: 'Olá, {{firstName}}!' })
  await phone.say(shop, 'Oi')
  expect((await nextText())?.text).toContain('Olá, Pessoa!\n\n*[ 1 ]* - Vendas')
  await phone.say(shop, '7')
  expect((await nextText())?.text).toStartWith('Opção inválida')
  await phone.say(shop, '2')
  await until(() => ticket()?.queueId === 2, 'the chosen queue')
})

test('asks for consent and records it', async () => {
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdMessage', 'Tratamos seus dados.')
  connect({ greetingMessage: 'Olá!' })
  await phone.say(shop, 'Oi')
  expect((await nextText())?.text).toContain('Estou ciente')
  await phone.say(shop, '1')
  expect((await nextText())?.text).toStartWith('Olá!')
  expect(ticket()).toMatchObject({ status: 'pending', queueId: null })
})

test('sends the out-of-hours and vacation texts', async () => {
  setSetting(world, 'scheduleType', 'connection')
  const closed = everyDay('00:00-00:00', '-', { monday: '-' })
  connect({ schedules: closed.map((day) => ({ ...day, startTimeA: '', endTimeA: '' })), outOfHoursMessage: 'Fechado' })
  await phone.say(shop, 'Oi')
  expect((await nextText())?.text).toBe('Fechado')
  const vacation = { collectiveVacationStart: '2020-01-01', collectiveVacationEnd: '2099-01-01' }
  connect({ options: { ...vacation, collectiveVacationMessage: 'De férias' } as ConnectionOptions })
  await phone.say(shop, 'Oi?')
  expect((await nextText())?.text).toBe('De férias')
})

test('quotes a rejected audio', async () => {
  setSetting(world, 'acceptAudioMessageContact', 'disabled')
  const bytes = new Uint8Array(2000).fill(7)
  const sent = await phone.sendAudio(shop, { bytes, mimetype: 'audio/ogg; codecs=opus', voice: true, seconds: 2 })
  const refusal = await nextText()
  expect(refusal?.text).toContain('envie uma mensagem de *texto*')
  expect(refusal?.quotedId).toBe(sent.id)
})

test('asks for a rating, records it and sends thanks', async () => {
  setSetting(world, 'userRating', 'enabled')
  connect({ ratingMessage: 'De 1 a 5?', complationMessage: 'Obrigado!' })
  await phone.say(shop, 'Oi')
  await until(() => ticket()?.status === 'pending', 'the ticket')
  const { id } = ticket() ?? { id: 0 }
  acceptTicket(world.ctxAs(world.ana), id, { queueId: 1 })
  closeTicket(world.ctxAs(world.ana), id, { farewell: true })
  expect((await nextText())?.text).toBe('De 1 a 5?')
  await phone.say(shop, '5')
  expect((await nextText())?.text).toBe('Obrigado!')
  expect(ticket()).toMatchObject({ status: 'closed', rating: 5 })
})

test('rejects a call and informs the caller', async () => {
  setSetting(world, 'acceptCallWhatsapp', 'disabled')
  setSetting(world, 'AcceptCallWhatsappMessage', 'Escreva, por favor')
  const call = await phone.call(shop)
  expect((await nextText())?.text).toBe('Escreva, por favor')
  await until(() => call.rejected, 'the refusal')
  expect(ticket()?.status).toBe('pending')
})
