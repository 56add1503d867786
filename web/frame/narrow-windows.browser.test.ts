import { expect, test } from 'bun:test'
import type { Locator, Page } from '@playwright/test'
import {
  boxAtRest,
  browserTestMs,
  expectNoBarriers,
  sidewaysScroll,
  whenUsable,
} from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, row, world, write } = createInboxWindows()

const boxOf = (page: Page, selector: string) => boxAtRest(page.locator(selector).first())

/** Opens Bruno's window in that size, with one of his tickets and many messages. */
async function openTicket(width: number, height: number) {
  const bruno = await world().as(world().bruno)
  for (let line = 1; line <= 12; line++) write('Rita Campos', `Linha ${line} de uma longa conversa sobre o sofá`)
  await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
  write('Joana Maria dos Reis Albuquerque', 'Bom dia')
  const uuid = world().ctx(1).db.select().from(ticketTable).get()?.uuid
  const page = await open(world().bruno, { path: `/tickets/${uuid}`, viewport: { width, height } })
  await page.getByRole('region', { name: 'Conversa', exact: true }).getByText('Linha 12').waitFor()
  return page
}

test.each([
  [820, 200],
  [1024, 300],
  [1199, 400],
])(
  'at %i px the menu is a rail, one can write, and the contact lies over the conversation',
  async (width, composer) => {
    const page = await openTicket(width, 800)
    expect((await boxOf(page, '.frame-menu')).width).toBe(56)
    const before = (await boxOf(page, '.composer-text')).width
    expect(before).toBeGreaterThanOrEqual(composer)
    if (width >= 1024) {
      const [list, chat] = await Promise.all([boxOf(page, '.inbox'), boxOf(page, '.conversation-main')])
      expect(chat.width).toBeGreaterThan(list.width)
    }
    await page
      .getByRole('button', { name: /Rita Campos/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Dados do contato' }).waitFor()
    expect((await boxOf(page, '.composer-text')).width).toBe(before)
    await expectNoBarriers(page)
  },
  browserTestMs,
)

test(
  'opens the whole menu over a window with space for the rail only',
  async () => {
    const page = await open(world().bruno, { viewport: { width: 1100, height: 800 } })
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Chat interno' }).click()
    await page.waitForURL('**/chats')
    await menu.waitFor({ state: 'detached' })
    expect((await boxOf(page, '.frame-menu')).width).toBe(56)
  },
  browserTestMs,
)

test(
  'keeps half of a smaller window for the conversation',
  async () => {
    world().ctx(1).company.sqlite.run('UPDATE user SET ticket_list_width = 700 WHERE id = 2')
    const page = await openTicket(1024, 800)
    expect((await boxOf(page, '.conversation-main')).width).toBeGreaterThan(450)
  },
  browserTestMs,
)

test(
  'scrolls rows and messages into view at 400 % zoom',
  async () => {
    const page = await openTicket(360, 225)
    expect((await boxOf(page, '.message-list')).height).toBeGreaterThan(180)
    // Part of a message is visible without scrolling, and below it part of a row.
    expect((await boxOf(page, '.message-list')).y).toBeLessThan(225 - 80)
    const last = page.getByRole('region', { name: 'Conversa', exact: true }).getByText('Linha 12')
    await last.scrollIntoViewIfNeeded()
    const message = await last.boundingBox()
    expect((message?.y ?? -1) >= 0 && (message?.y ?? 0) + (message?.height ?? 0) <= 225).toBe(true)
    await page.getByRole('link', { name: 'Voltar aos atendimentos' }).click()
    const found = row(page, 'Rita Campos')
    expect((await boxAtRest(found)).y).toBeLessThan(225 - 40)
    await found.scrollIntoViewIfNeeded()
    const box = await found.boundingBox()
    expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= 225).toBe(true)
    expect(await sidewaysScroll(page)).toBe(0)
  },
  browserTestMs,
)

test.each([
  [683, 384],
  [720, 450],
  [320, 380],
])(
  'shows the last message, the composer and a row in a window of %i × %i px, without scrolling the page',
  async (width, height) => {
    const page = await openTicket(width, height)
    const isWithin = async (element: Locator) => {
      const { y, height: high } = await boxAtRest(element)
      return y >= 0 && y + high <= height
    }
    const last = page.getByRole('region', { name: 'Conversa', exact: true }).getByText('Linha 12')
    const composer = page.locator('.composer-text')
    const isWritable = async () => [await isWithin(composer.first()), await isWithin(composer.locator('textarea'))]
    expect(await isWritable()).toEqual([true, true])
    // It opens at the first message that is unread.
    await page.locator('.message').last().scrollIntoViewIfNeeded()
    expect([await isWithin(page.locator('.message').last()), await isWithin(last)]).toEqual([true, true])
    expect(await isWritable()).toEqual([true, true])
    await composer.locator('textarea').fill('Já respondo')
    expect(await isWithin(page.getByRole('button', { name: 'Enviar', exact: true }))).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    await page.getByRole('link', { name: 'Voltar aos atendimentos' }).click()
    expect(await isWithin(row(page, 'Rita Campos'))).toBe(true)
    // In the middle of the row is the row, not its buttons.
    await row(page, 'Rita Campos').click()
    await last.waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
  },
  browserTestMs,
)

test(
  'keeps every button within the screen at 320 px, and those of a dialog whole',
  async () => {
    const page = await openTicket(320, 640)
    const outside = () =>
      page.locator('button:visible, a:visible, input:visible').evaluateAll((elements) =>
        elements
          .filter((element) => !element.closest('.frame-skip'))
          .map((element) => ({
            name: element.getAttribute('aria-label') ?? element.textContent,
            box: element.getBoundingClientRect(),
          }))
          .filter(({ box }) => box.left < 0 || box.right > innerWidth)
          .map(({ name }) => name),
      )
    expect(await outside()).toEqual([])
    await page.locator('.message').last().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Selecionar várias' }).press('Enter')
    const bar = page.getByRole('toolbar', { name: 'Mensagens selecionadas' })
    const cut = await bar
      .locator('button span')
      .evaluateAll((all) => all.map((label) => label.scrollWidth - label.clientWidth))
    expect(cut.every((pixels) => pixels <= 0)).toBe(true)
    expect(await outside()).toEqual([])
    await bar.getByRole('button', { name: 'Cancelar seleção' }).click()
    await page.getByRole('link', { name: 'Voltar aos atendimentos' }).click()
    await row(page, 'Rita Campos').waitFor()
    expect(await outside()).toEqual([])
    expect((await boxOf(page, '.queue-menu')).width).toBeGreaterThanOrEqual(64)
    await showsDialogWhole(page)
    for (const path of ['/schedules', '/chats']) {
      await page.goto(world().url + path)
      await whenUsable(page)
      expect(await outside()).toEqual([])
    }
    expect(await sidewaysScroll(page)).toBe(0)
  },
  browserTestMs,
)

/** From the inbox at 320 px. A search has the line of the list's buttons. */
async function showsDialogWhole(page: Page) {
  const add = page.getByRole('button', { name: 'Novo atendimento' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Novo atendimento' })
  await dialog.getByRole('button', { name: 'Iniciar atendimento' }).waitFor()
  const labels = dialog.locator('.dialog-footer button span')
  const cut = await labels.evaluateAll((all) => all.map((label) => label.scrollWidth - label.clientWidth))
  expect(cut).toEqual([0, 0])
  await page.keyboard.press('Escape')
  const search = page.getByRole('searchbox', { name: 'Buscar por nome ou número' })
  await search.fill('Rita')
  expect(await add.count()).toBe(0)
  expect((await search.boundingBox())?.width).toBeGreaterThan(100)
  await search.fill('')
  await add.waitFor()
}

test(
  'shows the connections of contacts on an upright tablet without scrolling sideways',
  async () => {
    const page = await open(world().ana, { path: '/contacts', viewport: { width: 820, height: 800 }, hasTouch: true })
    await page.getByRole('columnheader', { name: 'Status' }).waitFor()
    const frame = page.locator('.data-table-frame')
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  },
  browserTestMs,
)

test(
  'hides text behind the day’s heading completely',
  async () => {
    const page = await openTicket(1280, 500)
    const day = await boxOf(page, '.day-separator')
    const list = await boxOf(page, '.message-list')
    expect(day.x).toBeLessThanOrEqual(list.x)
    expect(day.x + day.width).toBeGreaterThanOrEqual(list.x + list.width - 20)
    expect(
      await page
        .locator('.day-separator')
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundImage),
    ).toContain('linear-gradient')
  },
  browserTestMs,
)
