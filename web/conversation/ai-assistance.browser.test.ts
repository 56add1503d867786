import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import { promptRecords } from '../../src/ai/prompt/prompt.record'
import { PromptBody } from '../../src/ai/prompt/prompt.contract'
import { recordFile, stageFile } from '../../src/kernel/file/media-store'
import { messageTable } from '../../src/message/message.tables'
import { browserTestMs, launchForFile, openWindow } from '../../src/testing/browser/browser'
import { bubble, composer, conversation, messages } from '../../src/testing/browser/conversation-parts'
import { openTicket } from '../../src/testing/conversation/conversation'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { type OpenAi, openAiKey, startOpenAi } from '../../src/testing/services/openai/start-openai'
import { opusSilence } from '../../src/testing/media/opus-silence'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'

const browser = launchForFile()
let openAi: OpenAi
let world: ServedWorld
beforeEach(async () => {
  openAi = await startOpenAi()
  world = await createServedWorld({ pages: true, environment: openAi.environment })
  const prompt = { name: 'Ajuda', prompt: 'Bolo: R$ 30.', apiKey: openAiKey, queueId: 1, assistsTeam: true }
  promptRecords.createFrom(world.ctxAs(world.ana), v.parse(PromptBody, prompt))
}, browserTestMs)
afterEach(async () => {
  await world.stop()
  await openAi.stop()
}, browserTestMs)

/** Stores a voice note of Dona Maria with its file. */
async function receiveAudio() {
  const ctx = world.ctx(1)
  const source = { url: 'x' }
  const content = { kind: 'audio', text: '', mimeType: 'audio/ogg', voiceNote: true, source } as const
  receive(world, 1, messageEvent({ content, atMs: Date.now() }))
  const file = await stageFile(ctx, opusSilence(1), 'voz.ogg', 'audio/ogg')
  const id = ctx.db.select().from(messageTable).all().at(-1)?.id ?? 0
  ctx.transaction(() => {
    const media = recordFile(ctx, file, 'message', id)
    const data = JSON.stringify({ file: { name: 'voz.ogg', type: 'audio/ogg', size: media.size, voiceNote: true } })
    ctx.company.sqlite.run('UPDATE message SET media_id = ?, data = ? WHERE id = ?', [media.id, data, id])
    ctx.company.sqlite.run('DELETE FROM job')
  })
}

test(
  'an agent gets a draft, a summary to keep as a note, and the transcription of a voice note',
  async () => {
    openTicket(world)
    await receiveAudio()
    const path = `/tickets/${world.ctx(1).company.sqlite.query<{ uuid: string }, []>('SELECT uuid FROM ticket').get()?.uuid}`
    const bruno = await openWindow(browser(), world, world.bruno, { path })
    const carla = await openWindow(browser(), world, world.ana, { path })
    const { page } = bruno

    openAi.script.model = () => 'O bolo custa R$ 30.'
    await composer(page).fill('Olá!')
    await page.getByRole('button', { name: 'Sugerir resposta' }).click()
    await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('R$ 30'))
    expect(await composer(page).inputValue()).toBe('Olá!\nO bolo custa R$ 30.')
    expect(await bubble(page, 'O bolo custa').count()).toBe(0)

    openAi.script.transcribe = () => 'Queria encomendar um bolo'
    await messages(page).getByRole('button', { name: 'Transcrever' }).click()
    for (const window of [page, carla.page]) await bubble(window, 'Queria encomendar um bolo').waitFor()

    openAi.script.model = ({ question }) => `- Pediu: ${question.includes('encomendar') ? 'bolo' : 'nada'}`
    await conversation(page).getByRole('button', { name: 'Mais ações do atendimento' }).click()
    await page.getByRole('menuitem', { name: 'Resumir conversa' }).click()
    const summary = page.getByRole('dialog', { name: 'Resumo da conversa' })
    await summary.getByText('Pediu: bolo').waitFor()
    await summary.getByRole('button', { name: 'Salvar como nota' }).click()
    await bubble(carla.page, 'Pediu: bolo').waitFor()
    const stored = world
      .ctx(1)
      .db.select()
      .from(messageTable)
      .all()
      .filter(({ fromMe }) => fromMe)
    expect(stored).toMatchObject([{ body: '- Pediu: bolo', isPrivate: true }])
    expect([...bruno.complaints, ...carla.complaints]).toEqual([])
    await bruno.close()
    await carla.close()
  },
  browserTestMs,
)

test(
  'offers nothing without a prompt that assists the team',
  async () => {
    world.ctx(1).company.sqlite.run('UPDATE prompt SET assists_team = 0')
    openTicket(world)
    await receiveAudio()
    const path = `/tickets/${world.ctx(1).company.sqlite.query<{ uuid: string }, []>('SELECT uuid FROM ticket').get()?.uuid}`
    const { page, close, complaints } = await openWindow(browser(), world, world.bruno, { path })
    await conversation(page).getByRole('button', { name: 'Mais ações do atendimento' }).click()
    await page.getByRole('menuitem', { name: 'Exportar em PDF' }).waitFor()
    for (const name of ['Resumir conversa', 'Sugerir resposta', 'Transcrever']) {
      expect(await page.getByText(name).or(page.getByRole('button', { name })).count()).toBe(0)
    }
    expect(complaints).toEqual([])
    await close()
  },
  browserTestMs,
)
