import { afterEach, beforeEach, expect, test } from 'bun:test'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { transferTicket } from '../../ticket/assignment/transfer-ticket'
import { findTicketRowOf, listChangeRows, listMessageRows, openTicket } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { addContact } from '../../testing/conversation/tickets'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { createWorld, type World } from '../../testing/world/world'
import { editMessage } from './edit-message'
import { setTranscription } from './set-transcription'
import { messageTable } from '../message.tables'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const messages = (companyId = 1) => listMessageRows(world, companyId)
const message = (id: number) => messages().find((one) => one.id === id)
const ticket = (id = 1) => findTicketRowOf(world, id)
const changes = () => listChangeRows(world)
test('allows editing one’s own text for fifteen minutes', async () => {
  const start = new Date()
  world.setTime(start)
  openTicket(world)
  const bruno = await world.as(world.bruno)
  await bruno.post('/messages/1', { body: 'erado' })
  const waiting = await bruno.post('/messages/edit/2', { body: 'errado' })
  expect(waiting.body).toMatchObject({ body: 'errado', isEdited: true })
  expect(changes().filter(({ kind }) => kind === 'edit')).toEqual([])
  world.ctx(1).db.update(messageTable).set({ sendState: null, ack: 1 }).run()
  expect((await bruno.post('/messages/edit/2', { body: 'quase' })).status).toBe(200)
  // The access token expires with the edit window, so the limits are tested on the command itself.
  world.setTime(new Date(start.getTime() + 900_000))
  editMessage(world.ctxAs(world.bruno), 2, 'certo')
  const edits = changes().filter(({ kind }) => kind === 'edit')
  expect(edits).toMatchObject([{ messageId: 2, payload: { text: 'quase' } }, { payload: { text: 'certo' } }])
  expect(ticket()?.lastMessage).toBe('certo')
  world.setTime(new Date(start.getTime() + 900_001))
  expect(() => editMessage(world.ctxAs(world.bruno), 2, 'tarde')).toThrow('ERR_EDIT_WAPP_MSG')
  expect(message(2)?.body).toBe('certo')
})

test('rejects edits and deletions of messages of other users', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  expect((await bruno.post('/messages/edit/1', { body: 'x' })).body.error).toBe('ERR_EDIT_WAPP_MSG')
  expect((await bruno.delete('/messages/1')).body.error).toBe('ERR_DELETE_WAPP_MSG')
  const ana = await world.as(world.ana)
  await ana.post('/messages/1', { body: 'da Ana' })
  expect((await bruno.post('/messages/edit/2', { body: 'x' })).body.error).toBe('ERR_EDIT_WAPP_MSG')
  expect((await bruno.delete('/messages/2')).body.error).toBe('ERR_DELETE_WAPP_MSG')
  expect(message(2)).toMatchObject({ body: 'da Ana', isDeleted: false })
  // Admins may delete only what has no author: messages of the product and of the paired phone.
  await bruno.post('/messages/1', { body: 'do Bruno' })
  expect((await ana.post('/messages/edit/3', { body: 'x' })).body.error).toBe('ERR_EDIT_WAPP_MSG')
  expect((await ana.delete('/messages/3')).body.error).toBe('ERR_DELETE_WAPP_MSG')
  world.ctx(1).company.sqlite.run('UPDATE message SET user_id = NULL WHERE id = 3')
  expect((await bruno.delete('/messages/3')).body.error).toBe('ERR_DELETE_WAPP_MSG')
  expect((await ana.delete('/messages/3')).body.isDeleted).toBe(true)
})

test('deletes a queued message without sending anything, and a sent one through the provider', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  await bruno.post('/messages/1', { body: 'um' })
  await bruno.post('/messages/1', { body: 'dois' })
  world.ctx(1).company.sqlite.run(`UPDATE message SET send_state = NULL, ack = 1 WHERE id = 3`)
  expect((await bruno.delete('/messages/2')).body).toMatchObject({ isDeleted: true, sendState: null })
  expect((await bruno.delete('/messages/3')).body).toMatchObject({ isDeleted: true, body: 'dois' })
  expect(
    changes()
      .filter(({ kind }) => kind === 'delete')
      .map(({ messageId }) => messageId),
  ).toEqual([3])
  expect((await bruno.delete('/messages/3')).body.error).toBe('ERR_DELETE_WAPP_MSG')
})

