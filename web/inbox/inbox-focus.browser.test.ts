import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, expectNoBarriers, hasFocus, pressSequence } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, openTickets, row, world, write } = createInboxWindows()

const focusedRow = (page: Page, name: string) =>
  page.locator('.ticket-row:has(.ticket-row-link:focus)').filter({ hasText: name })
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversa', exact: true })

test(
  'moves the focus from a closed ticket to the list, or from a row to the next',
  async () => {
    const page = await openTickets()
    await row(page, 'Alice Prado').getByRole('link').click()
    await conversation(page).getByText('Olá de Alice Prado').waitFor()
    await conversation(page).getByRole('button', { name: 'Resolver', exact: true }).press('Enter')
    await row(page, 'Alice Prado').waitFor({ state: 'detached' })
    await hasFocus(conversation(page).getByRole('button', { name: 'Responder a Clara Dias' }))

    await row(page, 'Bento Rosa').getByRole('link').focus()
    await row(page, 'Bento Rosa').getByRole('button', { name: 'Resolver' }).press('Enter')
    await row(page, 'Bento Rosa').waitFor({ state: 'detached' })
    await focusedRow(page, 'Clara Dias').waitFor()
  },
  browserTestMs,
)

test(
  'is one stop of the Tab key, with arrows between and within rows, and F6 between panes',
  async () => {
    const page = await openTickets()
    await page.getByRole('tab', { name: 'Atendendo' }).focus()
    await page.keyboard.press('Tab')
    await focusedRow(page, 'Alice Prado').waitFor()
    await page.keyboard.press('Tab')
    await page.locator('[role=separator]:focus').waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await focusedRow(page, 'Bento Rosa').waitFor()
    await page.keyboard.press('ArrowRight')
    await row(page, 'Bento Rosa').locator('.ticket-row-actions :focus').waitFor()
    await page.keyboard.press('Escape')
    await focusedRow(page, 'Bento Rosa').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')

    const composer = conversation(page).locator('textarea:focus')
    await composer.fill('Já volto com o prazo')
    await page.keyboard.press('Shift+F6')
    await focusedRow(page, 'Alice Prado').waitFor()
    await page.keyboard.press('Shift+F6')
    await page.locator('.frame-menu [aria-current]:focus').waitFor()
    await page.keyboard.press('F6')
    await page.keyboard.press('F6')
    await composer.waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await conversation(page).getByText('Olá de Bento Rosa').waitFor()
    await row(page, 'Alice Prado').getByText('Rascunho:').waitFor()
    await row(page, 'Alice Prado').getByText('Já volto com o prazo').waitFor()
    await page.keyboard.press('Shift+F6')
    await focusedRow(page, 'Bento Rosa').waitFor()
    await page.keyboard.press('Enter')
    await composer.waitFor()
  },
  browserTestMs,
)

test(
  'keeps the focus when a key changes the tab, and when a dialog takes the row away',
  async () => {
    const page = await openTickets()
    write('Davi Lima', 'Olá de Davi Lima')
    await row(page, 'Alice Prado').getByRole('link').focus()
    await page.keyboard.press('2')
    await focusedRow(page, 'Davi Lima').waitFor()
    await page.keyboard.press('1')
    await focusedRow(page, 'Alice Prado').waitFor()
    await page.keyboard.press('j')
    await pressSequence(page, 'az')
    await page.getByRole('dialog', { name: 'Adiar atendimento' }).waitFor()
    await page.keyboard.press('Enter')
    await row(page, 'Bento Rosa').waitFor({ state: 'detached' })
    await focusedRow(page, 'Clara Dias').waitFor()
    await page.keyboard.press('5')
    await page.locator('[role=tab][aria-selected=true]:focus').filter({ hasText: 'Resolvidos' }).waitFor()
    await page.keyboard.press('1')
    await row(page, 'Clara Dias').getByRole('link').focus()
    await pressSequence(page, 'ar')
    await row(page, 'Clara Dias').waitFor({ state: 'detached' })
    await focusedRow(page, 'Alice Prado').waitFor()
  },
  browserTestMs,
)

test(
  'moves the focus into the content of the contact panel or history that a key opens, and back',
  async () => {
    const page = await openTickets()
    await row(page, 'Alice Prado').getByRole('link').click()
    await conversation(page).getByText('Olá de Alice Prado').waitFor()
    await conversation(page).locator('textarea:focus').press('Escape')
    for (const [key, content] of [
      ['c', '.contact-drawer-body'],
      ['h', '.dialog-body'],
    ] as const) {
      await focusedRow(page, 'Alice Prado').waitFor()
      await pressSequence(page, `a${key}`)
      await page.locator(`${content}:focus`).waitFor()
      await page.keyboard.press('Escape')
      await page.locator(content).waitFor({ state: 'detached' })
    }
    await focusedRow(page, 'Alice Prado').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/tickets\/.+/)
  },
  browserTestMs,
)

