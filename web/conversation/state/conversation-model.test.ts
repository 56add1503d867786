import { beforeEach, expect, test } from 'bun:test'
import { ApiError } from '../../api/api-error'
import { anyMessage } from '../../message/testing/any-message'
import { anyContact, anyTicket, bruno, messageEvent, pageOf } from '../../message/testing/fake-conversation'
import { createConversation } from './conversation-model'
import { openConversation, useVisibleDocument } from '../testing/open-conversation'

useVisibleDocument()

let open: ReturnType<typeof openConversation>
beforeEach(() => {
  open = openConversation()
})

test('keeps live changes when an older page arrives', async () => {
  const { model, say, take } = openConversation([anyMessage({ id: 10 })], 'c1')
  const loading = model.loadOlder()
  const call = take('GET')
  expect(call.body).toEqual({ cursor: 'c1', textMax: 200_000 })
  say('appMessage', messageEvent('update', anyMessage({ id: 10, body: 'editada' })))
  const older = anyMessage({ id: 9, createdAt: '2026-05-04T11:00:00.000Z' })
  await call.answer(pageOf([older, anyMessage({ id: 10, body: 'antes' })]))
  await loading
  expect(model.messages.value.map(({ id, body }) => [id, body])).toEqual([
    [9, 'Mensagem 9'],
    [10, 'editada'],
  ])
  expect(model.hasOlder.value).toBe(false)
})

test('asks again for what changed between the request and the opening, and not for changes of other tickets', async () => {
  const { live, arrivals, calls, take, me, outboxes } = open
  const data = { ticket: anyTicket(), page: pageOf([anyMessage({ id: 10 })]), requestedAt: 5 }
  const outbox = outboxes.of(1)
  const other = { ...anyTicket(), id: 2 }
  arrivals.push({ event: 'appMessage', data: messageEvent('create', anyMessage({ id: 12, ticketId: 2 }), other) })
  createConversation({ api: open.api, live, me, data, outbox }).start()
  expect(calls).toHaveLength(0)
  arrivals.push({ event: 'appMessage', data: messageEvent('create', anyMessage({ id: 11 })) })
  const model = createConversation({ api: open.api, live, me, data, outbox })
  model.start()
  await take('GET').answer(anyTicket())
  await take('GET').answer(pageOf([anyMessage({ id: 10 }), anyMessage({ id: 11 })]))
  expect(model.messages.value.map(({ id }) => id)).toEqual([10, 11])
})

test('a page of the server asks again for what came before it was hydrated, and announces the newest of it', async () => {
  const { live, arrivals, calls, take, me, outboxes } = open
  const options = { api: open.api, live, me, data: { ticket: anyTicket(), page: pageOf([]) }, outbox: outboxes.of(1) }
  // Opening it marks it as read.
  arrivals.push({ event: 'ticket', data: { action: 'updateUnread', ticketId: 1 } })
  createConversation(options).start()
  expect(calls).toHaveLength(0)
  arrivals.push({ event: 'appMessage', data: messageEvent('create', anyMessage({ id: 12 })) })
  const model = createConversation(options)
  model.start()
  await take('GET').answer(anyTicket())
  await take('GET').answer(pageOf([anyMessage({ id: 11 }), anyMessage({ id: 12 })]))
  expect(model.latest.value?.id).toBe(12)
})

test('a page of the server says what became of a ticket that was lost before it was hydrated, and asks for nothing', () => {
  const { live, arrivals, calls, me, outboxes } = open
  const options = { api: open.api, live, me, data: { ticket: anyTicket(), page: pageOf([]) }, outbox: outboxes.of(1) }
  const opened = () => {
    const model = createConversation(options)
    model.start()
    return model.removed.value
  }
  arrivals.push({ event: 'ticket', data: { action: 'delete', ticketId: 2, reason: 'deleted' } })
  expect(opened()).toBeUndefined()
  arrivals.push({ event: 'ticket', data: { action: 'delete', ticketId: 1, reason: 'deleted' } })
  expect(opened()).toEqual({ reason: 'deleted' })
  expect(calls).toHaveLength(0)
})

test('loads older messages one request at a time, and again after a failure', async () => {
  const { model, calls, take } = openConversation([anyMessage({ id: 10 })], 'c1')
  void model.loadOlder()
  const second = model.loadOlder()
  expect(calls).toHaveLength(1)
  await take('GET').refuse(new ApiError(0, 'ERR_NETWORK', ''))
  await second
  expect(model.older.value).toBe('failed')
  void model.loadOlder()
  expect(model.older.value).toBe('loading')
})

test('searches for a quoted message page by page', async () => {
  const { model, take } = openConversation([anyMessage({ id: 10 })], 'c1')
  const reached = model.reach(3)
  await take('GET').answer(pageOf([anyMessage({ id: 6, createdAt: '2026-05-04T10:00:00.000Z' })], 'c2'))
  await take('GET').answer(pageOf([anyMessage({ id: 3, createdAt: '2026-05-04T09:00:00.000Z' })]))
  expect(await reached).toBe(true)
  expect(await model.reach(1)).toBe(false)
})

