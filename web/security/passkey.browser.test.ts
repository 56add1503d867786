import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, expectNoBarriers, sidewaysScroll } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { password } from '../../src/testing/world/people'

const { open, dialog, toast, withWorld } = createScreenWindows('/tickets')

/** Chromium's own authenticator, which is a phone's or computer's to the page. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const expected = [/status of 40[0139]/, /^40[0139] /]

/** Passkeys need a name, not an address of numbers. */
async function openLogin(world: { url: string }, page: Page) {
  const url = world.url.replace('127.0.0.1', 'localhost')
  await addAuthenticator(page)
  await page.goto(`${url}/login`)
  return url
}

async function enter(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function openSecurity(page: Page) {
  await page.getByRole('button', { name: 'Minha conta' }).click()
  await page.getByRole('menuitem', { name: 'Segurança' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Minha conta' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.waitForURL(/\/login/)
}

test(
  'a passkey is added, signs in with one button, and is removed',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, undefined, { path: '/login', expected })
      const url = await openLogin(world, page)
      await page.getByRole('button', { name: 'Usar chave de acesso' }).waitFor()
      await expectNoBarriers(page)
      await enter(page, world.bruno.email)
      await page.waitForURL(`${url}/tickets`)
      await openSecurity(page)
      await dialog(page).getByRole('button', { name: 'Adicionar chave de acesso' }).click()
      const top = dialog(page).last()
      await top.getByLabel(/^Senha atual/).fill('errada')
      await page.keyboard.press('Enter')
      await top.getByText('Senha incorreta').waitFor()
      await top.getByLabel(/^Senha atual/).fill(password)
      await page.keyboard.press('Enter')
      await toast(page, 'Chave de acesso adicionada')
      await top.getByRole('button', { name: 'Guardei os códigos' }).waitFor()
      expect(await top.locator('code').count()).toBe(10)
      await expectNoBarriers(page)
      await top.getByRole('button', { name: 'Guardei os códigos' }).click()
      await dialog(page)
        .getByText(/ainda não usada/)
        .waitFor()
      await dialog(page).getByText('Restam 10 códigos de recuperação').waitFor()
      await dialog(page).getByRole('button', { name: 'Gerar novos códigos' }).click()
      await top.getByLabel(/^Senha atual/).fill(password)
      await page.keyboard.press('Enter')
      await top.getByRole('button', { name: 'Guardei os códigos' }).click()
      await page.keyboard.press('Escape')
      await signOut(page)
      await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
      await page.waitForURL(`${url}/tickets`)
      await openSecurity(page)
      await dialog(page)
        .getByText(/usada pela última vez/)
        .waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await sidewaysScroll(page)).toBe(0)
      await dialog(page)
        .getByRole('button', { name: /Remover a chave de acesso/ })
        .click()
      await top.getByLabel(/^Senha atual/).fill(password)
      await expectNoBarriers(page)
      await page.keyboard.press('Enter')
      await toast(page, 'Chave de acesso removida')
      await dialog(page)
        .getByText(/usada pela última vez/)
        .waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'where two steps are required, a passkey is set up, asked for after the password, and kept as the last one',
  () =>
    withWorld(async (world) => {
      const ana = await world.as(world.ana)
      await ana.put('/settings/requireTwoFactor', { value: 'enabled' })
      const { page, complaints, close } = await open(world, undefined, { path: '/login', expected })
      const url = await openLogin(world, page)
      await enter(page, world.bruno.email)
      await page.getByRole('heading', { name: 'Proteja a sua conta' }).waitFor()
      await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
      await dialog(page)
        .getByLabel(/^Senha atual/)
        .fill(password)
      await expectNoBarriers(page)
      await page.keyboard.press('Enter')
      const code = await page.locator('code').first().textContent()
      await expectNoBarriers(page)
      await page.getByRole('button', { name: 'Guardei os códigos' }).click()
      await page.waitForURL(`${url}/tickets`)
      await openSecurity(page)
      await dialog(page)
        .getByRole('button', { name: /Remover a chave de acesso/ })
        .click()
      const top = dialog(page).last()
      await top.getByLabel(/^Senha atual/).fill(password)
      await page.keyboard.press('Enter')
      await top.getByText(/Adicione outro antes de remover este/).waitFor()
      await top.getByLabel(/^Senha atual/).fill('')
      await top.getByRole('button', { name: 'Cancelar' }).click()
      await page.keyboard.press('Escape')
      await signOut(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await enter(page, world.bruno.email)
      await page.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor()
      await expectNoBarriers(page)
      expect(await sidewaysScroll(page)).toBe(0)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${url}/tickets`)
      await page.setViewportSize({ width: 1440, height: 900 })
      await signOut(page)
      await enter(page, world.bruno.email)
      await page.getByRole('button', { name: 'Usar código de recuperação' }).click()
      await page.getByLabel('Código de recuperação').fill(code ?? '')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${url}/tickets`)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
