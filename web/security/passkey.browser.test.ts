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

test(
  'a passkey is added, signs in with one button, and is removed',
  () =>
    withWorld(async (world) => {
      // Passkeys need a name, not an address of numbers.
      const url = world.url.replace('127.0.0.1', 'localhost')
      const { page, complaints, close } = await open(world, undefined, {
        path: '/login',
        expected: [/status of 40[01]/, /^40[01] /],
      })
      await addAuthenticator(page)
      await page.goto(`${url}/login`)
      await page.getByRole('button', { name: 'Usar chave de acesso' }).waitFor()
      await expectNoBarriers(page)
      await page.getByLabel('E-mail').fill(world.bruno.email)
      await page.getByLabel('Senha', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${url}/tickets`)
      const security = async () => {
        await page.getByRole('button', { name: 'Minha conta' }).click()
        await page.getByRole('menuitem', { name: 'Segurança' }).click()
      }
      await security()
      await dialog(page).getByRole('button', { name: 'Adicionar chave de acesso' }).click()
      const top = dialog(page).last()
      await top.getByLabel(/^Senha atual/).fill('errada')
      await page.keyboard.press('Enter')
      await top.getByText('Senha incorreta').waitFor()
      await top.getByLabel(/^Senha atual/).fill(password)
      await page.keyboard.press('Enter')
      await toast(page, 'Chave de acesso adicionada')
      await dialog(page)
        .getByText(/ainda não usada/)
        .waitFor()
      await expectNoBarriers(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Minha conta' }).click()
      await page.getByRole('menuitem', { name: 'Sair' }).click()
      await page.waitForURL(/\/login/)
      await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
      await page.waitForURL(`${url}/tickets`)
      await security()
      await dialog(page)
        .getByText(/usada pela última vez/)
        .waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await sidewaysScroll(page)).toBe(0)
      await dialog(page)
        .getByRole('button', { name: /Remover a chave de acesso/ })
        .click()
      await toast(page, 'Chave de acesso removida')
      await dialog(page)
        .getByText(/usada pela última vez/)
        .waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
