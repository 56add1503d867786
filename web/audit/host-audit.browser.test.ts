import { expect, test } from 'bun:test'
import { browserTestMs, findBarriers, sidewaysScroll } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'

const { open, row, toast, withWorld } = createScreenWindows('/companies')

test(
  'a super user ends the sessions of a company, and reads that in the audit of the platform',
  () =>
    withWorld(async (world) => {
      const gina = await world.as(world.gina)
      const { page, go, complaints } = await open(world, world.sofia)
      await row(page, 'Globex')
        .getByRole('button', { name: /Mais ações/ })
        .click()
      await page.getByRole('menuitem', { name: 'Encerrar sessões' }).click()
      const question = page.getByRole('alertdialog')
      expect(await findBarriers(page)).toEqual([])
      await question.getByRole('button', { name: 'Encerrar sessões' }).click()
      await toast(page, '1 sessão encerrada')
      expect((await gina.get('/auth/me')).status).toBe(401)
      await go('/host-audit')
      await row(page, 'Sessões da empresa encerradas').getByText(world.sofia.email).waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('searchbox').last().fill(world.gina.email)
      await page.getByRole('searchbox').last().press('Enter')
      await row(page, 'Sessões da empresa encerradas').waitFor({ state: 'detached' })
      await page.getByRole('searchbox').last().fill(world.sofia.email)
      await page.getByRole('searchbox').last().press('Enter')
      await row(page, 'Sessões da empresa encerradas').getByText('Globex').click()
      await page.getByRole('dialog', { name: 'Registro' }).getByText('Sessões encerradas: 1').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await sidewaysScroll(page)).toBe(0)
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)