test('counts arrivals while the newest is not visible', () => {
  const { model, say } = open
  model.setAtNewest(false)
  say('appMessage', messageEvent('create', anyMessage({ id: 11 })))
  say('appMessage', messageEvent('create', anyMessage({ id: 12 })))
  say('appMessage', messageEvent('create', anyMessage({ id: 12 })))
  say('appMessage', messageEvent('create', anyMessage({ id: 13, fromMe: true })))
  expect(model.arrived.value).toBe(2)
  model.setAtNewest(true)
  expect(model.arrived.value).toBe(0)
})

test('ignores new messages of other tickets, but applies changes of shown ones', () => {
  const { model, say, keys } = openConversation([anyMessage({ id: 5, ticketId: 9 }), anyMessage({ id: 10 })])
  say('appMessage', messageEvent('create', anyMessage({ id: 11, ticketId: 8 }), anyTicket({ id: 8 })))
  say('appMessage', messageEvent('update', anyMessage({ id: 5, ticketId: 9, ack: 3 }), anyTicket({ id: 9 })))
  expect(keys()).toEqual(['5', '10'])
  expect(model.messages.value[0]?.ack).toBe(3)
})

test('marks as read with one request', async () => {
  const { model, say, calls, take } = open
  const ticket = anyTicket({ unreadMessages: 1 })
  say('appMessage', messageEvent('create', anyMessage({ id: 11 }), ticket))
  say('appMessage', messageEvent('create', anyMessage({ id: 12 }), { ...ticket, unreadMessages: 2 }))
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /messages/1'])
  await take('GET').answer(pageOf([]))
  expect(model.ticket.value.unreadMessages).toBe(2)
})

test('does not mark somebody else’s ticket as read', () => {
  const { say, calls } = openConversation(undefined, null, anyTicket({ userId: 3 }))
  say('appMessage', messageEvent('create', anyMessage({ id: 11 }), anyTicket({ userId: 3, unreadMessages: 1 })))
  expect(calls).toEqual([])
})

test('starts the unread messages that many before the end', () => {
  const list = [10, 11, 12, 13].map((id) => anyMessage({ id, fromMe: id === 12 }))
  const { model } = openConversation(list, null, anyTicket({ unreadMessages: 2 }))
  expect(model.firstUnreadId).toBe(11)
})

test('reverts a rejected reaction', async () => {
  const { model, take } = open
  const [message] = model.messages.value
  if (!message) throw new Error('There is a message')
  const failure = model.react(message, '👍').catch((cause: unknown) => cause)
  expect(model.messages.value[0]?.reactions).toEqual([{ emoji: '👍', fromMe: true, name: 'Bruno' }])
  await take('POST').refuse(new ApiError(400, 'ERR_CHANNEL_CANNOT', ''))
  expect(await failure).toBeInstanceOf(ApiError)
  expect(model.messages.value[0]?.reactions).toEqual([])
})

test('shows a message deleted elsewhere as deleted', () => {
  const { model, say } = open
  say('appMessage', messageEvent('delete', anyMessage({ id: 10, isDeleted: true })))
  expect(model.messages.value[0]?.isDeleted).toBe(true)
})

test('keeps a closed or moved ticket that stays visible, and removes one assigned to a colleague', () => {
  const { model, say } = open
  const user = { id: 3, name: 'Carla', color: '#19703f' }
  const carla = { status: 'open' as const, userId: 3, user, queueId: 1, queue: null }
  say('ticket', { action: 'delete', ticketId: 1, reason: 'closed', status: 'open' })
  say('ticket', { action: 'delete', ticketId: 1, reason: 'moved', ...carla, userId: bruno.id })
  say('ticket', { action: 'delete', ticketId: 2, reason: 'deleted' })
  expect(model.removed.value).toBeUndefined()
  say('ticket', { action: 'delete', ticketId: 1, reason: 'moved', ...carla })
  expect(model.removed.value).toMatchObject({ reason: 'moved', user: { name: 'Carla' } })
})

test('closes tickets that a removed permission made visible', () => {
  const { model, me } = openConversation([], null, anyTicket({ userId: null, status: 'pending', queueId: 1 }))
  me.value = { ...bruno, queues: [{ id: 2, name: 'Suporte', color: '#000000' }] }
  expect(model.removed.value).toEqual({ reason: 'permissions' })
})

test('restarts the reply time on a contact’s message', () => {
  const { model, say } = open
  const message = anyMessage({ id: 11, createdAt: '2026-05-04T13:00:00.000Z' })
  say('appMessage', messageEvent('create', message))
  expect(model.ticket.value.lastInboundAt).toBe(message.createdAt)
})

