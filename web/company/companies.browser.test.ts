import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createScreenWindows, row, withWorld } from '../../src/testing/browser/screen-windows'

const { open } = createScreenWindows('/companies')

test.each([
  [820, 1],
  [1280, 2],
  [1440, 1],
])(
  'fits into a window of %i px, with an email of 23 characters on %i lines',
  (width, lineCount) =>
    withWorld(async (world) => {
      const sofia = await world.as(world.sofia)
      const email = 'atendimento@globex.test'
      expect((await sofia.put('/companies/2', { email, dueDate: '2026-01-01' })).status).toBe(200)
      const { page } = await open(world, world.sofia, { viewport: { width, height: 800 } })
      const address = row(page, 'Globex').getByText(email)
      await address.waitFor()
      const lines = await address.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getClientRects().length
      })
      expect(lines).toBe(lineCount)
      const hidden = await page.locator('.data-table-frame').evaluate((frame) => frame.scrollWidth - frame.clientWidth)
      expect(hidden).toBeLessThanOrEqual(0)
    }),
  browserTestMs,
)

test(
  'deletes a company by Enter only once its whole name is typed, and asks no second time',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.sofia)
      await row(page, 'Globex').getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Excluir' }).click()
      const question = page.getByRole('alertdialog')
      const name = question.getByRole('textbox')
      await name.fill('Glob')
      await name.press('Enter')
      await name.fill('Globex')
      await name.press('Enter')
      await row(page, 'Globex').waitFor({ state: 'detached' })
      await question.waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'mutes a company, whose admins are told at once, and unmutes it',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.sofia)
      const gina = await open(world, world.gina, { path: '/tickets' })
      const notice = gina.page.getByText('silenciou sua empresa')
      expect(await notice.count()).toBe(0)
      await row(page, 'Globex').getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Silenciar' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Silenciar' }).click()
      await row(page, 'Globex').getByText('Silenciada').waitFor()
      expect(await row(page, 'Acme').getByText('Silenciada').count()).toBe(0)
      await notice.waitFor()
      await gina.page.reload()
      await notice.waitFor()
      await row(page, 'Globex').getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Reativar' }).click()
      await notice.waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await gina.close()
      await close()
    }),
  browserTestMs,
)
