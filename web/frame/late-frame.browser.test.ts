import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, hasFocus } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'

const { open, openTickets, row, write, world } = createInboxWindows()

/** Opens the inbox again, with the named code on its way until it is let go. */
async function reopen(page: Page, names: readonly string[]) {
  const held = Promise.withResolvers<void>()
  for (const name of names)
    await page.route(`**/assets/${name}-*.js`, (route) => held.promise.then(() => route.continue()))
  await page.goto(`${world().url}/tickets`)
  await page.locator('html[data-hydrated]').waitFor()
  return held.resolve
}

const frame = ['side-menu', 'top-bar', 'frame-commands']
const arrived = (page: Page) => page.waitForFunction(() => !document.querySelector('.later-part[data-pending]'))

test(
  'opens the palette, and does what keys said, while the code of the frame is on its way',
  async () => {
    const bruno = await open(world().bruno)
    const letGo = await reopen(bruno, frame)
    await bruno.keyboard.press('Control+k')
    await bruno.getByRole('combobox').waitFor()
    await bruno.keyboard.press('Escape')
    await bruno.getByRole('combobox').waitFor({ state: 'detached' })
    await bruno.keyboard.press('g')
    await bruno.keyboard.press('c')
    expect(new URL(bruno.url()).pathname).toBe('/tickets')
    letGo()
    await bruno.waitForURL('**/contacts')
  },
  browserTestMs,
)

test(
  'marks the opened screen in the menu when it is chosen before the code of the menu arrives',
  async () => {
    const bruno = await open(world().bruno)
    const letGo = await reopen(bruno, ['side-menu'])
    await bruno.keyboard.press('Control+k')
    await bruno.getByRole('combobox').fill('contatos')
    await bruno.getByRole('option', { name: 'Contatos', exact: false }).first().waitFor()
    await bruno.keyboard.press('Enter')
    letGo()
    await bruno.waitForURL('**/contacts')
    await arrived(bruno)
    const marked = bruno.locator('.frame-menu [aria-current]')
    await bruno.locator('.frame-menu a[href="/contacts"][aria-current]').waitFor()
    expect(await marked.count()).toBe(1)
  },
  browserTestMs,
)

test(
  'does what was clicked in the bar, keeps the focus, and shows what came meanwhile, once the code of the frame arrives',
  async () => {
    const bruno = await openTickets()
    const letGo = await reopen(bruno, frame)
    const account = bruno.getByRole('button', { name: 'Minha conta' })
    await account.focus()
    await account.press('Enter')
    expect(await account.getAttribute('aria-busy')).toBe('true')
    await hasFocus(account)
    await row(bruno, 'Bento').getByRole('link').first().click()
    await bruno.waitForFunction(() => document.title.includes('Bento'))
    write('Dora Luz', 'Olá')
    const before = await bruno.locator('.tickets-page').boundingBox()
    letGo()
    await bruno.getByRole('menuitem', { name: 'Sair' }).waitFor()
    expect(await account.getAttribute('aria-busy')).toBeNull()
    await bruno.getByRole('tab', { name: 'Aguardando 1' }).waitFor()
    expect(await bruno.locator('.tickets-page').boundingBox()).toEqual(before)
  },
  browserTestMs,
)

test(
  'leads to sign-in after signing out in another tab while the code of the frame is on its way',
  async () => {
    const bruno = await open(world().bruno)
    await reopen(bruno, frame)
    const other = await bruno.context().newPage()
    await other.goto(`${world().url}/tickets`)
    await other.getByRole('button', { name: 'Minha conta' }).click()
    await other.getByRole('menuitem', { name: 'Sair' }).click()
    await other.waitForURL('**/login**')
    await bruno.waitForURL('**/login**')
  },
  browserTestMs,
)

test(
  'keeps the menu and the bar when their code cannot be loaded, and tries both again',
  async () => {
    const expected = ['status of 500', 'Failed to fetch dynamically imported module', /^500 .*(side-menu|top-bar)/]
    const bruno = await open(world().bruno, { expected })
    for (const part of ['side-menu', 'top-bar'])
      await bruno.route(`**/assets/${part}-*.js`, (route) => route.fulfill({ status: 500 }))
    await bruno.goto(`${world().url}/tickets`)
    const failed = bruno.getByText('Não foi possível carregar')
    await failed.first().waitFor()
    const account = bruno.getByRole('button', { name: 'Minha conta' })
    await account.click()
    expect(await bruno.locator('.frame-menu a[href="/contacts"]').count()).toBe(1)
    for (const part of ['side-menu', 'top-bar']) await bruno.unroute(`**/assets/${part}-*.js`)
    await bruno.getByRole('button', { name: 'Tentar novamente' }).click()
    await bruno.getByRole('menuitem', { name: 'Sair' }).waitFor()
    await arrived(bruno)
    expect(await failed.count()).toBe(0)
  },
  browserTestMs,
)

test(
  'follows live events after a while without a part whose code does not arrive, which works once it does',
  async () => {
    const bruno = await openTickets({ expected: ['Minified React error #418'] })
    await bruno.clock.install()
    const letGo = await reopen(bruno, ['top-bar', 'app-notices'])
    write('Dora Luz', 'Olá')
    await bruno.clock.fastForward(16_000)
    await row(bruno, 'Bento').waitFor()
    await bruno.getByRole('tab', { name: 'Aguardando 1' }).waitFor()
    letGo()
    await bruno.getByRole('button', { name: 'Minha conta' }).click()
    await bruno.getByRole('menuitem', { name: 'Sair' }).waitFor()
  },
  browserTestMs,
)