test('sends a reaction to the provider, and removes it when the emoji is empty', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  expect((await bruno.post('/messages/1/reaction', { emoji: '❤️' })).body.reactions).toEqual([
    { emoji: '❤️', fromMe: true, name: '' },
  ])
  expect((await bruno.post('/messages/1/reaction', { emoji: '' })).body.reactions).toEqual([])
  expect(
    changes()
      .filter(({ kind }) => kind === 'react')
      .map(({ payload }) => payload),
  ).toEqual([{ emoji: '❤️' }, { emoji: '' }])
  const react = (id: number, emoji = '❤️') => effectsOf(world, () => bruno.post(`/messages/${id}/reaction`, { emoji }))
  expect((await react(1)).events).toEqual({ 'message.changed': 1 })
  await bruno.post('/messages/1', { body: 'nota', isPrivate: true })
  await bruno.post('/messages/1', { body: 'na fila' })
  receive(world, 1, messageEvent(), messageEvent())
  world.ctx(1).company.sqlite.run('UPDATE message SET is_deleted = 1 WHERE id = 4')
  world.ctx(1).company.sqlite.run("UPDATE message SET media_type = 'call_log' WHERE id = 5")
  for (const id of [2, 3, 4, 5]) {
    const refused = await react(id)
    expect([id, refused.answer.body.error]).toEqual([id, 'ERR_CHANNEL_CANNOT'])
    expect(refused).toMatchObject(noEffects)
  }
})

test('edits what was not sent, and private notes, without the provider and whatever the channel allows', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  await bruno.post('/messages/1', { body: 'erado' })
  await bruno.post('/messages/1', { body: 'nota', isPrivate: true })
  const { sqlite } = world.ctx(1).company
  sqlite.run("UPDATE message SET send_state = 'failed', ack = -1 WHERE id = 2")
  expect((await bruno.post('/messages/edit/2', { body: 'errado' })).body.body).toBe('errado')
  expect((await bruno.delete('/messages/2')).body.isDeleted).toBe(true)
  sqlite.run("UPDATE connection SET channel = 'facebook'")
  sqlite.run("UPDATE ticket SET channel = 'facebook'")
  await bruno.post('/messages/1', { body: 'no Messenger' })
  expect((await bruno.post('/messages/edit/4', { body: 'x' })).body.error).toBe('ERR_CHANNEL_CANNOT')
  expect((await bruno.post('/messages/edit/3', { body: 'outra nota' })).body.body).toBe('outra nota')
  expect(changes().filter(({ kind }) => kind !== 'read')).toEqual([])
})

test('keeps the latest of the contact’s reactions, and publishes no repeated or outdated one', () => {
  const first = messageEvent()
  receive(world, 1, first)
  for (const [atMs, emoji, kept, published] of [
    [2000, '👍', '👍', 1],
    [2000, '👍', '👍', 0],
    [1000, '😀', '👍', 0],
    [2000, '😀', '😀', 1],
    [3000, '😀', '😀', 1],
  ] as const) {
    world.published.length = 0
    receive(world, 1, { type: 'reaction', targetId: first.id, fromMe: false, emoji, atMs })
    const stored = world.ctx(1).company.sqlite.query('SELECT emoji FROM message_reaction').values()
    expect([stored, world.published.length]).toEqual([[[kept]], published])
  }
})

test('stores a new transcription only, and none of a deleted message', () => {
  openTicket(world)
  const ctx = world.ctx(1)
  const events = () =>
    ctx.company.sqlite.query("SELECT count(*) FROM event WHERE type = 'message.changed'").values()[0]?.[0]
  for (const [text, count] of [
    ['Oi', 1],
    ['Oi', 1],
    ['Olá', 2],
  ] as const) {
    setTranscription(ctx, 1, text)
    expect([message(1)?.data?.transcription, events()]).toEqual([text, count])
  }
  ctx.company.sqlite.run('UPDATE message SET is_deleted = 1')
  setTranscription(ctx, 1, 'Tarde')
  setTranscription(ctx, 99, 'Nenhuma')
  expect([message(1)?.data?.transcription, events()]).toEqual(['Olá', 2])
})

