import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page, Route } from '@playwright/test'
import {
  browserTestMs,
  expectFitsPhone,
  expectNoBarriers,
  findBarriers,
  launchForFile,
  openWindow,
  type PersonWindow,
  whenUsable,
} from '../../src/testing/browser/browser'
import { expectPhoneRows } from '../../src/testing/browser/phone-rows'
import { dialog, field, row, save, toast } from '../../src/testing/browser/screen-windows'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'
import { companyTopic } from '../../src/kernel/live/live'
import { getUser } from '../../src/user/user.queries'
import type { FormSteps, RecordScreen } from '../../src/testing/record-screens/record-screen'
import { recordScreens } from '../../src/testing/record-screens/record-screens'
import { until } from '../../src/testing/whatsapp/whatsapp-world'

/**
 * Tests the common behaviour of all record screens with one server, one browser, and one super user in two tabs.
 * Domains test their own rules.
 */
const browser = launchForFile()
let world: ServedWorld
let first: PersonWindow
let second: Page

const unavailable = { status: 503, contentType: 'application/json', body: '{"error":"ERR_COMPANY_UPDATING"}' }

beforeAll(async () => {
  world = await createServedWorld({ pages: true })
  first = await openWindow(browser(), world, world.sofia, { path: '/queues', expected: [/status of 503/, /^503 /] })
  const { cookies } = await first.page.context().storageState()
  const own = await browser().newContext({ locale: 'pt-BR', storageState: { cookies, origins: [] } })
  second = await own.newPage()
  await second.goto(`${world.url}/queues`)
  await whenUsable(second)
}, browserTestMs)

afterAll(async () => {
  await first.close()
  await world.stop()
})

describe.each(recordScreens.map((screen) => [screen.path, screen] as const))('%s', (path, screen) => {
  beforeAll(async () => {
    await screen.prepare?.(world)
    await first.page.setViewportSize({ width: 1280, height: 800 })
    await first.go(path)
    if (screen.form) await followMenu(second, screen)
    // A tab in the background renders once a second, and every press waits for rendering.
    await first.page.bringToFront()
  }, browserTestMs)

  const step = (name: string, run: (page: Page, screen: RecordScreen) => Promise<void>) =>
    test(
      name,
      async () => {
        await run(first.page, screen)
        expect(first.complaints.splice(0)).toEqual([])
      },
      browserTestMs,
    )

  step('shows its rows under its title', showsRows)
  if (screen.search) step('is searched, and says when nothing is found', isSearched)
  const { form } = screen
  if (form) {
    step('keeps what was typed when the form is refused', (page) => keepsRefusedForm(page, screen, form))
    step('adds, edits and deletes, in another window at once', (page) => changesRecords(page, screen, form))
  }
  step('keeps its rows when a reload fails, and says so', keepsRows)
  step('has no barriers, in either theme and on a phone, where rows have two lines', hasNoBarriers)
})

/** By a link, so that axe is loaded once: the first window loads each screen by its address. */
async function followMenu(page: Page, { path, title }: RecordScreen) {
  const link = page.getByRole('navigation').locator(`a[href="${path}"]`)
  if ((await link.count()) > 0) await link.first().click()
  else await page.goto(world.url + path)
  await page.waitForURL(world.url + path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await whenUsable(page)
}

async function showsRows(page: Page, { title, rows }: RecordScreen) {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  for (const name of rows) await row(page, name).waitFor()
}

/** The search begins after a pause, which is awaited on this screen only. */
const withPause = recordScreens.find(({ search }) => search)

async function isSearched(page: Page, screen: RecordScreen) {
  const { rows, search } = screen
  const { text, found, hidden, nothing = 'Nenhum resultado' } = search ?? { text: '', found: '' }
  const box = page.getByRole('main').getByRole('searchbox')
  await box.fill(text)
  if (screen !== withPause) await box.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === text)
  if (hidden) await row(page, hidden).waitFor({ state: 'detached' })
  await row(page, found).waitFor()
  await box.fill('zzzz nada')
  await box.press('Enter')
  await page.getByText(nothing).waitFor()
  await box.press('Escape')
  for (const name of rows) await row(page, name).waitFor()
}

