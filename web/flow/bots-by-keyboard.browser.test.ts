import { expect, test } from 'bun:test'
import type { Locator, Page } from '@playwright/test'
import { createIntegration } from '../../src/integration/integration.commands'
import { emptyIntegration } from '../../src/testing/bot/bot-bodies'
import { browserTestMs, tabTo } from '../../src/testing/browser/browser'
import { createScreenWindows, dialog, field, row, toast, withWorld } from '../../src/testing/browser/screen-windows'
import { openAiKey, startOpenAi } from '../../src/testing/services/openai/start-openai'

const { open } = createScreenWindows('/flowbuilders')

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
const mp4 = Uint8Array.from([0, 0, 0, 24, ...new TextEncoder().encode('ftypisom and then pictures')])

test(
  'a flow with a video is added and renamed by keyboard',
  () =>
    withWorld(async (world) => {
      const { page, complaints } = await open(world, world.ana)
      // Asked for early, because a chooser that opens before Playwright intercepts them is cancelled.
      const film = { name: 'filme.mp4', mimeType: 'video/mp4', buffer: Buffer.from(mp4) }
      page.on('filechooser', (chooser) => void chooser.setFiles(film))
      await press(page, button(page, 'Adicionar Fluxo'))
      await dialog(page).waitFor()
      await page.keyboard.type('Vendas')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/flowbuilder\/\d+$/)
      await page.locator('.react-flow__node').first().waitFor()
      await press(page, button(page, 'Adicionar'))
      const item = page.getByRole('menuitem', { name: /^Vídeo/ })
      await item.waitFor()
      await tabTo(page, item, 'ArrowDown')
      await page.keyboard.press('Enter')
      await dialog(page).waitFor()
      // The dialog opens with the focus on the button for its file.
      await page.waitForFunction(() => document.activeElement?.textContent === 'Escolher arquivo')
      await page.keyboard.press('Enter')
      await dialog(page).locator('video').waitFor()
      await page.keyboard.press('Control+Enter')
      await dialog(page).waitFor({ state: 'detached' })
      await page.locator('.react-flow__node').filter({ hasText: 'Vídeo' }).waitFor()
      await page.keyboard.press('Control+s')
      await toast(page, 'Fluxo salvo com sucesso')
      await press(page, page.getByRole('link', { name: 'Voltar aos fluxos' }))
      await row(page, 'Vendas').waitFor()
      await press(page, row(page, 'Vendas').getByRole('button', { name: 'Mais ações' }))
      await page.getByRole('menuitem', { name: 'Editar nome' }).waitFor()
      await page.keyboard.press('Enter')
      await dialog(page).waitFor()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Trocas')
      await page.keyboard.press('Enter')
      await row(page, 'Trocas').waitFor()
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)

test(
  'a queue’s options are added by keyboard and shown on the phone',
  () =>
    withWorld(async (world) => {
      const { page, complaints } = await open(world, world.ana, { path: '/queues' })
      await press(page, row(page, 'Vendas').getByRole('button', { name: /Editar/ }))
      await dialog(page).waitFor()
      for (const name of ['Distribuição', 'Chatbot']) {
        await press(page, dialog(page).getByRole('tab', { selected: true }), 'ArrowRight')
        await dialog(page).getByRole('tab', { name, selected: true }).waitFor()
      }
      for (const name of ['Boletos', 'Trocas e devoluções']) {
        await press(page, dialog(page).getByRole('button', { name: 'Opção', exact: true }))
        await page.keyboard.type(name)
        await tabTo(page, field(page, 'Mensagem'))
        await page.keyboard.type(`${name}!`)
      }
      await dialog(page).getByText('[ 2 ]').first().waitFor()
      await press(page, dialog(page).getByRole('treeitem', { selected: true }), 'ArrowUp')
      expect(await field(page, 'Nome').inputValue()).toBe('Boletos')
      await page.keyboard.press('Control+Enter')
      await toast(page, 'Fila salva com sucesso')
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)

test(
  'an AI agent is added, filled in on its five tabs and tried by keyboard',
  async () => {
    const openAi = await startOpenAi({ models: ['gpt-small'] })
    await withWorld(
      async (world) => {
        const ana = await world.as(world.sofia)
        await ana.post('/aiprovider', { name: 'OpenAI', base_url: openAi.url, api_key: openAiKey })
        await world.runJobs(1)
        const { page, complaints } = await open(world, world.ana, { path: '/agents' })
        await press(page, button(page, 'Adicionar agente'))
        await dialog(page).waitFor()
        await tabTo(page, dialog(page).getByRole('radio').first())
        await page.keyboard.press('Space')
        await press(page, dialog(page).getByRole('button', { name: 'Continuar' }))
        await tabTo(page, field(page, 'Nome'))
        await page.keyboard.type('Lia')
        await tabTo(page, dialog(page).getByRole('combobox', { name: 'Modelo' }))
        await page.keyboard.type('gpt')
        await page.getByRole('option', { name: 'gpt-small' }).waitFor()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        const tabs = [
          ['Produtos/Serviços', 'Adicionar produto', 'Limpeza'],
          ['FAQ', 'Adicionar pergunta', 'Qual o preço?'],
          ['Objeções', 'Adicionar objeção', 'É caro'],
          ['Complementos', 'Adicionar complemento', 'Endereço'],
        ] as const
        for (const [tab, add, words] of tabs) {
          await press(page, dialog(page).getByRole('tab', { selected: true }), 'ArrowRight')
          await dialog(page).getByRole('tab', { name: tab, selected: true }).waitFor()
          await press(page, dialog(page).getByRole('button', { name: add }))
          await page.keyboard.type(words)
          if (tab === 'Produtos/Serviços') continue
          await page.keyboard.press('Tab')
          await page.keyboard.type('Resposta')
        }
        await page.keyboard.press('Control+Enter')
        await toast(page, 'Agente criado com sucesso')
        const sofia = await world.as(world.sofia)
        expect((await sofia.get('/productservice/agent/1')).body).toMatchObject([{ name: 'Limpeza' }])
        for (const kind of ['faq', 'objection', 'complement']) {
          expect([kind, (await sofia.get(`/${kind}/agent/1`)).body.length]).toEqual([kind, 1])
        }
        await press(page, row(page, 'Lia').getByRole('button', { name: /Editar/ }))
        await dialog(page).waitFor()
        await press(page, dialog(page).getByRole('tab', { selected: true }), 'End')
        await dialog(page).getByRole('tab', { name: 'Testar', selected: true }).waitFor()
        await tabTo(page, dialog(page).getByRole('textbox').last())
        await page.keyboard.type('Quanto custa?')
        await page.keyboard.press('Enter')
        await dialog(page).getByText('Eco: Quanto custa?').waitFor()
        expect(complaints).toEqual([])
      },
      { environment: { OUTGOING_ALLOW: openAi.address } },
    ).finally(() => openAi.stop())
  },
  browserTestMs,
)

test(
  'an integration is added and deleted by keyboard',
  () =>
    withWorld(async (world) => {
      await createIntegration(world.ctxAs(world.sofia), {
        ...emptyIntegration,
        type: 'n8n',
        name: 'Antiga',
        urlN8N: 'https://n8n.test/x',
      })
      const { page, complaints } = await open(world, world.ana, { path: '/queue-integration' })
      await press(page, button(page, 'Adicionar integração'))
      await dialog(page).waitFor()
      await tabTo(page, dialog(page).getByRole('combobox').first())
      await page.keyboard.press('Enter')
      await page.getByRole('option', { name: 'Typebot' }).waitFor()
      await page.keyboard.type('Type')
      await page.keyboard.press('Enter')
      await tabTo(page, field(page, 'Nome'))
      await page.keyboard.type('Vendas')
      await tabTo(page, field(page, 'URL do Typebot'))
      await page.keyboard.type('https://typebot.test')
      await tabTo(page, field(page, 'Nome público do robô'))
      await page.keyboard.type('vendas')
      await page.keyboard.press('Control+Enter')
      await row(page, 'Vendas').waitFor()
      await press(page, row(page, 'Antiga').getByRole('button', { name: /Excluir/ }))
      await page.getByRole('alertdialog').waitFor()
      await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }))
      await row(page, 'Antiga').waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)
