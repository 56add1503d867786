import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { fileListRecords } from '../../../src/file-list/file-list.record'
import type { ChatbotView } from '../../../src/queue/chatbot/chatbot.calls'
import { getChatbotTree } from '../../../src/queue/chatbot/chatbot.queries'
import { browserTestMs, findBarriers } from '../../../src/testing/browser/browser'
import { createScreenWindows } from '../../../src/testing/browser/screen-windows'

const { open, dialog, field, row, save, toast, withWorld } = createScreenWindows('/queues')
const item = (page: Page, name: RegExp | string) => dialog(page).getByRole('treeitem', { name })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const preview = (page: Page) => dialog(page).getByRole('region', { name: 'Prévia no celular' })

async function openOptions(page: Page) {
  await row(page, 'Vendas').getByRole('button', { name: 'Editar' }).click()
  await dialog(page).getByRole('tab', { name: 'Chatbot' }).click()
}

async function choose(page: Page, label: RegExp, option: string, typed = '') {
  const box = dialog(page).getByRole('combobox', { name: label })
  if (typed) await box.fill(typed)
  else await box.click()
  await page.getByRole('option', { name: option }).click()
}

const shape = (tree: readonly ChatbotView[]): unknown =>
  tree.map(({ name, queueType, options }) => (options.length > 0 ? [name, shape(options)] : `${name}: ${queueType}`))

