import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, signIn } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'

const { open, row, world, write } = createInboxWindows()

async function take(page: Page, typed: string, name: string) {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Paleta de comandos' })
  await page.keyboard.type(typed)
  await palette.getByRole('option', { name, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
}

/** Opens Bruno's conversation with Alice Prado by keyboard. */
async function openAttended() {
  write('Alice Prado', 'Olá')
  const bruno = await world().as(world().bruno)
  await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
  const page = await open(world().bruno)
  await row(page, 'Alice Prado').getByRole('link').press('Enter')
  await page.getByRole('region', { name: 'Conversa' }).getByText('Olá').waitFor()
  return page
}

test(
  'moves the focus to the content after signing in, and after a dialog that came with its page',
  async () => {
    const page = await open(world().bruno)
    await take(page, 'sair', 'Sair')
    await page.waitForURL('**/login')
    await signIn(page, world().bruno.email)
    await page.waitForURL((address) => !address.pathname.includes('login'))
    await page.locator('main:focus').waitFor()

    await take(page, 'nova conversa', 'Nova conversa no chat interno')
    await page.getByRole('dialog', { name: 'Nova conversa' }).locator('input:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('main:focus').waitFor()
  },
  browserTestMs,
)

test(
  'finds pages before actions on them in the palette, panels of the top bar, and other words for actions',
  async () => {
    const page = await open(world().bruno)
    await take(page, 'chat interno', 'Chat interno')
    await page.waitForURL('**/chats')
    await take(page, 'notific', 'Notificações')
    await page.getByRole('dialog', { name: 'Notificações' }).waitFor()
    await page.keyboard.press('Escape')
    await take(page, 'volume', 'Silenciar')
    await take(page, 'som', 'Ativar som')
    await take(page, 'informat', 'Informativos')
    await page.getByRole('dialog', { name: 'Informativos' }).waitFor()
  },
  browserTestMs,
)

test(
  'moves through internal chats with j, k and the arrow keys, and from the text back to the chat',
  async () => {
    const bruno = await world().as(world().bruno)
    const people = [{ id: world().ana.id }]
    for (const title of ['Feira', 'Estoque', 'Equipe']) await bruno.post('/chats', { title, users: people })
    const page = await open(world().bruno, { path: '/chats' })
    const focused = (title: string) => page.locator('.chat-row:focus').filter({ hasText: title }).waitFor()
    await page.getByRole('link', { name: /Equipe/ }).waitFor()
    await page.keyboard.press('j')
    await focused('Equipe')
    await page.keyboard.press('j')
    await focused('Estoque')
    await page.keyboard.press('ArrowDown')
    await focused('Feira')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.press('Escape')
    await focused('Estoque')
  },
  browserTestMs,
)

test(
  'returns the focus from a panel opened by the palette to the text, and reaches the rows of a list with j',
  async () => {
    const page = await openAttended()
    await page.locator('.composer textarea:focus').waitFor()
    await take(page, 'notific', 'Notificações')
    await page.getByRole('dialog', { name: 'Notificações' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.composer textarea:focus').waitFor()

    await take(page, 'contatos', 'Contatos')
    await page.waitForURL('**/contacts')
    await page.getByRole('button', { name: 'Alice Prado' }).waitFor()
    await page.keyboard.press('j')
    await page.locator('.data-table-open:focus').waitFor()
  },
  browserTestMs,
)

test(
  'lets a message be typed on after a dialog with a field is closed',
  async () => {
    const page = await openAttended()
    const text = page.locator('.composer textarea')
    await text.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Oi! ')
    await page.keyboard.press('ArrowLeft')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Paleta de comandos' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.type(', Alice')
    expect(await text.inputValue()).toBe('Oi!, Alice ')

    await take(page, 'transferir', 'Transferir')
    await page.getByRole('dialog').getByRole('combobox').first().and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.type('.')
    expect(await text.inputValue()).toBe('Oi!, Alice. ')
  },
  browserTestMs,
)
