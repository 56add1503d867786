import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, hasFocus } from '../../src/testing/browser/browser'
import { conversation, shows } from '../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, row, world, write } = createInboxWindows()

/** The conversation with this contact is open, and its composer has the focus. */
async function isReady(page: Page, name: string) {
  await conversation(page).getByText(`Olá de ${name}`).waitFor()
  await page.locator('.composer textarea:focus').waitFor()
}
const statuses = () =>
  world()
    .ctx(1)
    .db.select()
    .from(ticketTable)
    .all()
    .map(({ status }) => status)

test(
  'answers one customer after the other by keyboard alone',
  async () => {
    for (const name of ['Alice Prado', 'Bento Rosa', 'Clara Dias']) write(name, `Olá de ${name}`)
    const page = await open(world().bruno)
    await shows(page, 'Aguardando', 3)
    await page.keyboard.press('Alt+Enter')
    await isReady(page, 'Alice Prado')
    await page.keyboard.type('Bom dia, Alice')
    await page.keyboard.press('Enter')
    await conversation(page).getByText('Bom dia, Alice').waitFor()

    await page.keyboard.press('Alt+Shift+Enter')
    // It is offered for five seconds, in which a slow machine may not open the next ticket.
    await page.getByRole('button', { name: 'Desfazer' }).waitFor()
    await isReady(page, 'Bento Rosa')
    expect(statuses()).toEqual(['closed', 'open', 'pending'])

    await page.keyboard.press('Alt+Enter')
    await isReady(page, 'Clara Dias')
    await page.keyboard.press('Alt+ArrowDown')
    await isReady(page, 'Bento Rosa')
    await page.keyboard.press('Alt+ArrowUp')
    await isReady(page, 'Clara Dias')
    await page.keyboard.press('Escape')
    await page.locator('.ticket-row-link:focus').waitFor()
    await page.keyboard.press('2')
    await page.getByRole('tab', { name: 'Aguardando', selected: true }).waitFor()
    await page.keyboard.press('1')

    await page.keyboard.press('Alt+Enter')
    await page.getByText('Ninguém aguardando').first().waitFor()
    await row(page, 'Clara Dias').getByRole('link').click()
    await conversation(page).getByRole('button', { name: 'Mais formas de resolver' }).click()
    await page.getByRole('menuitem', { name: 'Resolver e atender o próximo' }).click()
    await row(page, 'Clara Dias').waitFor({ state: 'detached' })
    expect(statuses()).toEqual(['closed', 'open', 'closed'])
  },
  browserTestMs,
)

test(
  'offers who comes next in the place of a resolved conversation, and leaves the list as it is',
  async () => {
    for (const name of ['Alice Prado', 'Bento Rosa', 'Clara Dias']) write(name, `Olá de ${name}`)
    write('Seu Antônio', 'Olá', 2)
    const page = await open(world().bruno)
    await page.getByRole('tab', { name: 'Aguardando 3' }).click()
    await page.locator('[aria-posinset="1"]').filter({ hasText: 'Alice Prado' }).waitFor()
    const region = conversation(page)
    const resolve = region.getByRole('button', { name: 'Resolver', exact: true })
    await region.getByRole('button', { name: 'Atender o próximo (3)' }).click()
    await isReady(page, 'Alice Prado')
    await page.getByRole('tab', { name: 'Aguardando 2', selected: true }).waitFor()

    await resolve.click()
    await hasFocus(region.getByRole('button', { name: 'Atender o próximo (2)' }))
    await page.keyboard.press('Enter')
    await isReady(page, 'Bento Rosa')
    await page.keyboard.press('Alt+Enter')
    await isReady(page, 'Clara Dias')
    write('Bento Rosa', 'Ainda aí?')
    await resolve.click()
    await hasFocus(region.getByRole('button', { name: 'Responder a Bento Rosa' }))
    await page.keyboard.press('Enter')
    await isReady(page, 'Bento Rosa')
    expect(statuses()).toEqual(['closed', 'open', 'closed', 'pending'])

    await resolve.click()
    const saved = page.waitForResponse(/\/users\/2$/)
    await region.getByRole('switch', { name: 'Oferecer o próximo ao resolver' }).uncheck()
    await saved
    const bruno = await world().as(world().bruno)
    expect((await bruno.get('/auth/me')).body.user.offerNext).toBe(false)
  },
  browserTestMs,
)

test(
  'continues in the answer when the key is pressed in the search field',
  async () => {
    write('Alice Prado', 'Olá de Alice Prado')
    const page = await open(world().bruno)
    await shows(page, 'Aguardando', 1)
    await page.keyboard.press('/')
    await page.getByRole('searchbox', { name: 'Buscar por nome ou número' }).press('Alt+Enter')
    await isReady(page, 'Alice Prado')
  },
  browserTestMs,
)

test(
  'finds the tabs in the command palette, and remembers the order of the list',
  async () => {
    write('Alice Prado', 'Olá')
    const page = await open(world().bruno)
    await shows(page, 'Aguardando', 1)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('aguard')
    await page.getByRole('option', { name: 'Mostrar: Aguardando', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await row(page, 'Alice Prado').waitFor()
    await page.getByRole('button', { name: 'Maior espera primeiro' }).click()
    await page.getByRole('button', { name: 'Mais recentes primeiro' }).click()
    await page.goto(`${world().url}/tickets`)
    await page.getByRole('button', { name: 'Mais antigos primeiro' }).waitFor()
  },
  browserTestMs,
)
