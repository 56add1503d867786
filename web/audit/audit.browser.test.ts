import { expect, test } from 'bun:test'
import { browserTestMs, findBarriers } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'

const { open, row, withWorld } = createScreenWindows('/audit')

test(
  'an admin reads in plain words who changed what, filters it and opens an entry',
  () =>
    withWorld(async (world) => {
      const ana = await world.as(world.ana)
      await ana.put('/users/2', { showDashboard: true })
      await ana.put('/settings/sendSignMessage', { value: 'disabled' })
      const { page } = await open(world, world.ana)
      await row(page, 'Ver o dashboard: não → sim').waitFor()
      await row(page, 'Assinatura do atendente: sim → não').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('searchbox').last().fill('bruno')
      await page.getByRole('searchbox').last().press('Enter')
      await row(page, 'Assinatura do atendente').waitFor({ state: 'detached' })
      await row(page, 'Ver o dashboard').getByText('Alteração').click()
      const entry = page.getByRole('dialog', { name: 'Registro' })
      await entry.getByText('Ver o dashboard: não → sim').waitFor()
      expect(await findBarriers(page)).toEqual([])
    }),
  browserTestMs,
)
