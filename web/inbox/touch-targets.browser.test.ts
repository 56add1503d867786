import { expect, test } from 'bun:test'
import type { Locator, Page } from '@playwright/test'
import * as v from 'valibot'
import { boxAtRest, browserTestMs, whenUsable } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { smallTouchTargets } from '../../src/testing/browser/touch-targets'
import { TagBody } from '../../src/tag/tag.contract'
import { createTag } from '../../src/tag/save-tag'
import { ticketTable } from '../../src/ticket/ticket.tables'

/** As long as a dialog ignores presses beside it. */
const backdropGraceMs = 500

const { open, row, world, write } = createInboxWindows()
const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Returns the labels of buttons that a finger 21 px beside their centre misses. */
async function tooSmall(page: Page, names: readonly string[]) {
  const missed: string[] = []
  for (const name of names) {
    const button: Locator = page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('tab', { name }))
      .or(page.getByRole('link', { name, exact: true }))
    const isReached = await button.first().evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const hits = (x: number, y: number) =>
        element.contains(document.elementFromPoint(left + width / 2 + x, top + height / 2 + y))
      return hits(0, -21) && hits(0, 21) && hits(-21, 0) && hits(21, 0)
    })
    if (!isReached) missed.push(name)
  }
  return missed
}

test(
  'has buttons of the size of a finger in the list, the conversation and its menu on a phone',
  async () => {
    write('Rui Barros', 'Olá')
    const bruno = await world().as(world().bruno)
    await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
    write('Ada Nunes', 'Olá')
    const page = await open(world().bruno, phone)
    await row(page, 'Rui Barros').waitFor()
    const bar = ['Usar tema escuro', 'Minha conta', 'Filtros']
    const list = ['Atender o próximo (1)', 'Novo atendimento', 'Mais opções da lista', 'Atendendo', 'Abertos']
    expect(await tooSmall(page, [...bar, ...list])).toEqual([])
    const [rui] = world().ctx(1).db.select().from(ticketTable).all()
    await row(page, 'Rui Barros').getByRole('link').tap()
    await page.waitForURL(new RegExp(rui?.uuid ?? 'missing'))
    await page.locator('.message').filter({ hasText: 'Olá' }).waitFor()
    expect(await smallTouchTargets(page.locator('body'))).toEqual([])
    const composer = ['Anexar', 'Emojis', 'Gravar áudio']
    expect(await tooSmall(page, [...composer, 'Resolver', 'Voltar aos atendimentos'])).toEqual([])
    await page.getByRole('button', { name: 'Mais ações do atendimento' }).tap()
    const items = page.getByRole('menuitem')
    await items.first().waitFor()
    await items.filter({ hasText: 'Resolver sem mensagem de despedida' }).waitFor()
    for (const item of await items.all()) expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  },
  browserTestMs,
)

/** Bruno attends Rui, who has three tags, and Ada. */
async function attendTwo() {
  const ctx = world().ctx(1)
  write('Rui Barros', 'Olá')
  write('Ada Nunes', 'Bom dia')
  const bruno = await world().as(world().bruno)
  for (const ticket of [1, 2]) {
    await bruno.put(`/tickets/${ticket}`, { status: 'open', userId: world().bruno.id, queueId: 1 })
  }
  const [rui] = ctx.db.select().from(ticketTable).all()
  const tagIds = ['Cliente novo', 'Orçamento', 'Garantia'].map((name) => createTag(ctx, v.parse(TagBody, { name })).id)
  await bruno.post('/tags/sync', { contactId: rui?.contactId, tags: tagIds })
}

test(
  'has targets of the size of a finger on a tablet: list, selection, conversation, contact panel and notices',
  async () => {
    await attendTwo()
    const page = await open(world().bruno, tablet)
    await row(page, 'Rui Barros').getByText('Cliente novo').waitFor()
    const body = page.locator('body')
    expect(await smallTouchTargets(body)).toEqual([])
    await page.getByRole('button', { name: 'Mais opções da lista' }).tap()
    await page.getByRole('menuitem', { name: 'Selecionar atendimentos' }).tap()
    await row(page, 'Ada Nunes').getByRole('checkbox').tap()
    await page.getByText('1 selecionado').waitFor()
    expect(await smallTouchTargets(body)).toEqual([])
    await page.getByRole('button', { name: 'Limpar seleção' }).tap()
    await row(page, 'Rui Barros').getByRole('link').tap()
    await page.locator('.message').filter({ hasText: 'Olá' }).waitFor()
    expect(await smallTouchTargets(body)).toEqual([])
    await page.getByRole('button', { name: 'Emojis' }).tap()
    await page.locator('.emoji').first().waitFor()
    expect(await smallTouchTargets(page.locator('.emoji-picker'))).toEqual([])
    await page.getByRole('button', { name: 'Emojis' }).tap()
    await page.locator('.conversation-who').tap()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Remover Garantia' }).waitFor()
    expect(await panel.getByRole('switch').count()).toBeGreaterThan(0)
    expect(await smallTouchTargets(panel)).toEqual([])
    await panel.getByRole('button', { name: 'Fechar' }).tap()
    await page.getByRole('button', { name: 'Resolver', exact: true }).tap()
    await page.getByRole('button', { name: 'Desfazer' }).waitFor()
    expect(await smallTouchTargets(page.locator('.toast-region'))).toEqual([])
  },
  browserTestMs,
)

