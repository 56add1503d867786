import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, whenUsable } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'

const { open, row, tab, world, write } = createInboxWindows()

/** The page as rendered by the server, before any script runs. */
async function served(page: Page) {
  const answer = await page.request.get(page.url(), { headers: { accept: 'text/html' } })
  return answer.text()
}

test(
  'restores tab, order, queues and search after a reload and on back, rendered by the server',
  async () => {
    write('Marta Reis', 'Bom dia')
    write('Caio Lemos', 'Preciso de nota fiscal', 2)
    const page = await open(world().ana)
    await tab(page, 'Aguardando').click()
    for (const order of ['Maior espera', 'Mais recentes']) {
      await page.getByRole('button', { name: `${order} primeiro` }).click()
    }
    await page.getByRole('button', { name: /Filas mostradas/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Suporte' }).click()
    await page.keyboard.press('Escape')
    await row(page, 'Caio Lemos').waitFor({ state: 'detached' })

    const drawn = await served(page)
    expect(drawn).toContain('Marta Reis')
    expect(drawn).not.toContain('Caio Lemos')
    await page.reload()
    await row(page, 'Marta Reis').waitFor()
    expect(await tab(page, 'Aguardando').getAttribute('aria-selected')).toBe('true')
    await page.getByRole('button', { name: 'Mais antigos primeiro' }).waitFor()
    expect(await row(page, 'Caio Lemos').count()).toBe(0)

    await whenUsable(page)
    await page.getByRole('searchbox', { name: 'Buscar por nome ou número' }).fill('marta')
    await page.getByText('1 encontrado').waitFor()
    await page.getByRole('link', { name: 'Usuários' }).click()
    await page.waitForURL(/\/users/)
    await page.goBack()
    await page.getByText('1 encontrado').waitFor()
    expect(await page.getByRole('searchbox', { name: 'Buscar por nome ou número' }).inputValue()).toBe('marta')
  },
  browserTestMs,
)
