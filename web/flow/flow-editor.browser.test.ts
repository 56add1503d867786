import { expect, test } from 'bun:test'
import type { Locator, Page } from '@playwright/test'
import {
  boxAtRest,
  browserTestMs,
  expectFitsPhone,
  expectNoBarriers,
  findBarriers,
  hasFocus,
} from '../../src/testing/browser/browser'
import { drawFlow, menu as menuNode, text as textNode } from '../../src/testing/bot/flows'
import { createScreenWindows, dialog, field, save, toast, withWorld } from '../../src/testing/browser/screen-windows'
import { addFlow, button, card, drawn, saveFlowButton } from '../../src/testing/browser/flow-windows'

const { open } = createScreenWindows('/flowbuilders')

const lines = (page: Page) => page.locator('.react-flow__edge')

async function add(page: Page, kind: string) {
  await button(page, 'Adicionar').first().click()
  await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click()
}

const confirmAdding = (page: Page) => dialog(page).getByRole('button', { name: 'Adicionar', exact: true }).click()

/** Draws a line from an output of a card to another card. */
async function drag(page: Page, from: string, output: number, to: string) {
  await card(page, from).locator('.flow-handle.source').nth(output).hover()
  await page.mouse.down()
  await card(page, to).locator('.flow-handle.target').hover()
  await page.mouse.up()
}

test(
  'adds a block between others without covering them',
  () =>
    withWorld(async (world) => {
      const id = addFlow(world, drawFlow([textNode('Um')]))
      const { page } = await open(world, world.ana, { path: `/flowbuilder/${id}` })
      await card(page, 'Um').waitFor()
      await page.getByRole('img', { name: /^Inicio.* → Texto.*Um/ }).waitFor({ state: 'attached' })
      expect(await page.locator('[aria-roledescription=node], [aria-roledescription=edge]').count()).toBe(0)
      await add(page, 'Randomizador')
      await confirmAdding(page)
      const cards = page.locator('.react-flow__node')
      await cards.nth(2).waitFor()
      const [first, second, third] = await cards.evaluateAll((all) =>
        all.map((element) => element.getBoundingClientRect().toJSON() as DOMRect),
      )
      if (!first || !second || !third) throw new Error('A block is missing')
      for (const other of [first, second]) {
        const isCovered =
          third.left < other.right && other.left < third.right && third.top < other.bottom && other.top < third.bottom
        expect(isCovered).toBe(false)
      }
    }),
  browserTestMs,
)