test(
  'an admin builds a tree of options, previews it, and finds missing fields at their option',
  () =>
    withWorld(async (world) => {
      fileListRecords.createFrom(world.ctx(1), { name: 'Catálogo', message: 'Segue', options: [] })
      const { page, complaints, close } = await open(world, world.ana)
      await openOptions(page)
      await field(page, 'Mensagem de saudação').fill('Vendas, em que ajudo?')
      await press(page, 'Opção')
      await page.keyboard.type('Boletos')
      const closes = dialog(page).getByRole('switch', { name: 'Resolver o atendimento' })
      await closes.waitFor()
      await choose(page, /^O que acontece/, 'Esperar um atendente desta fila')
      await closes.waitFor({ state: 'detached' })
      await preview(page).getByText('O contato espera um atendente').waitFor()
      await press(page, 'Adicionar opção abaixo')
      await page.keyboard.type('Falar com alguém')
      await choose(page, /^O que acontece/, 'Passar a uma pessoa')
      await press(page, 'Opção')
      await page.keyboard.type('Tabela')
      await choose(page, /^O que acontece/, 'Enviar arquivos')
      await save(page)
      // The message above options and the targets are missing; the first of them is in sight.
      await item(page, /Boletos.*Há algo a corrigir/).waitFor()
      await expectSelected(page, 'Boletos')
      expect(await findBarriers(page)).toEqual([])
      await save(page)
      await dialog(page).locator('textarea[aria-invalid=true]:focus').waitFor()
      await field(page, 'Mensagem').fill('Qual *boleto*?')
      await item(page, /Falar com alguém/).click()
      await choose(page, /^Atendente( \*)?$/, 'Carla Dias')
      await item(page, /Tabela/).click()
      await choose(page, /^Lista de arquivos/, 'Catálogo')
      await preview(page).getByText('Catálogo').waitFor()
      await preview(page)
        .getByRole('button', { name: /Falar com alguém/ })
        .click()
      await preview(page).getByText('Passa a Carla Dias').waitFor()
      await save(page)
      await toast(page, 'Fila salva com sucesso')
      await row(page, 'Vendas.*3 opções').waitFor()
      expect(shape(getChatbotTree(world.ctx(1), 1))).toEqual([
        ['Boletos', ['Falar com alguém: attendent', 'Tabela: file']],
      ])
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'merges other options that another admin saved meanwhile, and asks about the same ones',
  () =>
    withWorld(async (world) => {
      const sofia = await world.as(world.sofia)
      const text = (name: string) => ({ name, greetingMessage: name })
      await sofia.put('/queue/1', { chatbots: [text('Boletos'), text('Preços')] })
      const { page, close } = await open(world, world.ana, { expected: [/status of 409/, /^409 /] })
      await openOptions(page)
      await item(page, /Boletos/).click()
      await field(page, 'Nome').fill('Faturas')
      const [bills] = (await sofia.get('/queue/1')).body.chatbots
      await sofia.put('/queue/1', { chatbots: [{ ...bills, name: 'Cobrança' }] })
      await save(page)
      const question = page.getByRole('alertdialog')
      await question.getByRole('listitem').filter({ hasText: 'Preços' }).getByText('excluído').waitFor()
      await question.getByRole('listitem').filter({ hasText: 'Faturas' }).getByText('nos dois').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await question.getByRole('button', { name: 'Salvar as minhas' }).click()
      await toast(page, 'Fila salva com sucesso')
      expect(shape(getChatbotTree(world.ctx(1), 1))).toEqual(['Faturas: text', 'Preços: text'])

      await openOptions(page)
      await item(page, /Faturas/).click()
      await field(page, 'Nome').fill('Minhas faturas')
      const [faturas, prices] = (await sofia.get('/queue/1')).body.chatbots
      await sofia.put('/queue/1', { chatbots: [faturas, { ...prices, name: 'Tabela de preços' }, text('Entregas')] })
      await save(page)
      await toast(page, 'Opções salvas junto com as que outra pessoa alterou')
      await toast(page, 'Fila salva com sucesso')
      expect(shape(getChatbotTree(world.ctx(1), 1))).toEqual([
        'Minhas faturas: text',
        'Tabela de preços: text',
        'Entregas: text',
      ])
      await close()
    }),
  browserTestMs,
)

test(
  'reorders options by mouse and keyboard, duplicates them with their suboptions, and deletes them after confirmation',
  () =>
    withWorld(async (world) => {
      const ana = await world.as(world.ana)
      const text = (name: string, options: object[] = []) => ({ name, greetingMessage: name, options })
      const chatbots = [text('Primeira', [text('Dentro')]), text('Segunda'), text('Terceira')]
      expect((await ana.put('/queue/1', { chatbots })).status).toBe(200)
      const { page, complaints, close } = await open(world, world.ana)
      await openOptions(page)
      await item(page, /Terceira/).dragTo(item(page, /Segunda/), { targetPosition: { x: 120, y: 3 } })
      await item(page, /2 Terceira/).waitFor()
      await item(page, /Dentro/).click()
      await page.keyboard.press('Alt+ArrowLeft')
      await item(page, /2 Dentro/).waitFor()
      await page.keyboard.press('Alt+ArrowUp')
      await item(page, /1 Dentro/).waitFor()
      await item(page, /Segunda/).dragTo(item(page, /Primeira/))
      await page.keyboard.press('ArrowLeft')
      await expectSelected(page, 'Primeira')
      await press(page, 'Duplicar com o que está abaixo')
      await item(page, /3 Primeira/).waitFor()
      await item(page, /2 Primeira/).click()
      await page.keyboard.press('Delete')
      const question = page.getByRole('alertdialog', { name: 'Excluir a opção “Primeira”?' })
      await question.getByText('A opção abaixo dela também é excluída.').waitFor()
      await question.getByRole('button', { name: 'Excluir opção' }).click()
      await save(page)
      await toast(page, 'Fila salva com sucesso')
      expect(shape(getChatbotTree(world.ctx(1), 1))).toEqual([
        'Dentro: text',
        ['Primeira', ['Segunda: text']],
        'Terceira: text',
      ])
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

async function expectSelected(page: Page, name: string) {
  await dialog(page).locator('[role=treeitem][aria-selected=true]', { hasText: name }).waitFor()
}

test(
  'keeps the size of the dialog when the tab of the chatbot opens',
  () =>
    withWorld(async (world) => {
      const { page, close } = await open(world, world.ana)
      await row(page, 'Vendas').getByRole('button', { name: 'Editar' }).click()
      await field(page, 'Nome').waitFor()
      // Without the motion of its opening.
      const size = () => dialog(page).evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight])
      const before = await size()
      await dialog(page).getByRole('tab', { name: 'Chatbot' }).click()
      await preview(page).waitFor()
      expect(await size()).toEqual(before)
      await close()
    }),
  browserTestMs,
)