test(
  'does not open the row beneath a finger that closes a menu, and opens it with the next tap',
  async () => {
    await attendTwo()
    const page = await open(world().bruno, tablet)
    await row(page, 'Ada Nunes').getByRole('button', { name: 'Ações do atendimento de Ada Nunes' }).tap()
    await page.getByRole('menuitem', { name: 'Transferir' }).waitFor()
    const [left, top] = [120, 40]
    await row(page, 'Rui Barros').tap({ position: { x: left, y: top } })
    await page.getByRole('menuitem', { name: 'Transferir' }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/tickets')
    await row(page, 'Rui Barros').tap({ position: { x: left, y: top } })
    await page.waitForURL('**/tickets/*-*')
  },
  browserTestMs,
)

test(
  'does not press what is beneath a finger that closes the menu of a phone',
  async () => {
    await attendTwo()
    const page = await open(world().bruno, phone)
    const actions = row(page, 'Rui Barros').getByRole('button', { name: 'Ações do atendimento de Rui Barros' })
    const { x = 0, y = 0 } = (await actions.boundingBox()) ?? {}
    // The page's clock stands still, so that the second press comes at once, however slow the machine is.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Abrir menu' }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.waitFor()
    await page.touchscreen.tap(x + 22, y + 22)
    // A press right after the first, such as the second of two, closes nothing.
    expect(await menu.isVisible()).toBe(true)
    await page.clock.fastForward(backdropGraceMs)
    await page.touchscreen.tap(x + 22, y + 22)
    await menu.waitFor({ state: 'detached' })
    await page.clock.resume()
    await page.getByRole('button', { name: /^Buscar ou ir para/ }).tap()
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    expect(await page.getByRole('menu').count()).toBe(0)
  },
  browserTestMs,
)

test(
  'shows notices on a phone over its bar, where they cover no row, tab or search',
  async () => {
    await attendTwo()
    const page = await open(world().bruno, phone)
    const bar = await page.locator('.top-bar').boundingBox()
    const isOverBar = async (text: string) => {
      const { y, height } = await boxAtRest(page.locator('.toast').filter({ hasText: text }))
      expect(y + height).toBeLessThanOrEqual(bar?.height ?? 0)
    }
    await row(page, 'Ada Nunes').getByRole('button', { name: 'Ações do atendimento de Ada Nunes' }).tap()
    await page.getByRole('menuitem', { name: 'Resolver' }).tap()
    await page.getByRole('button', { name: 'Desfazer' }).waitFor()
    await isOverBar('Atendimento resolvido')
    await page.getByRole('button', { name: 'Desfazer' }).tap()
    await row(page, 'Rui Barros').getByRole('link').tap()
    await page.getByRole('button', { name: 'Mais ações do atendimento' }).tap()
    await page.getByRole('menuitem', { name: 'Marcar como não lida' }).waitFor()
    await page.getByRole('menuitem', { name: 'Adiar…' }).tap()
    await page.getByRole('button', { name: 'Em 1 hora' }).tap()
    await page.getByRole('button', { name: 'Desfazer' }).waitFor()
    await isOverBar('Adiado até')
  },
  browserTestMs,
)

test(
  'has cards on the board and emoji in a window of 320 px of the size of a finger',
  async () => {
    await attendTwo()
    const viewport = { width: 320, height: 640 }
    const page = await open(world().bruno, { ...phone, viewport, path: '/Kanban' })
    await page.getByRole('link', { name: 'Rui Barros' }).waitFor()
    expect(await smallTouchTargets(page.locator('.board-cards').first())).toEqual([])
    await page.goto(`${world().url}/tickets`)
    await whenUsable(page)
    await row(page, 'Rui Barros').getByRole('link').tap()
    await page.getByRole('button', { name: 'Emojis' }).tap()
    await page.locator('.emoji').first().waitFor()
    expect(await smallTouchTargets(page.locator('.emoji-grid'))).toEqual([])
  },
  browserTestMs,
)

test(
  'has tables, the calendar, the live panel and rows of steps of the size of a finger on a phone',
  async () => {
    write('Rui Barros', 'Olá')
    const page = await open(world().ana, { ...phone, path: '/moments' })
    for (const path of ['/', '/moments', '/tags', '/contacts', '/schedules', '/users', '/contact-lists']) {
      await page.goto(`${world().url}${path}`)
      await whenUsable(page)
      const small = await smallTouchTargets(page.locator('main'), 40)
      // A link within a sentence has the height of its line.
      expect([path, small.filter((target) => !target.startsWith('Escrever saudação'))]).toEqual([path, []])
    }
    await page.goto(`${world().url}/macros`)
    await whenUsable(page)
    await page.getByRole('button', { name: 'Adicionar macro' }).first().tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Salvar' }).waitFor()
    expect(await smallTouchTargets(dialog)).toEqual([])
  },
  browserTestMs,
)