test(
  'leaves the search field for the list, and the menu of a message for its letters',
  async () => {
    const page = await openTickets()
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    await focusedRow(page, 'Alice Prado').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('Bento')
    await row(page, 'Alice Prado').waitFor({ state: 'detached' })
    await row(page, 'Bento Rosa').waitFor()
    await page.keyboard.press('ArrowDown')
    await focusedRow(page, 'Bento Rosa').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await row(page, 'Alice Prado').waitFor()
    await page.keyboard.type('Bento')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Limpar busca' }).press('Enter')
    await row(page, 'Alice Prado').waitFor()
    await page.locator('[role=searchbox]:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.ticket-row-link:focus').waitFor()

    await row(page, 'Alice Prado').getByRole('link').click()
    const message = conversation(page).locator('.message').filter({ hasText: 'Olá de Alice Prado' })
    await message.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Responder' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('r')
    await conversation(page).getByRole('status', { name: 'Respondendo a Alice Prado' }).waitFor()
  },
  browserTestMs,
)

test(
  'finds the tools of the composer and the filters in the palette',
  async () => {
    const page = await openTickets()
    await row(page, 'Alice Prado').getByRole('link').click()
    await conversation(page).locator('textarea:focus').waitFor()
    const option = async (typed: string, name: string) => {
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Paleta de comandos' })
      await palette.getByRole('combobox').fill(typed)
      await palette.getByRole('option', { name }).first().waitFor()
      return palette.getByRole('option', { name }).first()
    }
    await (await option('emoji', 'Emojis')).click()
    await page.getByRole('dialog', { name: 'Emojis' }).waitFor()
    await page.keyboard.press('Escape')
    await (await option('inserir', 'Inserir resposta rápida')).click()
    await conversation(page).locator('textarea:focus').waitFor()
    expect(await conversation(page).locator('textarea').inputValue()).toBe('/')
    await conversation(page).locator('textarea').fill('')
    for (const [typed, name] of [
      ['anexar', 'Fotos, vídeos e documentos'],
      ['gravar', 'Gravar áudio'],
      ['agendar', 'Agendar mensagem'],
    ] as const) {
      await option(typed, name)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Paleta de comandos' }).waitFor({ state: 'detached' })
    }
    await (await option('filtr', 'Filtros')).click()
    await page.getByRole('dialog', { name: 'Filtros' }).waitFor()
  },
  browserTestMs,
)

test(
  'starts the selection at the chosen message, and keeps the focus in the conversation',
  async () => {
    const page = await openTickets()
    await row(page, 'Alice Prado').getByRole('link').click()
    const message = conversation(page).locator('.message').filter({ hasText: 'Olá de Alice Prado' })
    await message.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Selecionar várias' }).press('Enter')
    await page.locator('.message-check:focus').waitFor()
    await page.getByRole('button', { name: 'Cancelar seleção' }).press('Enter')
    await page.locator('.conversation-main :focus').waitFor()
  },
  browserTestMs,
)

test(
  'runs no row shortcuts inside text inputs or an open menu',
  async () => {
    const page = await openTickets()
    await row(page, 'Bento Rosa').getByRole('link').focus()
    await page.keyboard.type('amanha?')
    await page.getByRole('button', { name: /^Filas mostradas/ }).click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.type('n')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  },
  browserTestMs,
)

test(
  'scrolls a reordered list to its start, loads its end, and has the actions of a row in the palette',
  async () => {
    for (let at = 0; at < 60; at++) write(`Contato ${at}`, 'Olá')
    world().ctx(1).db.update(ticketTable).set({ status: 'open', userId: world().bruno.id }).run()
    const page = await open(world().bruno, { viewport: { width: 1280, height: 500 } })
    const list = page.locator('.inbox .virtual-list')
    await row(page, 'Contato 59').waitFor()
    await list.evaluate((element) => element.scrollTo(0, 900))
    await page.getByRole('button', { name: 'Mais recentes primeiro' }).click()
    await page.getByRole('link', { name: 'Contato 0', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Contato 0', exact: true }).focus()
    await page.keyboard.press('End')
    await focusedRow(page, 'Contato 59').waitFor()
    await page.keyboard.press('Home')
    await focusedRow(page, 'Contato 0').waitFor()
    expect(await list.evaluate((element) => element.scrollTop)).toBe(0)
    // The palette has the actions of the row in focus, and their keys work.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('adiar')
    await page.getByRole('option', { name: 'Adiar: Contato 0' }).waitFor()
    await page.keyboard.press('Escape')
    await focusedRow(page, 'Contato 0').waitFor()
    await pressSequence(page, 'az')
    await page.getByRole('dialog', { name: 'Adiar' }).waitFor()
  },
  browserTestMs,
)

test(
  'places a tooltip in the landmark of its element',
  async () => {
    const page = await openTickets()
    await page.getByRole('button', { name: 'Mais recentes primeiro' }).hover()
    const tooltip = page.getByRole('tooltip')
    await tooltip.waitFor()
    expect(await tooltip.evaluate((element) => element.closest('main') !== null)).toBe(true)
    await expectNoBarriers(page)
  },
  browserTestMs,
)
