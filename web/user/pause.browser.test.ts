import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, expectFitsPhone, findBarriers } from '../../src/testing/browser/browser'
import { createScreenWindows, withWorld } from '../../src/testing/browser/screen-windows'
import { userTable } from '../../src/user/user.tables'
import { links } from '../app/links'

const { open } = createScreenWindows(links.tickets())
const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

test(
  'an agent pauses by keyboard with a reason, which admins see at once and a reload keeps, and returns',
  () =>
    withWorld(async (world) => {
      const panel = await open(world, world.ana, { path: links.moments() })
      const { page, complaints, close } = await open(world, world.bruno)
      await page.getByRole('button', { name: 'Minha conta' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Fazer uma pausa' }).press('Enter')
      await page.getByRole('dialog', { name: 'Fazer uma pausa' }).waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('combobox', { name: 'Motivo' }).click()
      await page.getByRole('option', { name: 'Almoço' }).click()
      const long = 'Volto assim que o técnico do ar-condicionado terminar o conserto na sala do fundo'
      await page.getByRole('textbox', { name: 'Detalhe' }).fill(long)
      await page.keyboard.press('Control+Enter')
      const back = page.getByRole('button', { name: 'Voltar da pausa' })
      await back.waitFor()
      const shown = card(panel.page, 'Bruno Lima').getByText(`Em pausa: Almoço (${long})`)
      await shown.waitFor({ state: 'attached' })
      expect(await card(panel.page, 'Carla Dias').getByText('Em pausa').count()).toBe(0)
      expect(await findBarriers(panel.page)).toEqual([])
      await expectFitsPhone(panel.page)
      await page.reload()
      await back.waitFor()
      await expectFitsPhone(page)
      await back.press('Enter')
      await back.waitFor({ state: 'detached' })
      await shown.waitFor({ state: 'detached' })
      expect([...complaints, ...panel.complaints]).toEqual([])
      await panel.close()
      await close()
    }),
  browserTestMs,
)

test(
  'an admin ends the pause of a colleague who forgot it',
  () =>
    withWorld(async (world) => {
      const bruno = await world.as(world.bruno)
      await bruno.put('/users/2/presence', { pause: { reason: 'meeting', note: '' } })
      const { page, complaints, close } = await open(world, world.ana, { path: links.users() })
      const row = page.getByRole('row', { name: /Bruno Lima/ })
      await row.getByText('Reunião').waitFor()
      await row.getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Encerrar a pausa' }).click()
      await row.getByText('Reunião').waitFor({ state: 'detached' })
      expect(
        world
          .ctx(1)
          .db.select({ pause: userTable.pause })
          .from(userTable)
          .all()
          .every(({ pause }) => !pause),
      ).toBe(true)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