test('knows whether the only answer to a comment is sent', () => {
  const { model, say } = open
  const after = (action: 'create' | 'update', message: Parameters<typeof anyMessage>[0]) => {
    say('appMessage', messageEvent(action, anyMessage(message)))
    return model.ticket.value.commentReply
  }
  const dataJson = { referral: { of: 'comment' as const, title: '', text: '', url: '' } }
  expect(after('create', { id: 11, dataJson })).toBe('open')
  expect(after('create', { id: 12, fromMe: true, isPrivate: true })).toBe('open')
  expect(after('create', { id: 13, fromMe: true })).toBe('sent')
  expect(after('update', { id: 13, fromMe: true, sendState: 'failed' })).toBe('open')
  expect(after('create', { id: 14 })).toBeUndefined()
})

test('knows that the provider has closed its reply window', () => {
  const { model, say } = open
  const ofPage = { ...anyTicket(), channel: 'facebook' as const }
  const after = (action: 'create' | 'update', message: Parameters<typeof anyMessage>[0]) => {
    say('appMessage', messageEvent(action, anyMessage(message), ofPage))
    return model.ticket.value.isWindowRefused
  }
  const sendError = '2018278 This message is sent outside of allowed window.'
  expect(after('create', { id: 11, createdAt: '2026-05-04T13:00:00.000Z' })).toBeUndefined()
  const refused = { id: 12, fromMe: true, sendState: 'failed', sendError } as const
  expect(after('update', { ...refused, createdAt: '2026-05-04T12:00:00.000Z' })).toBeUndefined()
  expect(after('update', { ...refused, createdAt: '2026-05-04T14:00:00.000Z' })).toBe(true)
  expect(after('create', { id: 13, createdAt: '2026-05-04T15:00:00.000Z' })).toBeUndefined()
})

test('keeps the object of an unchanged bubble', () => {
  const { model, say } = open
  const [first] = model.messages.value
  say('appMessage', messageEvent('create', anyMessage({ id: 11 })))
  expect(model.messages.value[0]).toBe(first as NonNullable<typeof first>)
})

test('has no listeners after it is stopped', () => {
  const { stop, listeners } = open
  expect(listeners()).toBeGreaterThan(0)
  stop()
  expect(listeners()).toBe(0)
})

test('reverts a rejected edit, but not a delivery published meanwhile', async () => {
  const sent = anyMessage({ id: 10, fromMe: true, ack: 1, body: 'antes' })
  const { model, say, take } = openConversation([sent])
  const editing = model.edit(sent, 'depois')
  say('appMessage', messageEvent('update', { ...sent, body: 'antes', ack: 2 }))
  await take('POST').refuse(new ApiError(400, 'ERR_EDIT_WAPP_MSG', ''))
  await expect(editing).rejects.toMatchObject({ code: 'ERR_EDIT_WAPP_MSG' })
  expect(model.messages.value[0]).toMatchObject({ body: 'antes', ack: 2 })

  const again = model.edit(sent, 'depois')
  await take('POST').refuse(new ApiError(400, 'ERR_EDIT_WAPP_MSG', ''))
  await expect(again).rejects.toMatchObject({ code: 'ERR_EDIT_WAPP_MSG' })
  expect(model.messages.value[0]).toMatchObject({ body: 'antes', ack: 2, isEdited: false })
})

test('prefers live changes over an older answer', async () => {
  const { model, say } = openConversation()
  let answer = (_: ReturnType<typeof anyTicket>) => {}
  const requested = model.ask(() => new Promise<ReturnType<typeof anyTicket>>((resolve) => (answer = resolve)))
  say('contact', { action: 'update', contact: anyContact({ name: 'Maria Souza' }) })
  answer(anyTicket())
  const first = await requested
  expect([first.isNewest('ticket'), first.isNewest('contact')]).toEqual([true, false])

  const second = model.ask(() => new Promise<ReturnType<typeof anyTicket>>((resolve) => (answer = resolve)))
  say('ticket', { action: 'update', ticketId: 1, ticket: anyTicket({ status: 'pending', userId: null }) })
  answer(anyTicket())
  expect((await second).isNewest('ticket')).toBe(false)
})

test('follows the state of the conversation’s own connection', () => {
  const { model, say } = open
  const status = () => model.ticket.value.whatsapp?.status
  const session = { id: 1, name: 'Principal', updatedAt: '2026-05-04T12:00:00.000Z' }
  say('whatsappSession', { action: 'update', session: { ...session, id: 2, status: 'DISCONNECTED' } })
  expect(status()).toBe('CONNECTED')
  say('whatsappSession', { action: 'update', session: { ...session, status: 'TIMEOUT' } })
  expect(status()).toBe('TIMEOUT')
  say('whatsappSession', { action: 'update', session: { ...session, status: 'CONNECTED' } })
  expect(status()).toBe('CONNECTED')
})
