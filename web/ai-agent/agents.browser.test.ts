import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { agentRecords } from '../../src/ai-agent/agent/agent.record'
import { AgentBody } from '../../src/ai-agent/agent/agent.contract'
import { savePlainItems } from '../../src/ai-agent/agent/item.commands'
import { aiModelTable } from '../../src/ai-agent/ai-agent.tables'
import { createAiProvider } from '../../src/ai-agent/provider/ai-provider.commands'
import type { ServedWorld } from '../../src/testing/world/served-world'
import type { Page } from '@playwright/test'
import * as v from 'valibot'

const { open, dialog, field, row, save, toast, withWorld } = createScreenWindows('/agents')
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

function addProvider(world: ServedWorld) {
  const ctx = world.ctxAs(world.sofia)
  createAiProvider(ctx, { name: 'OpenAI', base_url: 'https://ai.test/v1', api_key: 'sk-test' })
  ctx.db.insert(aiModelTable).values({ providerId: 1, name: 'gpt-small' }).run()
  return ctx
}

const openTab = (page: Page, name: string) => dialog(page).getByRole('tab', { name }).click()
async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog(page).getByRole('button', { name: 'Adicionar arquivo' }).click(),
  ])
  await chooser.setFiles(file)
}

test(
  'creates an agent from a type, and keeps products, prices, files and questions; a failed save adds nothing twice',
  () =>
    withWorld(async (world) => {
      addProvider(world)
      const { page, complaints, close } = await open(world, world.ana, { expected: [/status of 503/, /^503 /] })
      await page.getByRole('button', { name: 'Adicionar agente' }).first().click()
      await dialog(page).getByRole('button', { name: 'Continuar' }).click()
      await dialog(page).getByText('Por favor, selecione um tipo de agente.').waitFor()
      await dialog(page)
        .getByRole('radio', { name: /Clínica/ })
        .check()
      await dialog(page).getByRole('button', { name: 'Continuar' }).click()
      expect(await field(page, 'Frase de saudação').inputValue()).toContain('recepção da clínica')
      await field(page, 'Nome').fill('Lia')
      await dialog(page).getByRole('combobox', { name: 'Modelo' }).fill('gpt')
      await page.getByRole('option', { name: 'gpt-small' }).click()

      await openTab(page, 'Produtos/Serviços')
      await dialog(page).getByRole('button', { name: 'Adicionar produto' }).click()
      // The new row has the focus.
      await page.keyboard.type('Limpeza')
      expect(await field(page, 'Nome').inputValue()).toBe('Limpeza')
      await field(page, 'Preço').fill('1234,56')
      await field(page, 'Descrição').focus()
      expect(await field(page, 'Preço').inputValue()).toBe('1.234,56')
      await choose(page, { name: 'sala.png', mimeType: 'image/png', buffer: png })
      await choose(page, { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
      await toast(page, 'O arquivo "nota.txt" não é imagem, áudio nem PDF.')
      await openTab(page, 'FAQ')
      await dialog(page).getByRole('button', { name: 'Adicionar pergunta' }).click()
      await dialog(page).getByRole('textbox', { name: 'Pergunta' }).fill('Aceitam convênio?')
      await dialog(page).getByRole('textbox', { name: 'Resposta' }).fill('Sim.')

      const refuse = { status: 503, json: { error: 'ERR_COMPANY_UPDATING', message: '' } }
      await page.route('**/faq/bulk', (route) => route.fulfill(refuse))
      await save(page)
      await dialog(page)
        .getByText(/^Erro ao salvar: /)
        .waitFor()
      await page.unroute('**/faq/bulk')
      await save(page)
      await toast(page, 'Agente criado com sucesso')
      await row(page, 'Lia').waitFor()

      const sofia = await world.as(world.sofia)
      expect((await sofia.get('/agents')).body).toHaveLength(1)
      expect((await sofia.get('/productservice/agent/1')).body).toMatchObject([
        { name: 'Limpeza', price: 1234.56, files: [{ name: 'sala.png' }] },
      ])
      expect((await sofia.get('/faq/agent/1')).body).toMatchObject([{ question: 'Aceitam convênio?' }])
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'names a file beyond the limit; a removed question is gone after saving',
  () =>
    withWorld(async (world) => {
      const ctx = addProvider(world)
      agentRecords.createFrom(
        ctx,
        v.parse(AgentBody, { name: 'Lia', agentTypeId: 1, aiProviderId: 1, aiModelListId: 1 }),
      )
      const item = { id: null, index: undefined, agentId: 1, answer: 'Sim.' }
      const items = ['Aceitam convênio?', 'Abrem no sábado?'].map((question) => ({ ...item, question }))
      savePlainItems(ctx, 'faq', { agentId: 1, items })
      const { page, complaints, close } = await open(world, world.ana)
      await row(page, 'Lia').getByRole('button', { name: 'Editar' }).click()
      await openTab(page, 'FAQ')
      await dialog(page)
        .getByRole('group', { name: 'Perguntas frequentes 1' })
        .getByRole('button', { name: 'Remover' })
        .click()
      await openTab(page, 'Produtos/Serviços')
      await dialog(page).getByRole('button', { name: 'Adicionar produto' }).click()
      await field(page, 'Nome').fill('Curso')
      // Claims its size, as sending 101 MB to the browser would take long.
      await page.evaluate(() => Object.defineProperty(File.prototype, 'size', { get: () => 101 * 1024 * 1024 }))
      await choose(page, { name: 'aula.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
      await toast(page, 'O arquivo "aula.pdf" excede o limite de 100MB.')
      await save(page)
      await toast(page, 'Agente salvo com sucesso')
      const sofia = await world.as(world.sofia)
      expect((await sofia.get('/faq/agent/1')).body).toMatchObject([{ question: 'Abrem no sábado?', index: 0 }])
      expect((await sofia.get('/productservice/agent/1')).body).toMatchObject([
        { name: 'Curso', price: null, files: [] },
      ])
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