async function keepsRefusedForm(page: Page, screen: RecordScreen, form: FormSteps) {
  await form.open(page)
  await dialog(page).getByRole('button', { name: 'Salvar' }).waitFor()
  await form.clear?.(page)
  await save(page)
  await dialog(page).getByText(form.missing).first().waitFor()
  await form.fill(page)
  // Beside the dialog. What was entered is neither lost nor asked about.
  await page.mouse.click(4, 4)
  const refuse = (route: Route) =>
    ['POST', 'PUT'].includes(route.request().method()) ? route.fulfill(unavailable) : route.continue()
  await page.route(screen.call, refuse)
  await save(page)
  await dialog(page)
    .getByRole('alert')
    .getByText(/atualizada|atualizado/)
    .waitFor()
  await page.unroute(screen.call, refuse)
  expect(await form.typed(page).inputValue()).not.toBe('')
}

/** Continues with the refused form. */
async function changesRecords(page: Page, _: RecordScreen, form: FormSteps) {
  const marked = form.opensRow || row(page, form.added).and(page.locator('[data-marked]')).waitFor()
  await save(page)
  await toast(page, form.created)
  await marked
  expect(form.opensRow || (await row(page, form.added).evaluate(isInView))).toBe(true)
  if (form.afterAdding || form.opensRow) {
    await closeToasts(page)
    await form.afterAdding?.(page)
    await row(page, form.added).getByRole('button').first().click()
  } else await page.getByRole('button', { name: 'Abrir', exact: true }).click()
  for (const shown of [page, second]) await row(shown, form.added).waitFor()
  expect(await second.locator('[data-marked]').count()).toBe(0)

  await form.change(page)
  await dialog(page).getByRole('button', { name: 'Salvar' }).press('Control+Enter')
  await seesToast(page, form.saved)
  for (const shown of [page, second]) await row(shown, form.changed).waitFor()

  // Where no row is marked: marks fade for seconds.
  await pressDelete(second, form.changed)
  await second.getByRole('alertdialog').waitFor()
  expect(await findBarriers(second)).toEqual([])
  await second.getByRole('button', { name: 'Cancelar' }).click()
  await pressDelete(page, form.changed)
  const question = page.getByRole('alertdialog')
  if (form.typedToDelete) await question.getByRole('textbox').fill(form.typedToDelete)
  await question.getByRole('button', { name: /Excluir/ }).click()
  await seesToast(page, form.deleted)
  for (const shown of [page, second]) await row(shown, form.changed).waitFor({ state: 'detached' })
}

/** In the row, or in the menu of a row with many actions. */
async function pressDelete(page: Page, name: string) {
  const inRow = row(page, name).getByRole('button', { name: 'Excluir' })
  const menu = row(page, name).getByRole('button', { name: 'Mais ações' })
  await inRow.or(menu).first().waitFor()
  if (await inRow.isVisible()) return inRow.click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
}

/** Also closes it, unless it has disappeared: it would cover the next button. */
async function seesToast(page: Page, text: string) {
  await toast(page, text)
  await closeToasts(page)
}

function isInView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

async function closeToasts(page: Page) {
  const dismiss = page.getByRole('button', { name: 'Dispensar' })
  await dismiss.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
}

async function keepsRows(page: Page, { call, rows }: RecordScreen) {
  const fail = (route: Route) =>
    route.request().resourceType() === 'fetch' && route.request().method() === 'GET'
      ? route.fulfill(unavailable)
      : route.continue()
  await page.route(call, fail)
  // A page that is reconnecting would not receive what is published without an event's number.
  const connected = () => world.hub.clientsOf(1, world.sofia.id).filter(({ isCaughtUp }) => isCaughtUp).length
  await until(() => connected() === 2, 'the live connections of both pages')
  const asked = page.waitForRequest(call)
  world.hub.publish([companyTopic(1, 'all')], JSON.stringify({ event: 'reload' }))
  await asked
  const notice = page.getByRole('alert').filter({ hasText: 'Não foi possível atualizar a lista' })
  await notice.waitFor()
  for (const name of rows) await row(page, name).waitFor()
  await page.unroute(call, fail)
  await notice.getByRole('button', { name: 'Tentar novamente' }).click()
  await notice.waitFor({ state: 'detached' })
  for (const name of rows) await row(page, name).waitFor()
}

async function hasNoBarriers(page: Page, { form }: RecordScreen) {
  await expectNoBarriers(page)
  if (form) {
    await openForm(page, form)
    await expectNoBarriers(page)
    for (const tab of (await dialog(page).getByRole('tab').all()).slice(1)) {
      await tab.click()
      await expectNoBarriers(page)
    }
    await closeForm(page)
  }
  await expectFitsPhone(page)
  await expectPhoneRows(page)
}

async function openForm(page: Page, form: FormSteps) {
  await (form.openAnother ?? form.open)(page)
  await dialog(page).getByRole('button', { name: 'Salvar' }).waitFor()
}

