import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, findBarriers, hasFocus, tabTo } from '../../src/testing/browser/browser'
import { addFlow, button, card, drawn } from '../../src/testing/browser/flow-windows'
import { createScreenWindows, dialog, field, toast, withWorld } from '../../src/testing/browser/screen-windows'

const { open } = createScreenWindows('/flowbuilders')

/** Adds a block after the focused one, by keyboard; `fill` has the focus in its form. */
async function addByKeys(page: Page, kind: string, fill: () => Promise<void>) {
  await page.keyboard.press('a')
  const item = page.getByRole('menuitem', { name: new RegExp(`^${kind}`) })
  await page.locator('[role=menuitem]:focus').waitFor()
  await tabTo(page, item, 'ArrowDown')
  await page.keyboard.press('Enter')
  await dialog(page).waitFor()
  await fill()
  await page.keyboard.press('Control+Enter')
  await dialog(page).waitFor({ state: 'detached' })
}

test(
  'builds a flow by keyboard alone, stepping from block to block',
  () =>
    withWorld(async (world) => {
      const id = addFlow(world)
      const { page, complaints } = await open(world, world.ana, { path: `/flowbuilder/${id}` })
      const type = (label: string, value: string) => async () => {
        await tabTo(page, field(page, label))
        await page.keyboard.type(value)
      }
      const queue = (name: string) => async () => {
        await tabTo(page, dialog(page).getByRole('combobox'))
        await page.keyboard.type(name)
        await page.getByRole('option', { name }).waitFor()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
      }
      await tabTo(page, page.locator('.flow-canvas'))
      await page.keyboard.press('ArrowRight')
      await hasFocus(card(page, 'Inicio'))
      await addByKeys(page, 'Texto', type('Texto da mensagem', 'Bem-vindo'))
      await hasFocus(card(page, 'Bem-vindo'))
      await addByKeys(page, 'Menu', async () => {
        await type('Mensagem do menu', 'Escolha')()
        await tabTo(page, dialog(page).getByRole('textbox', { name: 'Opção 1' }))
        await page.keyboard.type('Comprar')
        await tabTo(page, dialog(page).getByRole('button', { name: 'Adicionar opção' }))
        await page.keyboard.press('Enter')
        await tabTo(page, dialog(page).getByRole('textbox', { name: 'Opção 2' }))
        await page.keyboard.type('Suporte')
      })
      await hasFocus(card(page, 'Escolha'))
      await addByKeys(page, 'Ticket', queue('Vendas'))
      await hasFocus(card(page, 'Vendas'))
      await page.keyboard.press('ArrowLeft')
      await hasFocus(card(page, 'Escolha'))
      await addByKeys(page, 'Ticket', queue('Suporte'))
      await hasFocus(card(page, 'Ticket').filter({ hasText: 'Suporte' }))
      await page.keyboard.press('ArrowUp')
      await hasFocus(card(page, 'Vendas'))

      // A deleted block leaves the focus in the drawing, where Ctrl+Z and the arrows go on.
      await page.keyboard.press('Delete')
      await card(page, 'Vendas').waitFor({ state: 'detached' })
      await hasFocus(page.locator('.flow-canvas'))
      await page.keyboard.press('Control+z')
      await card(page, 'Vendas').waitFor()
      await page.keyboard.press('Home')
      await hasFocus(card(page, 'Inicio'))
      await page.keyboard.press('ArrowRight')
      await hasFocus(card(page, 'Bem-vindo'))
      await page.keyboard.press('Control+s')
      await toast(page, 'Fluxo salvo com sucesso')
      expect(drawn(world, id)).toEqual(['menu a1 ticket', 'menu a2 ticket', 'message a menu', 'start a message'])

      // The same blocks as a list.
      await button(page, 'Lista de blocos').press('Enter')
      const rows = page.getByRole('complementary', { name: 'Lista de blocos' }).locator('li')
      expect((await rows.allInnerTexts()).map((row) => row.split('\n').slice(0, 3).join(' '))).toEqual([
        expect.stringContaining('1 Inicio'),
        '2 Texto Bem-vindo',
        expect.stringContaining('3 Menu Escolha'),
        expect.stringContaining('4 Ticket Vendas'),
        expect.stringContaining('5 Ticket Suporte'),
      ])
      expect(await findBarriers(page)).toEqual([])
      await rows.nth(2).getByRole('button').first().press('Enter')
      await hasFocus(card(page, 'Escolha'))
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)
