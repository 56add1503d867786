import type { Locator, Page } from '@playwright/test'

/** The parts of the inbox and of an open conversation, found by accessible names. */
export const inbox = (page: Page) => page.getByRole('region', { name: 'Atendimentos', exact: true })
export const row = (page: Page, name: string) => inbox(page).getByRole('article').filter({ hasText: name })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name })
export const shows = (page: Page, name: string, count: number) =>
  page.getByRole('tab', { name: `${name} ${count}` }).waitFor()

export const conversation = (page: Page) => page.getByRole('region', { name: 'Conversa', exact: true })
export const messages = (page: Page) => page.getByRole('region', { name: 'Mensagens', exact: true })
export const bubble = (page: Page, text: string | RegExp) =>
  messages(page).getByRole('article').filter({ hasText: text })
/** The text to write in, of a ticket or a chat. While these load, a busy one stands in its place. */
export const composer = (page: Page) =>
  page.getByRole('textbox', { name: 'Escrever mensagem' }).and(page.locator(':not([aria-busy])'))
export const mark = (message: Locator, name: string) => message.getByRole('img', { name, exact: true })

export async function say(page: Page, text: string) {
  await composer(page).fill(text)
  await page.keyboard.press('Enter')
}

export async function act(message: Locator, action: string) {
  await message.hover()
  await message.getByRole('button', { name: 'Ações da mensagem' }).click()
  await message.page().getByRole('menuitem', { name: action }).click()
}

export async function react(message: Locator, emoji: string) {
  await message.hover()
  await message.getByRole('button', { name: 'Reagir' }).click()
  await message.page().getByRole('button', { name: emoji, exact: true }).click()
}

export async function accept(page: Page, name: string) {
  await tab(page, 'Aguardando').click()
  await row(page, name).hover()
  await row(page, name).getByRole('button', { name: 'Aceitar' }).click()
  await page.waitForURL(/\/tickets\/[\w-]{36}(\?|$)/)
  await composer(page).waitFor()
}

export function isInView(element: Locator) {
  return element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect()
    const list = node.closest('[role=region]')?.getBoundingClientRect()
    return list !== undefined && top >= list.top && bottom <= list.bottom
  })
}