test(
  'draws a flow with the mouse, refuses an incomplete one, and restores it as saved',
  () =>
    withWorld(async (world) => {
      const id = addFlow(world)
      const { page, go, complaints } = await open(world, world.ana, { path: `/flowbuilder/${id}` })
      await add(page, 'Conteúdo')
      await confirmAdding(page)
      await dialog(page).getByText('Campos de mensagem vazio!').waitFor()
      await field(page, 'Texto').fill('Olá!')
      await dialog(page).getByRole('button', { name: 'Pergunta' }).click()
      await confirmAdding(page)
      await dialog(page).getByText('Campos de Input vazios!').waitFor()
      await field(page, 'Pergunta').fill('Quantos anos você tem?')
      await field(page, 'Nome').fill('{idade}')
      await dialog(page).getByRole('combobox', { name: 'Tipo de resposta' }).click()
      await page.getByRole('option', { name: 'Número' }).click()
      await field(page, 'No máximo').fill('11')
      await confirmAdding(page)
      await dialog(page).getByText('De 1 a 10 vezes').waitFor()
      await dialog(page).getByText('Use só letras, números, espaços, - e _').waitFor()
      await field(page, 'No máximo').fill('2')
      await field(page, 'Nome').fill('Sua idade')
      await confirmAdding(page)
      await page.getByText('Não se esqueça de salvar seu fluxo!').waitFor()

      await add(page, 'Condição')
      await field(page, 'Variável').fill('sua idade')
      await field(page, 'Valor').fill('18')
      await confirmAdding(page)
      await add(page, 'Menu')
      await field(page, 'Mensagem do menu').fill('Como podemos ajudar?')
      await dialog(page).getByRole('textbox', { name: 'Opção 1' }).fill('Comprar')
      await dialog(page).getByRole('button', { name: 'Adicionar opção' }).click()
      await dialog(page).getByRole('textbox', { name: 'Opção 2' }).fill('Falar com alguém')
      await confirmAdding(page)
      await page.keyboard.press('Escape')
      await add(page, 'Ticket')
      await confirmAdding(page)
      await dialog(page).getByText('Adicione uma fila').waitFor()
      await dialog(page).getByRole('combobox').click()
      await page.getByRole('option', { name: 'Vendas' }).click()
      await confirmAdding(page)
      await page.keyboard.press('f')
      await drag(page, 'Como podemos ajudar?', 1, 'Ticket')
      await drag(page, 'Condição', 1, 'Ticket')
      await lines(page).nth(4).waitFor()

      await saveFlowButton(page).click()
      await toast(page, 'Fluxo salvo com sucesso')
      const connections = [
        'condition a menu',
        'condition b ticket',
        'menu a2 ticket',
        'singleBlock a condition',
        'start a singleBlock',
      ]
      expect(drawn(world, id)).toEqual(connections)
      await go(`/flowbuilder/${id}`)
      await card(page, 'Quantos anos').waitFor()
      expect(await lines(page).count()).toBe(5)

      // The stored question is edited with its settings, and the test panel runs it.
      await card(page, 'Quantos anos').dblclick()
      expect(await field(page, 'Se a resposta não servir').inputValue()).toBe('Pode responder só com o número?')
      await page.keyboard.press('Escape')
      await button(page, 'Testar').click()
      const talk = page.getByRole('log')
      const say = async (words: string) => {
        await page.getByRole('textbox', { name: 'Sua resposta' }).fill(words)
        await page.keyboard.press('Enter')
      }
      await say('dezoito')
      await talk.getByText('Pode responder só com o número?').waitFor()
      await button(page, 'Enviar um arquivo').click()
      await talk.getByText('Sem resposta válida').waitFor()
      await say('18 anos')
      await talk.getByText('Como podemos ajudar?').waitFor()
      await button(page, 'Testar').click()

      // Delete removes the node and its connections; the start stays.
      await card(page, 'Como podemos ajudar?').click()
      await page.keyboard.press('Delete')
      await card(page, 'Como podemos ajudar?').waitFor({ state: 'detached' })
      await card(page, 'Nada inicia este fluxo').click()
      await page.keyboard.press('Backspace')
      expect([await card(page, 'Nada inicia este fluxo').count(), await lines(page).count()]).toEqual([1, 3])
      await page.keyboard.press('Control+z')
      await lines(page).nth(4).waitFor()

      // Removing an option removes its connection and keeps the others.
      await card(page, 'Como podemos ajudar?').dblclick()
      await dialog(page).getByRole('group', { name: 'Opções 1' }).getByRole('button', { name: 'Remover' }).click()
      await save(page)
      await saveFlowButton(page).click()
      await toast(page, 'Fluxo salvo com sucesso')
      expect(drawn(world, id)).toEqual(connections.map((line) => line.replace('menu a2', 'menu a1')))
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)

test(
  'is fully usable by keyboard, including the test panel',
  () =>
    withWorld(async (world) => {
      const drawing = drawFlow([menuNode('Escolha', 'Preço', 'Pessoa'), textNode('Custa dez reais')], [])
      const id = addFlow(world, drawing)
      const { page, complaints } = await open(world, world.ana, { path: `/flowbuilder/${id}` })
      await card(page, 'Escolha').focus()
      const before = (await card(page, 'Escolha').boundingBox())?.x ?? 0
      await page.keyboard.press('ArrowRight')
      await hasFocus(card(page, 'Escolha'))
      expect((await card(page, 'Escolha').boundingBox())?.x ?? 0).toBe(before)
      await page.keyboard.press('m')
      await page.getByText('Movendo o bloco').waitFor()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Enter')
      expect((await card(page, 'Escolha').boundingBox())?.x ?? 0).toBeGreaterThan(before)

      await page.keyboard.press('c')
      await dialog(page).getByRole('combobox', { name: /Saída/ }).press('Enter')
      await page.getByRole('option', { name: /Pessoa/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      const target = dialog(page).getByRole('combobox', { name: /Bloco de destino/ })
      await target.focus()
      await target.pressSequentially('dez reais')
      await page.getByRole('option', { name: /Custa dez reais/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+Enter')
      await lines(page).nth(1).waitFor()

      await card(page, 'Custa dez reais').focus()
      await page.keyboard.press('Enter')
      await field(page, 'Texto da mensagem').fill('Custa vinte reais')
      await page.keyboard.press('Control+Enter')
      await card(page, 'Custa vinte reais').waitFor()
      await page.keyboard.press('Control+s')
      await toast(page, 'Fluxo salvo com sucesso')
      expect(drawn(world, id)).toEqual(['menu a2 message', 'start a menu'])

      // A single letter is no shortcut outside of the drawing.
      await button(page, 'Testar').press('a')
      expect(await page.getByRole('menuitem').count()).toBe(0)
      await card(page, 'Custa vinte reais').press('a')
      await page.getByRole('menuitem', { name: /^Conteúdo/ }).waitFor()
      await page.keyboard.press('Escape')

      await button(page, 'Testar').press('Enter')
      const talk = page.getByRole('log')
      await talk.getByText('[2] Pessoa').waitFor()
      await page.getByRole('textbox', { name: 'Sua resposta' }).fill('pessoa')
      await page.keyboard.press('Enter')
      await talk.getByText('Custa vinte reais').waitFor()
      await talk.getByText('Fim do fluxo', { exact: false }).waitFor()
      await page.waitForFunction(() => document.activeElement?.textContent === 'Recomeçar')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Sua resposta')
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)

test(
  'the map follows a block while it is dragged',
  () =>
    withWorld(async (world) => {
      const id = addFlow(world, drawFlow([textNode('Primeira'), textNode('Segunda')]))
      const { page, complaints } = await open(world, world.ana, { path: `/flowbuilder/${id}` })
      const shapes = page.getByRole('img', { name: 'Mapa' }).locator('path').first()
      const before = await shapes.getAttribute('d')
      const { x, y, width } = await boxAtRest(card(page, 'Segunda'))
      await page.mouse.move(x + width / 2, y + 16)
      await page.mouse.down()
      await page.mouse.move(x + width / 2, y + 116, { steps: 8 })
      await page.waitForFunction(
        ([drawn, earlier]) => drawn instanceof SVGPathElement && drawn.getAttribute('d') !== earlier,
        [await shapes.elementHandle(), before] as const,
      )
      await page.mouse.up()
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)

test(
  'adds, moves and connects blocks by touch on a phone',
  () =>
    withWorld(async (world) => {
      const id = addFlow(world, drawFlow([textNode('Primeira')], []))
      const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
      const { page, complaints } = await open(world, world.ana, { path: `/flowbuilder/${id}`, ...phone })
      const swipe = await touching(page)
      const first = card(page, 'Primeira')
      await button(page, 'Ver tudo').tap()
      const before = await centreOf(first)
      await swipe(before, { x: before.x, y: before.y + 120 })
      expect((await centreOf(first)).y).toBeGreaterThan(before.y + 80)

      await page.getByRole('button', { name: 'Adicionar', exact: true }).tap()
      await page.getByRole('menuitem', { name: /^Intervalo/ }).tap()
      await field(page, 'Tempo de espera').fill('5')
      await dialog(page).getByRole('button', { name: 'Adicionar', exact: true }).tap()
      const added = card(page, 'Espera 5 segundos')
      await added.waitFor()
      await button(page, 'Ver tudo').tap()
      await swipe(
        await centreOf(added.locator('.flow-handle.source')),
        await centreOf(first.locator('.flow-handle.target')),
      )
      await lines(page).first().waitFor()
      // A tap right after a quick movement only stops it.
      await saveFlowButton(page).click()
      await toast(page, 'Fluxo salvo com sucesso')
      expect(drawn(world, id)).toContain('interval a message')
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)

/** Returns the centre of an element once it stops moving. */
async function centreOf(locator: Locator) {
  await locator.tap({ trial: true })
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** Returns a function that draws a finger from one point to another. */
async function touching(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  return async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await touch('touchStart', from)
    for (let step = 1; step <= 8; step++) {
      await touch('touchMove', { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 })
    }
    await touch('touchEnd')
  }
}

test(
  'has no accessibility violations, in either theme and on a phone',
  () =>
    withWorld(async (world) => {
      const drawing = drawFlow([
        menuNode('Escolha', 'Preço', 'Pessoa'),
        textNode('Olá {{nome}}'),
        ['randomizer', { percent: 30 }],
      ])
      const { page } = await open(world, world.ana, { path: `/flowbuilder/${addFlow(world, drawing)}` })
      await card(page, 'Escolha').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await button(page, 'Testar').click()
      await expectNoBarriers(page)
      await button(page, 'Testar').click()
      await add(page, 'Conteúdo')
      await dialog(page).getByRole('button', { name: 'Pergunta' }).click()
      await dialog(page).getByRole('combobox', { name: 'Tipo de resposta' }).click()
      await page.getByRole('option', { name: 'Escolha' }).click()
      await field(page, 'Opções').waitFor()
      await expectNoBarriers(page)
      await page.keyboard.press('Escape')
      await expectFitsPhone(page)
    }),
  browserTestMs,
)