async function closeForm(page: Page) {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}

test(
  'a row that the search hides is announced, and opens all the same',
  async () => {
    const { page } = first
    await first.go('/tags?q=zzzz')
    await page.getByText('Nenhuma tag encontrada').waitFor()
    await page.getByRole('button', { name: 'Adicionar tag' }).click()
    await field(page, 'Nome').fill('Fora da busca')
    await save(page)
    await toast(page, 'Tag criada com sucesso')
    await page.getByText('Não aparece na lista por causa da busca ou dos filtros.').waitFor()
    await page.getByRole('button', { name: 'Abrir', exact: true }).click()
    expect(await field(page, 'Nome').inputValue()).toBe('Fora da busca')
    await page.keyboard.press('Escape')
    await row(page, 'Fora da busca').waitFor()
    expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('')
    expect(first.complaints.splice(0)).toEqual([])
  },
  browserTestMs,
)

test(
  'a person arranges the columns for every session, and for nobody else',
  async () => {
    const { page, go } = first
    const heads = page.locator('th[data-column]')
    const ids = (of: typeof heads) => of.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-column')))
    const widths = () =>
      heads.evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().width)))
    const head = (id: string) => page.locator(`th[data-column=${id}]`)
    const group = (name: string) => page.getByRole('group', { name, exact: true })
    await page.setViewportSize({ width: 1280, height: 800 })
    await go('/queues')
    const other = await openWindow(browser(), world, world.ana, { path: '/queues' })
    const unarranged = await ids(heads)
    expect(unarranged).toEqual(['name', 'id', 'color', 'order', 'greeting', 'chatbot'])

    await head('order').dragTo(head('id'), { targetPosition: { x: 4, y: 10 } })
    await page.getByRole('button', { name: 'Colunas' }).click()
    expect(await group('Nome').getByRole('checkbox').isDisabled()).toBe(true)
    await group('ID').getByRole('checkbox').uncheck()
    const down = group('Cor').getByRole('button', { name: 'Mover para baixo' })
    await down.press('Enter')
    await page.locator('.table-column').nth(4).and(group('Cor')).waitFor()
    expect(await down.evaluate((element) => element === document.activeElement)).toBe(true)
    await group('Chatbot').getByRole('button', { name: 'Fixar à esquerda' }).click()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    const arranged = ['name', 'chatbot', 'order', 'greeting', 'color']
    expect(await ids(heads)).toEqual(arranged)

    const handle = page.getByRole('separator', { name: 'Mensagem de saudação' })
    const { x, y } = (await handle.boundingBox())!
    await page.mouse.move(x + 4, y + 10)
    await page.mouse.down()
    await page.mouse.move(x + 504, y + 10, { steps: 4 })
    await until(async () => Math.abs((await handle.boundingBox())!.x - x - 500) < 5, 'the column to follow the mouse')
    await page.mouse.up()
    await handle.press('ArrowRight')
    const width = Number(await handle.getAttribute('aria-valuenow'))
    const stored = () => getUser(world.ctx(1), world.sofia.id).tableChoices['/queues']
    await until(() => stored()?.widths['greeting'] === width, 'the last of several saves')
    const pinnedAt = () => head('chatbot').evaluate((cell) => cell.getBoundingClientRect().left)
    const place = await pinnedAt()
    await page.locator('.screen-body').evaluate((body) => (body.scrollLeft = 300))
    expect(await pinnedAt()).toBe(place)
    expect(await head('order').evaluate((cell) => cell.getBoundingClientRect().left)).toBeLessThan(place)
    const wide = await widths()

    // The server knows them: nothing moves once the page is taken over.
    const sent = await (await page.request.get(`${world.url}/queues`, { headers: { accept: 'text/html' } })).text()
    expect([...sent.matchAll(/<th[^>]* data-column="(\w+)"/g)].map(([, id]) => id)).toEqual(arranged)
    await go('/queues')
    expect([await ids(heads), await widths()]).toEqual([arranged, wide])
    await other.page.reload()
    expect(await ids(other.page.locator('th[data-column]'))).toEqual(unarranged)

    await handle.dblclick()
    expect((await widths())[3]).toBeLessThan(wide[3]! - 300)
    await page.getByRole('button', { name: 'Colunas' }).click()
    await page.getByRole('button', { name: 'Restaurar padrão' }).click()
    expect(await ids(heads)).toEqual(unarranged)
    await page.keyboard.press('Escape')
    expect([...first.complaints.splice(0), ...other.complaints]).toEqual([])
    await other.close()
  },
  browserTestMs,
)
