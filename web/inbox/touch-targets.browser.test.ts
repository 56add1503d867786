import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, row, world, write } = createInboxWindows()
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
    const list = ['Atender o próximo', 'Novo atendimento', 'Mais opções da lista', 'Atendendo', 'Abertos']
    expect(await tooSmall(page, [...bar, ...list])).toEqual([])
    const [rui] = world().ctx(1).db.select().from(ticketTable).all()
    await row(page, 'Rui Barros').getByRole('link').tap()
    await page.waitForURL(new RegExp(rui?.uuid ?? 'missing'))
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