test('resends a failed message as the same message, and leaves other messages unchanged', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  await bruno.post('/messages/1', { body: 'oi' })
  const providerId = message(2)?.providerId
  world.ctx(1).company.sqlite.run(`UPDATE message SET send_state = 'failed', ack = -1, send_error = 'x' WHERE id = 2`)
  expect((await bruno.post('/messages/2/resend')).body).toMatchObject({ sendState: 'queued', ack: 0, sendError: null })
  expect(message(2)?.providerId).toBe(providerId ?? '')
  expect((await bruno.post('/messages/1/resend')).body).toMatchObject({ sendState: null, ack: 3 })
  world.ctx(1).company.sqlite.run(`UPDATE message SET send_state = 'failed', is_deleted = 1 WHERE id = 2`)
  expect((await bruno.post('/messages/2/resend')).body).toMatchObject({ sendState: 'failed' })
})

function withFile(body: string) {
  const form = new FormData()
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])
  form.append('medias', new File([jpeg], 'foto.jpg', { type: 'image/jpeg' }))
  form.append('body', body)
  return form
}

test('changes a message locally only when its connection was deleted', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  await bruno.post('/messages/1', { body: 'um' })
  await bruno.post('/messages/1', { body: 'dois' })
  const { sqlite } = world.ctx(1).company
  sqlite.run(`UPDATE message SET send_state = NULL, ack = 1 WHERE id = 2`)
  sqlite.run(`UPDATE message SET send_state = 'failed', ack = -1 WHERE id = 3`)
  sqlite.run('DELETE FROM connection')
  expect((await bruno.post('/messages/edit/2', { body: 'um só' })).body.body).toBe('um só')
  expect((await bruno.delete('/messages/2')).body.isDeleted).toBe(true)
  expect((await bruno.post('/messages/1/reaction', { emoji: '👍' })).body.error).toBe('ERR_CHANNEL_CANNOT')
  expect((await bruno.post('/messages/3/resend')).body.error).toBe('ERR_WAPP_NOT_INITIALIZED')
  expect((await bruno.post('/messages/1', { body: 'três' })).body.error).toBe('ERR_WAPP_NOT_INITIALIZED')
  expect((await bruno.post('/messages/1', { body: 'nota', isPrivate: true })).status).toBe(200)
  expect(changes()).toEqual([])
})

test('forwards with the file on a new ticket of the user, and rejects a contact whom a colleague attends', async () => {
  openTicket(world)
  receive(world, 1, messageEvent({ phone: '5511966660001' }))
  closeTicket(world.ctx(1), 2, { farewell: false })
  const bruno = await world.as(world.bruno)
  await bruno.post('/messages/1', withFile('catálogo'))
  const forwarded = await bruno.post('/message/forward', { messageId: 3, contactId: 2 })
  expect(forwarded.body).toMatchObject({ isForwarded: true, body: 'catálogo', mediaType: 'image', ticketId: 3 })
  expect(forwarded.body.mediaUrl).not.toBe((await bruno.get('/messages/1')).body.messages[1].mediaUrl)
  expect(ticket(3)).toMatchObject({ status: 'open', userId: 2, contactId: 2 })
  transferTicket(world.ctx(1), 3, { queueId: 2, userId: 3 })
  world.ctx(1).company.sqlite.run('UPDATE message SET media_id = NULL WHERE id = 3')
  expect((await bruno.post('/message/forward', { messageId: 3, contactId: 2 })).body.error).toBe(
    'ERR_WAPP_DOWNLOAD_MEDIA',
  )
  const refused = await bruno.post('/message/forward', { messageId: 1, contactId: 2 })
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET'])
  await bruno.post('/messages/1', { body: 'nota', isPrivate: true })
  const secret = messages().at(-1)?.id
  const refusedAs = async (messageId = 1) =>
    (await bruno.post('/message/forward', { messageId, contactId: 1 })).body.error
  expect(await refusedAs(secret)).toBe('ERR_FETCH_WAPP_MSG')
  for (const state of ["media_type = 'call_log'", 'is_deleted = 1', "body = '', is_deleted = 0, media_type = NULL"]) {
    world.ctx(1).company.sqlite.run(`UPDATE message SET ${state} WHERE id = 1`)
    expect([state, await refusedAs()]).toEqual([state, 'ERR_FETCH_WAPP_MSG'])
    world.ctx(1).company.sqlite.run('UPDATE message SET media_type = NULL WHERE id = 1')
  }
})

