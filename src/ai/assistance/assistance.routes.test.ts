import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import type { Content } from '../../channel/channel'
import { lastBotErrors } from '../../bot/bot-errors'
import { aiModelTable } from '../../ai-agent/ai-agent.tables'
import { writesFile } from '../../testing/media/written-file'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { listMessageRows, openTicket } from '../../testing/conversation/conversation'
import { type OpenAi, openAiKey, startOpenAi } from '../../testing/services/openai/start-openai'
import { opusSilence } from '../../testing/media/opus-silence'
import { setDailyTokenLimit } from '../ai.domain'
import { promptRecords } from '../prompt/prompt.record'
import { PromptBody } from '../prompt/prompt.contract'

let openAi: OpenAi
let talk: Talk
let bruno: Awaited<ReturnType<Talk['as']>>
beforeEach(async () => {
  openAi = await startOpenAi()
  talk = await createTalk({ environment: openAi.environment })
  const prompt = { name: 'Ajuda', prompt: 'Bolo: R$ 30.', apiKey: openAiKey, queueId: 1, assistsTeam: true }
  promptRecords.createFrom(talk.ctxAs(talk.ana), v.parse(PromptBody, prompt))
  talk.connect({ greetingMessage: '' })
  talk.write('Quanto custa o bolo?')
  openTicket(talk)
  bruno = await talk.as(talk.bruno)
})
afterEach(async () => {
  talk.stop()
  await openAi.stop()
})

const audio: Content = { kind: 'audio', text: '', mimeType: 'audio/ogg', voiceNote: true, source: { url: 'x' } }

async function say(seconds = 3) {
  const channel = { fetchMedia: writesFile(() => opusSilence(seconds)) }
  talk.ports.connections = { channel: () => channel } as never
  talk.write('', { content: audio })
  await talk.pass(2)
}
const rows = () => listMessageRows(talk)

test('suggests a reply from the conversation and the prompt, and sends nothing', async () => {
  const before = rows().length
  openAi.script.model = () => 'O bolo custa **R$ 30**.'
  const { status, body } = await bruno.post('/tickets/1/suggested-reply', {})
  expect([status, body]).toEqual([200, { text: 'O bolo custa *R$ 30*.' }])
  const [system, question] = openAi.chats[0]?.messages ?? []
  expect(system?.content).toContain('Bolo: R$ 30.')
  expect(question).toEqual({ role: 'user', content: 'Quanto custa o bolo?' })
  expect(openAi.chats[0]?.tools).toEqual([])
  expect(rows()).toHaveLength(before)
  expect((await (await talk.as(talk.ana)).get('/ai-usage')).body.tokens).toBeGreaterThan(0)
})

test('summarizes a conversation with authors and without notes', async () => {
  await bruno.post('/messages/1', { body: 'Custa R$ 30' })
  await bruno.post('/messages/1', { body: 'segredo', isPrivate: true })
  openAi.script.model = ({ question }) => question
  const { body } = await bruno.post('/tickets/1/summary', {})
  expect(body.text).toBe(`Customer: Quanto custa o bolo?\nCustomer: Olá\nAgent ${talk.bruno.name}: Custa R$ 30`)
})

test('transcribes received audio automatically, and other audio on request', async () => {
  openAi.script.transcribe = () => 'Queria um bolo'
  await say()
  const [message] = rows().slice(-1)
  expect(message?.data?.transcription).toBe('Queria um bolo')
  const calls = openAi.calls.length
  const again = await bruno.post(`/messages/${message?.id}/transcription`, {})
  expect([again.body, openAi.calls.length]).toEqual([{ text: 'Queria um bolo' }, calls])
  promptRecords.updateFrom(talk.ctxAs(talk.ana), 1, { assistsTeam: false })
  await say()
  promptRecords.updateFrom(talk.ctxAs(talk.ana), 1, { assistsTeam: true })
  const [silent] = rows().slice(-1)
  expect(silent?.data?.transcription).toBeUndefined()
  expect((await bruno.post(`/messages/${silent?.id}/transcription`, {})).body).toEqual({ text: 'Queria um bolo' })
  const { body } = await bruno.get('/messages/1')
  expect(body.messages.at(-1).dataJson.transcription).toBe('Queria um bolo')
  const refused = await bruno.post('/messages/1/transcription', {})
  expect([refused.status, refused.body.fields]).toEqual([400, { messageId: 'fileType' }])
  await say(1_000)
  expect((await bruno.post(`/messages/${rows().at(-1)?.id}/transcription`, {})).body.error).toBe('ERR_AI_AUDIO_REFUSED')
})

