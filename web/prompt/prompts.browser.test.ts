import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import { recordBotError } from '../../src/bot/bot-errors'
import { promptRecords } from '../../src/ai/prompt/prompt.record'
import { PromptBody } from '../../src/ai/prompt/prompt.contract'
import { browserTestMs, expectFitsPhone, expectNoBarriers } from '../../src/testing/browser/browser'
import { readConnection } from '../../src/testing/conversation/connections'
import { type OpenAi, openAiKey, startOpenAi } from '../../src/testing/services/openai/start-openai'
import { createScreenWindows, refusedEntry } from '../../src/testing/browser/screen-windows'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'

const { open, dialog, field, row, save, toast } = createScreenWindows('/prompts')
let openAi: OpenAi
let world: ServedWorld
beforeEach(async () => {
  openAi = await startOpenAi()
  world = await createServedWorld({ pages: true, environment: openAi.environment })
  const prompt = { name: 'Atendente', prompt: 'Abrimos às 9 h.', apiKey: openAiKey, queueId: 1 }
  promptRecords.createFrom(world.ctxAs(world.ana), v.parse(PromptBody, prompt))
}, browserTestMs)
afterEach(async () => {
  await world.stop()
  await openAi.stop()
}, browserTestMs)

test(
  'an admin tests instructions before saving, sees their cost, and limits it',
  async () => {
    const { page, complaints, close } = await open(world, world.ana)
    await page.getByRole('button', { name: 'Atendente' }).click()
    await field(page, 'Prompt').fill('Abrimos às 10 h.')
    await dialog(page).getByRole('tab', { name: 'Testar' }).click()
    openAi.script.model = ({ messages }) => (messages[0]?.content?.includes('às 10 h') ? '**Às 10 h**' : 'Às 9 h')
    const question = dialog(page).getByRole('textbox', { name: 'Pergunta' })
    await question.fill('Que horas abre?')
    await question.press('Enter')
    await dialog(page).locator('strong', { hasText: 'Às 10 h' }).waitFor()
    await dialog(page)
      .getByText(/tokens de entrada/)
      .waitFor()
    openAi.fail({ status: 401 })
    await question.fill('E agora?')
    await question.press('Enter')
    await dialog(page).getByText('Chave recusada. Incorrect API key provided').waitFor()
    expect(world.ctx(1).company.sqlite.query('SELECT prompt FROM prompt').get()).toEqual({ prompt: 'Abrimos às 9 h.' })
    await dialog(page).getByRole('tab', { name: 'Modelo e voz' }).click()
    await dialog(page).getByRole('combobox', { name: 'Resposta' }).click()
    await page.getByRole('option', { name: 'Yara' }).click()
    await save(page)
    await dialog(page).getByText('Obrigatório').first().waitFor()
    await field(page, 'Chave da voz').fill('azure')
    await field(page, 'Região da voz').fill('brazilsouth')
    await save(page)
    await toast(page, 'Prompt salvo com sucesso')
    await row(page, 'Atendente.*Vendas.*Yara.*100').waitFor()

    await page.getByText(/^\d+ tokens usados hoje$/).waitFor()
    await page.getByRole('button', { name: 'Definir limite diário' }).click()
    await dialog(page).getByRole('spinbutton', { name: 'Tokens por dia' }).fill('10')
    await save(page)
    await page.getByText('Até amanhã, as conversas vão direto para as filas.').waitFor()
    recordBotError(world.ctx(1), { kind: 'prompt', ownerId: 1, ticketId: null, code: 'keyRefused', message: '' })
    await row(page, 'Última falha agora').waitFor()
    await expectNoBarriers(page)
    await expectFitsPhone(page)
    expect(complaints).toEqual([])
    await close()
  },
  browserTestMs,
)

test(
  'a connection answers with its prompt',
  async () => {
    const { page, complaints, close } = await open(world, world.ana, { path: '/connections' })
    await page.getByRole('button', { name: /Acme WhatsApp/ }).click()
    await dialog(page).getByRole('tab', { name: 'Mensagens' }).click()
    await field(page, 'Mensagem de saudação').fill('Olá!')
    await dialog(page).getByRole('tab', { name: 'Integrações e IA' }).click()
    await dialog(page).getByRole('combobox', { name: 'Quem responde aos contatos' }).click()
    await page.getByRole('option', { name: /Atendente/ }).click()
    await save(page)
    await toast(page, 'Conexão salva com sucesso')
    expect(readConnection(world, 1)?.options).toMatchObject({ promptId: 1, integrationId: null, agentId: null })
    await page.getByRole('button', { name: /Acme WhatsApp/ }).click()
    await dialog(page).getByRole('tab', { name: 'Integrações e IA' }).click()
    const chosen = dialog(page).getByRole('combobox', { name: 'Quem responde aos contatos' })
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[role=combobox]')?.value === 'Atendente')
    expect(await chosen.inputValue()).toBe('Atendente')
    expect(complaints).toEqual([])
    await close()
  },
  browserTestMs,
)

test(
  'redirects other users, and companies without the feature',
  async () => {
    const bruno = await open(world, world.bruno, { expected: refusedEntry })
    await bruno.page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor()
    expect(await bruno.page.getByRole('link', { name: 'Prompts de IA' }).count()).toBe(0)
    await (await world.as(world.sofia)).put('/plans/1', { useOpenAi: false })
    const ana = await open(world, world.ana, { expected: refusedEntry })
    await toast(ana.page, 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
    await ana.page.waitForURL((url) => url.pathname === '/')
    expect(await ana.page.getByRole('link', { name: 'Prompts de IA' }).count()).toBe(0)
    expect([...bruno.complaints, ...ana.complaints]).toEqual([])
    await bruno.close()
    await ana.close()
  },
  browserTestMs,
)