test('forwards the text unchanged, and rejects a closed reply window before it opens a ticket', async () => {
  openTicket(world)
  receive(world, 1, messageEvent({ text: 'Sou {{name}}' }), messageEvent({ phone: '5511966660001' }))
  closeTicket(world.ctx(1), 2, { farewell: false })
  const bruno = await world.as(world.bruno)
  const forward = (contactId: number) => bruno.post('/message/forward', { messageId: 2, contactId })
  expect((await forward(2)).body).toMatchObject({ body: 'Sou {{name}}', ticketId: 3 })
  const { sqlite } = world.ctx(1).company
  sqlite.run("UPDATE ticket SET status = 'closed' WHERE id = 3")
  sqlite.run("UPDATE connection SET channel = 'facebook'")
  sqlite.run('UPDATE message SET created_at = created_at - 86400000 WHERE ticket_id = 2')
  expect((await forward(2)).body).toMatchObject({ error: 'ERR_CHANNEL_CANNOT', replyWindowHours: 24 })
  expect(ticket(4)).toBeUndefined()
})

test('replaces the author’s signature with that of the forwarding user', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  const send = async (body: object) => (await bruno.post('/messages/1', body)).body.messages[0]
  const signed = await send({ body: 'Oi', sign: true })
  const heading = await send({ body: '*Endereço:*\nRua A' })
  const forward = async (messageId: number, signMessage: boolean) =>
    (await bruno.post('/message/forward', { messageId, contactId: 1, signMessage })).body.body
  expect(await forward(signed.id, true)).toBe('*Bruno Lima:*\nOi')
  expect(await forward(signed.id, false)).toBe('*Bruno Lima:*\nOi')
  expect(await forward(heading.id, true)).toBe('*Bruno Lima:*\n*Endereço:*\nRua A')
})

test('forwards a card, a place and a sticker as what they are, once per client id, in a queue of the user', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  const other = addContact(world.ctx(1), 'Outra pessoa')
  const contacts = [{ name: 'Ana', vcard: 'BEGIN:VCARD' }]
  receive(
    world,
    1,
    messageEvent({ content: { kind: 'contacts', contacts } }),
    messageEvent({ content: { kind: 'location', latitude: 1, longitude: 2, name: 'Praça' } }),
  )
  setTicketQueue(world.ctx(1), 1, 2)
  const forward = async (body: object, by = bruno) =>
    (await by.post('/message/forward', { contactId: other, ...body })).body
  const [card, place] = [
    await forward({ messageId: 2, clientId: 'pedido-0001' }),
    await forward({ messageId: 3, signMessage: true }),
  ]
  expect([card.dataJson, place.dataJson]).toMatchObject([{ contacts }, { location: { latitude: 1, name: 'Praça' } }])
  expect([card.queueId, place.ticketId]).toEqual([1, card.ticketId])
  const count = messages().length
  expect((await forward({ messageId: 2, clientId: 'pedido-0001' })).id).toBe(card.id)
  expect(messages()).toHaveLength(count)
  await bruno.post('/messages/1', withFile('figura'))
  const sent = messages().at(-1)?.id
  world.ctx(1).company.sqlite.run("UPDATE message SET media_type = 'sticker' WHERE id = ?", [sent ?? 0])
  expect(await forward({ messageId: sent, signMessage: true })).toMatchObject({ mediaType: 'image', body: 'figura' })
  // An admin uses the message's queue, else the first one.
  const ana = await world.as(world.ana)
  for (const [source, queueId] of [
    [2, 2],
    [null, 1],
  ] as const) {
    world.ctx(1).company.sqlite.run('UPDATE ticket SET queue_id = ? WHERE id = 1', [source])
    const contactId = addContact(world.ctx(1), `De Ana ${source}`)
    expect((await forward({ messageId: 1, contactId }, ana)).queueId).toBe(queueId)
  }
})
