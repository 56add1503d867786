import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ChatMessageView } from '../../src/internal-chat/internal-chat.calls'
import { createFakeLive, createHeldApi } from '../message/testing/fake-conversation'
import { createChatModel } from './chat-model'

const { window: before } = globalThis
beforeAll(() => {
  globalThis.window = { addEventListener() {}, removeEventListener() {} } as unknown as typeof window
})
afterAll(() => {
  globalThis.window = before
  // The server's render asks whether there is a window at all.
  if (before === undefined) Reflect.deleteProperty(globalThis, 'window')
})

const message = (id: number, text: string) =>
  ({ id, senderId: 2, message: text, createdAt: `2026-05-04T12:00:0${id}.000Z` }) as ChatMessageView
const chat = { id: 5, uuid: 'uuid-5', title: 'Entrega', users: [] }

function underTest(nextCursor: string | null = null) {
  const { api, take } = createHeldApi()
  const { live, say, reload } = createFakeLive()
  const drafts = { read: () => ({ text: '', isPrivate: false }), write() {} }
  const opened = { chat, messages: { records: [message(2, 'dois'), message(3, 'três')], nextCursor } }
  const parts = { api, live, drafts, opened, me: { id: 2, companyId: 1 } } as unknown as Parameters<
    typeof createChatModel
  >[0]
  const model = createChatModel(parts)
  model.start()
  const hears = (action: string, changed: object) => say('chat-5', { action, chat, ...changed })
  return { model, take, hears, reload, texts: () => model.messages.value.map((one) => one.message) }
}

test('the answer to an edit is older than what was told since', async () => {
  const { model, take, hears, texts } = underTest()
  model.editing.begin(message(3, 'três'))
  model.text.value = 'quatro'
  const saving = model.editing.save()
  hears('update-message', { message: message(3, 'quatro') })
  hears('update-message', { message: message(3, '') })
  await take('PUT').answer(message(3, 'quatro'))
  await saving
  expect(texts()).toEqual(['dois', ''])
})

test('what is loaded anew or further up does not undo what was told meanwhile', async () => {
  const { model, take, hears, reload, texts } = underTest('c1')
  const older = model.loadOlder()
  hears('update-message', { message: message(2, 'dois, editada') })
  await take('GET').answer({ records: [message(1, 'um'), message(2, 'dois')], nextCursor: null })
  await older
  expect(texts()).toEqual(['um', 'dois, editada', 'três'])

  reload()
  hears('new-message', { newMessage: message(4, 'quatro') })
  hears('update-message', { message: message(3, 'três, editada') })
  await take('GET').answer({ records: [message(2, 'dois, editada'), message(3, 'três')], nextCursor: null })
  expect(texts()).toEqual(['dois, editada', 'três, editada', 'quatro'])
})
