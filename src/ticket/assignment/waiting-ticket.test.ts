import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addTicket } from '../../testing/conversation/tickets'
import { createWorld, type World } from '../../testing/world/world'
import { acceptTicket } from './accept-ticket'
import { noteMessageOnTicket } from '../change/note-message-on-ticket'

const now = new Date('2026-11-20T12:00:00.000Z')
let world: World
beforeEach(async () => {
  world = await createWorld({ now })
})
afterEach(() => world.stop())

function say(
  ticketId: number,
  body: string,
  { fromMe = false, isDeleted = false, userId }: { fromMe?: boolean; isDeleted?: boolean; userId?: number } = {},
) {
  const ctx = world.ctx(1)
  const { lastInsertRowid } = ctx.company.sqlite.run(
    'INSERT INTO message (ticket_id, connection_id, from_me, user_id, body, is_deleted, created_at) VALUES (?, 1, ?, ?, ?, ?, ?)',
    [ticketId, Number(fromMe), userId ?? null, body, Number(isDeleted), ctx.now.getTime()],
  )
  const noted = { messageId: Number(lastInsertRowid), preview: body, at: ctx.now, unread: 'keep' as const }
  noteMessageOnTicket(ctx, { id: ticketId, snoozedUntil: null }, noted)
}

async function listed(person = world.bruno, status = 'pending') {
  const { body } = await (await world.as(person)).get(`/tickets?status=${status}`)
  return body['tickets'][0]
}

test('a pending row shows its waiting time and the contact’s last message', async () => {
  const { id } = addTicket(world.ctx(1))
  say(id, 'Minha encomenda não chegou')
  expect((await listed()).contactMessage).toBeUndefined()
  say(id, 'Escolha uma opção', { fromMe: true })
  say(id, 'Opção inválida', { fromMe: true })
  expect(await listed()).toMatchObject({
    lastMessage: 'Opção inválida',
    waitingSince: now.toISOString(),
    contactMessage: { body: 'Minha encomenda não chegou', mediaType: null, isDeleted: false, isAwaited: false },
  })
})

test('shows what the contact wrote before choosing options of a menu', async () => {
  const { id } = addTicket(world.ctx(1))
  say(id, 'Escolha uma opção', { fromMe: true })
  say(id, '3')
  say(id, 'Já vamos atender', { fromMe: true })
  expect((await listed()).contactMessage).toMatchObject({ body: '3' })
  say(id, 'Minha encomenda não chegou')
  for (const option of ['1', '12']) {
    say(id, option)
    say(id, 'Já vamos atender', { fromMe: true })
  }
  expect((await listed()).contactMessage).toMatchObject({ body: 'Minha encomenda não chegou' })
  // A user's answer in between: what was written before it is settled.
  say(id, 'Está a caminho', { fromMe: true, userId: world.bruno.id })
  say(id, '2')
  say(id, 'Já vamos atender', { fromMe: true })
  expect((await listed()).contactMessage).toMatchObject({ body: '2' })
})

test('an accepted ticket shows neither', async () => {
  const { id } = addTicket(world.ctx(1))
  say(id, 'Oi')
  say(id, 'Bem-vindo', { fromMe: true })
  acceptTicket(world.ctxAs(world.bruno), id)
  const row = await listed(world.bruno, 'open')
  expect([row.lastMessage, row.waitingSince, row.contactMessage]).toEqual(['Bem-vindo', undefined, undefined])
})

test('shows a user’s answer instead of the contact’s message', async () => {
  const { id } = addTicket(world.ctx(1))
  say(id, 'Oi')
  say(id, 'Já verifico', { fromMe: true, userId: 2 })
  expect((await listed()).contactMessage).toBeUndefined()
})

test('a ticket without messages of the contact shows ours', async () => {
  const { id } = addTicket(world.ctx(1))
  for (let index = 0; index < 40; index++) say(id, `Aviso ${index}`, { fromMe: true })
  expect((await listed()).contactMessage).toBeUndefined()
})

test('hidden numbers and deleted messages stay hidden in the row', async () => {
  const { id } = addTicket(world.ctx(1))
  const ana = await world.as(world.ana)
  const settings = ['enableLGPD', 'lgpdHideNumber', 'lgpdDeleteMessage']
  await ana.put('/companySettings', { column: 'lgpdMessage', data: 'Tratamos seus dados' })
  for (const column of settings) await ana.put('/companySettings', { column, data: 'enabled' })
  say(id, 'Liguem para 5511988880001')
  say(id, 'Um momento', { fromMe: true })
  expect((await listed()).contactMessage.body).not.toContain('988880001')
  say(id, 'Esqueçam', { isDeleted: true })
  say(id, 'Um momento', { fromMe: true })
  expect((await listed()).contactMessage).toMatchObject({ body: '', isDeleted: true })
})
