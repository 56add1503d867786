import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import {
  browserTestMs,
  findBarriers,
  launchForFile,
  openWindow,
  type PersonWindow,
  hasFocus,
} from '../../src/testing/browser/browser'
import { printedText } from '../../src/testing/browser/printed-text'
import { dialog, field, row, save, toast } from '../../src/testing/browser/screen-windows'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'
import { addContact } from '../../src/testing/conversation/tickets'

const contacts = 260
/** Rows of a window of 800 px with those near it. */
const renderedMax = 160
const nameOf = (index: number) => `Cliente ${String(index).padStart(3, '0')}`
const opener = (page: Page, index: number) => page.getByRole('button', { name: nameOf(index), exact: true })

const browser = launchForFile()
let world: ServedWorld
let window: PersonWindow
let page: Page
beforeAll(async () => {
  world = await createServedWorld({ pages: true })
  const ctx = world.ctx(1)
  ctx.company.sqlite.run('UPDATE contact SET is_group = 1')
  for (let index = 0; index < contacts; index++) addContact(ctx, nameOf(index))
  window = await openWindow(browser(), world, world.ana, { path: '/contacts?isGroup=false' })
  page = window.page
}, browserTestMs)
afterAll(() => world.stop())

const step = (name: string, run: () => Promise<void>) =>
  test(
    name,
    async () => {
      await run()
      expect(window.complaints.splice(0)).toEqual([])
    },
    browserTestMs,
  )

const body = () => page.locator('.screen-body')
/** Rows are 45 px high. */
const scrollToRow = (index: number) => scrollTo(index * 45)
const scrollTo = (pixels: number) => body().evaluate((element, top) => element.scrollTo(0, top), pixels)
const scrolled = () => body().evaluate(({ scrollTop }) => scrollTop)
const renderedRows = () => page.locator('tbody tr:not([aria-hidden])').count()
const columnWidths = () =>
  page.locator('thead th').evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().width)))
const topOf = (index: number) => opener(page, index).evaluate((element) => element.getBoundingClientRect().top)

async function scrollToLast() {
  while (!(await opener(page, contacts - 1).isVisible())) {
    await scrollTo(1e6)
    expect(await renderedRows()).toBeLessThan(renderedMax)
  }
}

step('renders only the rows near the view, however many are loaded', async () => {
  await opener(page, 0).waitFor()
  await scrollToLast()
  const table = page.getByRole('table')
  expect(await table.getAttribute('aria-rowcount')).toBe(String(contacts + 1))
  expect(await row(page, nameOf(contacts - 1)).getAttribute('aria-rowindex')).toBe(String(contacts + 1))
  const widths = await columnWidths()
  await scrollToRow(contacts / 2 - 5)
  await opener(page, contacts / 2).waitFor()
  expect(await renderedRows()).toBeLessThan(renderedMax)
  expect(await columnWidths()).toEqual(widths)
  expect(await findBarriers(page)).toEqual([])
})

step('prints all loaded rows, without menu and controls', async () => {
  const text = await printedText(page)
  const printed = new Set(text.match(/Cliente \d{3}/g))
  expect(printed.size).toBe(contacts)
  expect(text).toContain('Contatos')
  for (const other of ['Atendimentos', 'Adicionar contato', 'Filtrar por tags', 'Impressão de'])
    expect(text).not.toContain(other)
  expect(await renderedRows()).toBeLessThan(renderedMax)
})