test('tells agents whether a retry can help, and admins why it failed', async () => {
  const codeOf = async () => {
    const { status, body } = await bruno.post('/tickets/1/suggested-reply', {})
    return `${status} ${body.error} ${lastBotErrors(talk.ctx(1), 'prompt').get(1)?.code}`
  }
  openAi.fail({ status: 500 })
  expect(await codeOf()).toBe('503 ERR_AI_UNAVAILABLE unavailable')
  openAi.fail({ status: 401 })
  expect(await codeOf()).toBe('502 ERR_AI_FAILED keyRefused')
  openAi.recover()
  setDailyTokenLimit(talk.ctxAs(talk.ana), 1)
  await bruno.post('/tickets/1/suggested-reply', {})
  expect(await codeOf()).toBe('429 ERR_AI_LIMIT_REACHED limitReached')
})

test('is limited to users who may write on the ticket, and to the plan', async () => {
  const all = (who: typeof bruno) =>
    Promise.all(
      ['/tickets/1/suggested-reply', '/tickets/1/summary', '/messages/1/transcription'].map(
        async (path) => (await who.post(path, {})).status,
      ),
    )
  expect(await all(await talk.as(talk.carla))).toEqual([404, 404, 404])
  expect(await all(talk.nobody as typeof bruno)).toEqual([401, 401, 401])
  expect((await bruno.get('/ai-assistance')).body).toEqual({ available: true })
  await (await talk.as(talk.sofia)).put('/plans/1', { useOpenAi: false })
  expect((await bruno.get('/ai-assistance')).body).toEqual({ available: false })
  expect(await all(bruno)).toEqual([402, 402, 402])
  await (await talk.as(talk.sofia)).put('/plans/1', { useOpenAi: true })
  promptRecords.updateFrom(talk.ctxAs(talk.ana), 1, { assistsTeam: false })
  expect((await bruno.post('/tickets/1/summary', {})).body.error).toBe('ERR_NO_AI_ASSISTANT')
  expect(openAi.calls).toEqual([])
})

test('without such a prompt, uses an AI agent’s knowledge, or else a provider alone', async () => {
  promptRecords.updateFrom(talk.ctxAs(talk.ana), 1, { assistsTeam: false })
  const ana = await talk.as(talk.ana)
  const { body: provider } = await ana.post('/aiprovider', {
    name: 'Nossa IA',
    base_url: openAi.environment['OPENAI_API_URL'],
    api_key: openAiKey,
  })
  expect((await bruno.get('/ai-assistance')).body).toEqual({ available: false })
  const names = ['a-large-one', 'gpt-4.1-mini', 'text-embedding-mini', 'whisper-1']
  const models = names.map((name) => ({ providerId: provider.id, name }))
  talk.ctx(1).db.insert(aiModelTable).values(models).run()
  expect((await bruno.get('/ai-assistance')).body).toEqual({ available: true })
  openAi.script.model = () => 'Custa R$ 30'
  expect((await bruno.post('/tickets/1/suggested-reply', {})).body).toEqual({ text: 'Custa R$ 30' })
  expect(openAi.chats.at(-1)?.model).toBe('gpt-4.1-mini')

  const { body: agent } = await ana.post('/agents', {
    name: 'Lia',
    agentTypeId: 1,
    aiProviderId: provider.id,
    aiModelListId: 2,
    aboutCompany: 'Doceria',
  })
  await ana.post('/faq/bulk', { agentId: agent.id, items: [{ question: 'Bolo?', answer: 'O bolo custa R$ 30' }] })
  expect((await bruno.post('/tickets/1/suggested-reply', {})).status).toBe(200)
  expect(openAi.chats.at(-1)?.messages[0]?.content).toContain('O bolo custa R$ 30')
  expect((await bruno.post('/tickets/1/summary', {})).status).toBe(200)
  // Nothing is transcribed unasked, as that costs money.
  openAi.script.transcribe = () => 'Queria um bolo'
  await say()
  const spoken = rows().at(-1)
  expect(spoken?.data?.transcription).toBeUndefined()
  expect((await bruno.post(`/messages/${spoken?.id}/transcription`, {})).body).toEqual({ text: 'Queria um bolo' })
  const { owners } = (await ana.get('/ai-usage')).body
  expect(owners.map(({ kind, requests }: { kind: string; requests: number }) => [kind, requests])).toEqual([
    ['agent', 3],
    ['provider', 1],
  ])
  openAi.fail({ status: 401 })
  expect((await bruno.post('/tickets/1/summary', {})).body.error).toBe('ERR_AI_FAILED')
  expect(lastBotErrors(talk.ctx(1), 'agent').get(agent.id)?.code).toBe('keyRefused')
})

test('limits the requests of a user', async () => {
  const statuses = []
  for (let index = 0; index < 31; index++) statuses.push((await bruno.post('/tickets/1/summary', {})).status)
  expect([statuses[29], statuses[30], openAi.calls.length]).toEqual([200, 429, 30])
})
