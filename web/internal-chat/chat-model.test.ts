import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ChatEvent, ChatMessageView } from '../../src/internal-chat/internal-chat.calls'
import { ApiError } from '../api/api-error'
import { createFakeLive, createHeldApi } from '../message/testing/fake-conversation'
import { createChatModel } from './chat-model'
import { buildChatDays } from './chat-rows'
import { createChatOutboxes } from './message/chat-outbox'
import { stub } from '../../src/testing/stub'
import type { SessionUser } from '../../src/user/session/session.calls'

const { window: before, addEventListener: listen } = globalThis
beforeAll(() => {
  globalThis.window = stub<typeof window>({ addEventListener() {}, removeEventListener() {} })
  globalThis.document = stub<Document>({ hasFocus: () => false })
  globalThis.addEventListener = () => {}
})
afterAll(() => {
  globalThis.window = before
  globalThis.addEventListener = listen
  // The server's renderer checks whether a window exists.
  if (before === undefined) for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name)
})

const message = (id: number, text: string) =>
  ({ id, senderId: 2, message: text, createdAt: `2026-05-04T12:00:0${id}.000Z` }) as ChatMessageView
const at = '2026-05-04T12:00:00.000Z'
const chat = {
  id: 5,
  uuid: 'uuid-5',
  title: 'Entrega',
  ownerId: 2,
  lastMessage: '',
  users: [],
  createdAt: at,
  updatedAt: at,
}

function underTest(nextCursor: string | null = null) {
  const { api, calls, take } = createHeldApi()
  const { live, say, reload, state } = createFakeLive()
  const outboxes = createChatOutboxes({ api, live })
  outboxes.start()
  const visit = (records = [message(2, 'dois'), message(3, 'três')]) => {
    const drafts = { read: () => ({ text: '', isPrivate: false }), write() {}, list: () => new Map() }
    const opened = { chat, messages: { records, hasMore: nextCursor !== null, nextCursor } }
    const outbox = outboxes.of(5)
    const me = stub<SessionUser>({ id: 2, companyId: 1 })
    const model = createChatModel({ api, live, drafts, opened, outbox, me })
    outboxes.setListener(5, model.add)
    const stop = model.start()
    const rows = () => {
      const rowOptions = { me: { id: 2, name: 'Bruno' }, users: [], dayOf: () => 'today' }
      const days = buildChatDays(model.messages.value, outbox.messages.value, rowOptions)
      const shown = days.flatMap(({ blocks }) => blocks.flatMap(({ messages }) => messages))
      return shown.map(({ text, state: delivery }) => (delivery === 'stored' ? text : `${text} (${delivery})`))
    }
    return { model, stop, rows }
  }
  const hears = (event: ChatEvent) => say('chat-5', event)
  const first = visit()
  return {
    ...first,
    outboxes,
    visit,
    calls,
    take,
    hears,
    reload,
    state,
    texts: () => first.model.messages.value.map((one) => one.message),
  }
}

test('queues messages without a network, and sends them in order under the same ids', async () => {
  const { model, rows, take, calls, state } = underTest()
  model.outbox.send({ text: 'quatro' })
  const first = take('POST')
  await first.refuse(new ApiError(0, 'ERR_NETWORK', ''))
  model.outbox.send({ text: 'cinco' })
  expect([rows(), calls]).toEqual([['dois', 'três', 'quatro (offline)', 'cinco (offline)'], []])
  state.value = 'offline'
  state.value = 'online'
  const again = take('POST')
  expect(again.body).toEqual(first.body as object)
  const { clientId } = again.body as { clientId: string }
  await again.answer({ records: [{ ...message(4, 'quatro'), clientId }] })
  await take('POST').refuse(new ApiError(400, 'ERR_INVALID_INPUT', ''))
  expect(rows()).toEqual(['dois', 'três', 'quatro', 'cinco (failed)'])
})

test('restores queued messages on return, shows them once although stored, and deletes them when sent', async () => {
  const { model, stop, outboxes, visit, take, calls, state } = underTest()
  model.outbox.send({ text: 'quatro' })
  const sent = take('POST')
  await sent.refuse(new ApiError(0, 'ERR_NETWORK', ''))
  stop()
  outboxes.forgetSent()
  const second = visit()
  expect(second.rows()).toEqual(['dois', 'três', 'quatro (offline)'])
  second.stop()
  outboxes.forgetSent()
  // The answer was lost but the message was stored. The page contains it, and the same id finds it.
  const stored = { ...message(4, 'quatro'), clientId: (sent.body as { clientId: string }).clientId }
  const third = visit([message(3, 'três'), stored])
  expect(third.rows()).toEqual(['três', 'quatro'])
  state.value = 'offline'
  state.value = 'online'
  const again = take('POST')
  expect(again.body).toEqual(sent.body as object)
  await again.answer({ records: [stored] })
  expect([third.rows(), third.model.outbox.messages.value, calls]).toEqual([['três', 'quatro'], [], []])
  third.stop()
  outboxes.forgetSent()
  expect(outboxes.of(5)).not.toBe(third.model.outbox)
})

test('the response to an edit does not overwrite newer events', async () => {
  const { model, take, hears, texts } = underTest()
  model.editing.begin(message(3, 'três'))
  model.text.value = 'quatro'
  const saving = model.editing.save()
  hears({ action: 'update-message', message: message(3, 'quatro'), chat })
  hears({ action: 'update-message', message: message(3, ''), chat })
  await take('PUT').answer(message(3, 'quatro'))
  await saving
  expect(texts()).toEqual(['dois', ''])
})

test('loading or reloading pages does not revert newer events', async () => {
  const { model, take, hears, reload, texts } = underTest('c1')
  const older = model.loadOlder()
  hears({ action: 'update-message', message: message(2, 'dois, editada'), chat })
  await take('GET').answer({ records: [message(1, 'um'), message(2, 'dois')], nextCursor: null })
  await older
  expect(texts()).toEqual(['um', 'dois, editada', 'três'])

  reload()
  hears({ action: 'new-message', newMessage: message(4, 'quatro'), chat })
  hears({ action: 'update-message', message: message(3, 'três, editada'), chat })
  await take('GET').answer({ records: [message(2, 'dois, editada'), message(3, 'três')], nextCursor: null })
  expect(texts()).toEqual(['dois, editada', 'três, editada', 'quatro'])
})