step('keeps the row with the focus, and moves on from it by arrow keys', async () => {
  await scrollTo(0)
  await opener(page, 5).focus()
  await scrollToRow(contacts - 60)
  await opener(page, contacts - 50).waitFor()
  expect(await opener(page, 5).evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.waitForFunction((name) => document.activeElement?.textContent?.includes(name), nameOf(6))
  expect(await opener(page, 6).evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0)
  for (let moves = 0; moves < 120; moves++) await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(nameOf(126))
})

step('a dialog returns to the same place', async () => {
  await scrollToRow(contacts / 2 - 5)
  await opener(page, contacts / 2).focus()
  const before = await scrolled()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('combobox', { name: 'Tags' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await scrolled()).toBe(before)
  await hasFocus(opener(page, contacts / 2))
})

step('going back returns to the same place, with what changed meanwhile', async () => {
  await scrollToRow(contacts / 2 - 5)
  const before = await topOf(contacts / 2)
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor()
  addContact(world.ctx(1), `${nameOf(contacts / 2)} bis`)
  await page.goBack()
  await opener(page, contacts / 2).waitFor()
  expect(Math.abs((await topOf(contacts / 2)) - before)).toBeLessThan(2)
  await page.getByRole('button', { name: `${nameOf(contacts / 2)} bis` }).waitFor()
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(contacts + 2))
})

step('rows that arrive above do not move the view', async () => {
  const before = await topOf(contacts / 2)
  addContact(world.ctx(1), 'Aaa recente')
  await page
    .getByRole('table')
    .and(page.locator(`[aria-rowcount="${contacts + 3}"]`))
    .waitFor()
  expect(Math.abs((await topOf(contacts / 2)) - before)).toBeLessThan(2)
})

step('a live change renders only its row', async () => {
  const changed = page.evaluate(
    (name) =>
      new Promise<string[]>((resolve) => {
        const rows = new Set<string>()
        new MutationObserver((changes) => {
          for (const { target } of changes) {
            const element = target instanceof Element ? target : target.parentElement
            rows.add(element?.closest('tr')?.querySelector('.data-table-open')?.textContent ?? '')
          }
          if (document.querySelector('tbody')?.textContent?.includes(name)) resolve([...rows])
        }).observe(document.querySelector('tbody') as Element, { subtree: true, childList: true, characterData: true })
      }),
    'trocado@exemplo.test',
  )
  await opener(page, contacts / 2).click()
  await dialog(page).getByRole('button', { name: 'Editar contato' }).click()
  await field(page, 'E-mail').fill('trocado@exemplo.test')
  await save(page)
  await toast(page, 'Contato salvo com sucesso!')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect((await changed).filter((text) => !text.includes(nameOf(contacts / 2)))).toEqual([])
})

step('selects a range across rows that are not rendered, and all', async () => {
  const box = (index: number) => row(page, nameOf(index)).getByRole('checkbox')
  await scrollTo(0)
  await box(10).check()
  await scrollToRow(contacts - 60)
  await box(contacts - 60).click({ modifiers: ['Shift'] })
  await page.getByText(`${contacts - 68} selecionados`).waitFor()
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check()
  await page.getByText(`${contacts + 2} selecionados`).waitFor()
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).uncheck()
  await page.getByRole('toolbar', { name: /selecionados/ }).waitFor({ state: 'detached' })
})

step('on a phone, cards of other heights keep their place', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await scrollTo(0)
  await opener(page, 0).waitFor()
  await scrollTo(10_000)
  await page.waitForFunction(() => document.elementFromPoint(195, 500)?.closest('tr:not([aria-hidden])'))
  expect(await renderedRows()).toBeLessThan(renderedMax)
  expect(await findBarriers(page)).toEqual([])
  await scrollTo(1e6)
  await opener(page, contacts - 1).waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
})

/** Returns the width in pixels once it has been the same for 30 frames: columns are measured after the resize. */
const steadyWidth = (selector: string) =>
  page.locator(selector).evaluate(async (element) => {
    let width = -1
    for (let frames = 0; frames < 30; frames++) {
      await new Promise(requestAnimationFrame)
      const now = element.getBoundingClientRect().width
      if (now !== width) frames = 0
      width = now
    }
    return width
  })

step('in another width, columns are as wide as those of a short list', async () => {
  await scrollTo(0)
  await opener(page, 0).waitFor()
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.waitForFunction(() => (document.querySelector('[data-column=tags]')?.clientWidth ?? 0) > 0)
  const wide = await steadyWidth('th[data-column=tags]')
  await page.setViewportSize({ width: 1100, height: 800 })
  await page.waitForFunction(() => document.querySelector('[data-column=tags]')?.clientWidth === 0)
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.waitForFunction((width) => {
    const cell = document.querySelector('th[data-column=tags]')
    return Math.abs((cell?.getBoundingClientRect().width ?? 0) - width) < 2
  }, wide)
  await page.setViewportSize({ width: 1280, height: 800 })
})

step('a search starts at its first row', async () => {
  await page.getByRole('main').getByRole('searchbox').fill('Aaa recente')
  await row(page, nameOf(1)).waitFor({ state: 'detached' })
  await row(page, 'Aaa recente').waitFor()
  expect(await renderedRows()).toBe(1)
  await page.getByRole('main').getByRole('searchbox').fill('')
  await opener(page, 0).waitFor()
  expect(await scrolled()).toBe(0)
})

step('prints the rows loaded so far, and how many there are', async () => {
  await window.go('/contacts?isGroup=false')
  const count = world.ctx(1).company.sqlite.query('SELECT count(*) FROM contact WHERE is_group = 0').values()[0]?.[0]
  const [, shown, all] = /Impressão de (\d+) de (\d+) registros/.exec(await printedText(page)) ?? []
  expect(all).toBe(String(count))
  expect(shown).toBe(String(await renderedRows()))
  expect(Number(shown)).toBeLessThan(Number(all))
})
