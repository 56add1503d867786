import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { lastBotErrors } from '../../bot/bot-errors'
import { writesFile } from '../../testing/media/written-file'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { findTicketRowOf, listMessageRows } from '../../testing/conversation/conversation'
import { type OpenAi, openAiKey, startOpenAi } from '../../testing/services/openai/start-openai'
import { opusSilence } from '../../testing/media/opus-silence'
import { agentRecords } from '../agent/agent.record'
import { AgentBody } from '../agent/agent.contract'
import { createAiProvider } from '../provider/ai-provider.commands'

let openAi: OpenAi
let talk: Talk
beforeEach(async () => {
  openAi = await startOpenAi({ models: ['gpt-4.1-mini', 'whisper-1'] })
  talk = await createTalk({ environment: { OUTGOING_ALLOW: openAi.address } })
  const admin = talk.ctxAs(talk.ana)
  createAiProvider(admin, { name: 'OpenAI', base_url: openAi.url, api_key: openAiKey })
  await talk.runJobs(1)
  const chosen = { agentTypeId: 1, aiProviderId: 1, aiModelListId: 1, queuesId: [1] }
  agentRecords.createFrom(admin, v.parse(AgentBody, { name: 'Lia', ...chosen }))
  talk.connect({ greetingMessage: 'Menu' }, { agentId: 1 })
  const channel = { fetchMedia: writesFile(() => opusSilence(3)) }
  talk.ports.connections = { channel: () => channel } as never
})
afterEach(async () => {
  talk.stop()
  await openAi.stop()
})

async function ask(text: string) {
  talk.write(text)
  await talk.pass(1)
  return talk.newTexts()
}

async function say() {
  const file = { mimeType: 'audio/ogg; codecs=opus', source: { url: 'x' }, seconds: 3 }
  talk.write('', { content: { kind: 'audio', text: '', voiceNote: true, ...file } })
  await talk.pass(2)
  return talk.newTexts()
}

test('answers each voice note by what was said, also later ones, and tells the model the earlier words', async () => {
  const spoken = ['Quanto custa o bolo?', 'E o pão?', 'Entrega hoje?']
  openAi.script.transcribe = () => spoken.shift() ?? ''
  expect(await say()).toEqual(['Eco: Quanto custa o bolo?'])
  expect(await ask('Obrigado')).toEqual(['Eco: Obrigado'])
  expect(await say()).toEqual(['Eco: E o pão?'])
  expect(await say()).toEqual(['Eco: Entrega hoje?'])
  expect(
    openAi.chats
      .at(-1)
      ?.messages.slice(1)
      .map(({ role, content }) => `${role}: ${content}`),
  ).toEqual([
    'user: Quanto custa o bolo?',
    'assistant: Eco: Quanto custa o bolo?',
    'user: Obrigado',
    'assistant: Eco: Obrigado',
    'user: E o pão?',
    'assistant: Eco: E o pão?',
    'user: Entrega hoje?',
  ])
  const heard = listMessageRows(talk).flatMap(({ data }) => data?.transcription ?? [])
  expect(heard).toEqual(['Quanto custa o bolo?', 'E o pão?', 'Entrega hoje?'])
})

test('when its provider refuses the audio, the contact waits in its first queue, and admins see the reason', async () => {
  await ask('Oi')
  openAi.fail({ status: 400, times: 1 })
  expect(await say()).toEqual([])
  expect(lastBotErrors(talk.ctx(1), 'agent').get(1)).toMatchObject({ code: 'requestRefused' })
  expect(findTicketRowOf(talk)).toMatchObject({ status: 'pending', queueId: 1, isBot: false })
})
