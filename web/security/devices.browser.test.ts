import { expect, test } from 'bun:test'
import { browserTestMs, expectNoBarriers, sidewaysScroll, signIn } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'

const { open, dialog, row, toast, withWorld } = createScreenWindows('/login')

test(
  'a new device is announced at the known one, confirmed and forgotten there; an admin ends sessions',
  () =>
    withWorld(async (world) => {
      const known = await open(world, undefined, { expected: [/401/] })
      await signIn(known.page, world.bruno.email)
      await known.page.waitForURL(`${world.url}/tickets`)
      const other = await open(world, undefined, { expected: [/401/] })
      await signIn(other.page, world.bruno.email)
      await other.page.waitForURL(`${world.url}/tickets`)
      await known.page.waitForURL(/\/login/)

      await signIn(known.page, world.bruno.email)
      await known.page.waitForURL(`${world.url}/tickets`)
      await toast(known.page, 'A sua conta foi aberta em um dispositivo novo.')
      await known.page.getByRole('button', { name: 'Conferir' }).click()
      await known.page.getByText('A sua conta foi aberta em um dispositivo novo.').waitFor({ state: 'detached' })
      const devices = dialog(known.page).getByRole('listitem')
      await devices.filter({ hasText: 'Aberto agora' }).waitFor()
      await expectNoBarriers(known.page)
      await known.page.setViewportSize({ width: 390, height: 844 })
      expect(await sidewaysScroll(known.page)).toBe(0)
      await devices.filter({ hasText: 'Novo' }).getByRole('button', { name: 'Fui eu' }).click()
      await dialog(known.page).getByText('Novo', { exact: true }).waitFor({ state: 'detached' })
      await dialog(known.page).getByRole('button', { name: 'Esquecer' }).click()
      await toast(known.page, 'Dispositivo esquecido. O próximo acesso nele será avisado.')
      expect(await devices.count()).toBe(1)

      const ana = await open(world, world.ana, { path: '/users' })
      await row(ana.page, 'Bruno Lima')
        .getByRole('button', { name: /Mais ações/ })
        .click()
      await ana.page.getByRole('menuitem', { name: 'Encerrar sessão' }).click()
      await toast(ana.page, 'Sessão encerrada')
      await known.page.waitForURL(/\/login/)
      await signIn(known.page, world.bruno.email)
      await known.page.waitForURL(`${world.url}/tickets`)
      await ana.go('/settings')
      await ana.page.getByRole('button', { name: 'Encerrar as sessões de todos' }).click()
      await ana.page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click()
      await toast(ana.page, '1 sessão encerrada')
      await known.page.waitForURL(/\/login/)
      expect(ana.complaints).toEqual([])
      for (const { close } of [known, other, ana]) await close()
    }),
  browserTestMs,
)
