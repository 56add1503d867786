import { expect, test } from 'bun:test'
import { browserTestMs, whenUsable } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'

const { open, world } = createInboxWindows()

test(
  'restores search, tab and menu after a reload',
  async () => {
    const page = await open(world().ana, { path: '/users' })
    await page.getByRole('searchbox').fill('bruno')
    await page.waitForURL('**/users?q=bruno')
    await page.getByRole('row').filter({ hasText: 'Ana' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Recolher menu' }).click()
    await page.reload()
    await whenUsable(page)
    expect(await page.getByRole('searchbox').inputValue()).toBe('bruno')
    expect(await page.locator('tbody tr').count()).toBe(1)
    expect(await page.locator('.frame-menu').evaluate((element) => element.clientWidth)).toBeLessThan(60)
    await page.getByRole('searchbox').fill('')
    await page.waitForURL('**/users')

    const sofia = await world().as(world().sofia)
    await sofia.put('/settings/scheduleType', { value: 'company' })
    await page.goto(`${world().url}/settings`)
    await whenUsable(page)
    await page.getByRole('tab', { name: 'Horários' }).click()
    await page.waitForURL('**/settings?tab=schedules')
    await page.reload()
    await whenUsable(page)
    expect(await page.getByRole('tab', { name: 'Horários' }).getAttribute('aria-selected')).toBe('true')
  },
  browserTestMs,
)
