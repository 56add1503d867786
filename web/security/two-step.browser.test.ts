import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, expectNoBarriers, hasFocus, sidewaysScroll } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { password } from '../../src/testing/world/people'
import { totpCode } from '../../src/testing/world/totp-code'

const { open, dialog, row, toast, withWorld } = createScreenWindows('/tickets')

const start = new Date('2026-03-10T15:00:00Z')
const phone = { viewport: { width: 390, height: 844 } }

/** Fills in the password and the first code, and returns the secret that the page shows. */
async function setUp(page: Page, within: ReturnType<typeof dialog> | Page, at: Date) {
  await within.getByLabel(/^Senha atual/).fill(password)
  await page.keyboard.press('Enter')
  await within.getByRole('img', { name: 'QR Code para o aplicativo autenticador' }).waitFor()
  const secret = (await within.getByLabel(/Digite esta chave/).inputValue()).replaceAll(' ', '')
  const code = within.getByLabel(/^Código de 6 dígitos/)
  await hasFocus(code)
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await within.getByText('Este código não confere ou já foi usado').waitFor()
  await code.fill(await totpCode(secret, at))
  await page.keyboard.press('Enter')
  return secret
}

async function enter(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test(
  'an app is turned on, asked for, replaced by a recovery code, and reset by an admin',
  () =>
    withWorld(
      async (world) => {
        const expected = [/status of 40[01]/, /^40[01] /]
        const bruno = await open(world, world.bruno, { expected })
        await bruno.page.getByRole('button', { name: 'Minha conta' }).click()
        await bruno.page.getByRole('menuitem', { name: 'Segurança' }).click()
        await dialog(bruno.page).getByText('Desativada').waitFor()
        await expectNoBarriers(bruno.page)
        await dialog(bruno.page).getByRole('button', { name: 'Ativar' }).click()
        const top = dialog(bruno.page).last()
        const secret = await setUp(bruno.page, top, start)
        await top.getByRole('button', { name: 'Guardei os códigos' }).waitFor()
        const codes = await top.locator('code').allTextContents()
        expect(codes).toHaveLength(10)
        await expectNoBarriers(bruno.page)
        await bruno.page.keyboard.press('Escape')
        const leaving = bruno.page.getByRole('alertdialog', { name: 'Fechar sem guardar os códigos?' })
        await leaving.getByRole('button', { name: 'Voltar aos códigos' }).click()
        const download = bruno.page.waitForEvent('download')
        await top.getByRole('link', { name: 'Baixar' }).click()
        expect((await download).suggestedFilename()).toBe('codigos-de-recuperacao.txt')
        await top.getByRole('button', { name: 'Guardei os códigos' }).click()
        await dialog(bruno.page).getByText('Restam 10 códigos de recuperação').waitFor()
        expect(bruno.complaints).toEqual([])
        await bruno.close()

        world.setTime(new Date(start.getTime() + 60_000))
        const other = await open(world, undefined, { path: '/login', expected, ...phone })
        await enter(other.page, world.bruno.email)
        const code = other.page.getByLabel('Código', { exact: true })
        await hasFocus(code)
        await expectNoBarriers(other.page)
        expect(await sidewaysScroll(other.page)).toBe(0)
        await code.fill('000000')
        await other.page.keyboard.press('Enter')
        await other.page.getByText('Este código não confere ou já foi usado').waitFor()
        await other.page.getByRole('button', { name: 'Usar código de recuperação' }).click()
        await other.page.getByLabel('Código de recuperação').fill(codes[0] ?? '')
        await other.page.keyboard.press('Enter')
        await other.page.waitForURL(`${world.url}/tickets`)
        await other.close()

        const third = await open(world, undefined, { path: '/login', expected })
        await enter(third.page, world.bruno.email)
        await third.page
          .getByLabel('Código', { exact: true })
          .fill(await totpCode(secret, new Date(start.getTime() + 60_000)))
        await third.page.keyboard.press('Enter')
        await third.page.waitForURL(`${world.url}/tickets`)

        const ana = await open(world, world.ana, { path: '/users' })
        await row(ana.page, 'Bruno Lima').getByRole('img', { name: 'Verificação em duas etapas ativa' }).waitFor()
        await row(ana.page, 'Bruno Lima')
          .getByRole('button', { name: /Mais ações/ })
          .click()
        await ana.page.getByRole('menuitem', { name: 'Redefinir verificação em duas etapas' }).click()
        await ana.page.getByRole('alertdialog').getByRole('button', { name: 'Redefinir' }).click()
        await toast(ana.page, 'Verificação em duas etapas redefinida')
        await row(ana.page, 'Bruno Lima').getByRole('img', { name: 'Verificação' }).waitFor({ state: 'detached' })
        await third.page.waitForURL(/\/login/)
        expect(ana.complaints).toEqual([])
        await ana.close()
        await third.close()
      },
      { now: start },
    ),
  browserTestMs,
)

test(
  'whoever needs it and has none is led to the set-up, wherever they are, and on from there',
  () =>
    withWorld(
      async (world) => {
        const expected = [/status of 40[013]/, /^40[013] /]
        const bruno = await open(world, world.bruno, { expected })
        const ana = await open(world, world.ana, { path: '/settings', expected, ...phone })
        await ana.page.getByRole('switch', { name: /Exigir verificação em duas etapas/ }).click()
        for (const { page } of [bruno, ana]) await page.getByRole('heading', { name: 'Proteja a sua conta' }).waitFor()
        await expectNoBarriers(ana.page)
        expect(await sidewaysScroll(ana.page)).toBe(0)
        await ana.go('/users')
        await ana.page.waitForURL(`${world.url}/two-factor`)
        await setUp(ana.page, ana.page, start)
        await ana.page.getByRole('heading', { name: 'Códigos de recuperação' }).waitFor()
        await expectNoBarriers(ana.page)
        await ana.page.getByRole('button', { name: 'Guardei os códigos' }).click()
        await ana.page.waitForURL(`${world.url}/`)
        await ana.go('/two-factor')
        await ana.page.waitForURL(`${world.url}/`)
        await bruno.page.getByRole('button', { name: 'Sair' }).click()
        await bruno.page.waitForURL(/\/login/)
        await ana.close()
        await bruno.close()
      },
      { now: start },
    ),
  browserTestMs,
)
