import { expect, test } from 'bun:test'
import { browserTestMs, findBarriers, hasFocus, whenUsable } from '../../src/testing/browser/browser'
import { password } from '../../src/testing/world/people'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'

const { open, dialog, field, refusedFields, save, toast, withWorld } = createScreenWindows('/users')

const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test(
  'a plain user sees no users screen, but edits their own profile',
  () =>
    withWorld(async (world) => {
      const { page, complaints, go, close } = await open(world, world.bruno, {
        expected: [/^403 .*\/users$/, /status of 403/],
      })
      await page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor()
      expect(await page.getByRole('link', { name: 'Usuários' }).count()).toBe(0)
      await go('/tickets')
      await page.getByRole('button', { name: 'Minha conta' }).click()
      await page.getByRole('menuitem', { name: 'Editar perfil' }).click()
      await field(page, 'Nome').waitFor()
      await hasFocus(field(page, 'Nome'))
      await dialog(page).getByText('Enviada quando você resolve um atendimento').waitFor()
      expect(
        await dialog(page)
          .getByRole('combobox', { name: /Perfil/ })
          .count(),
      ).toBe(0)
      const picture = dialog(page).locator('input[type=file]')
      await picture.setInputFiles({ name: 'conta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
      await dialog(page).getByText('Envie apenas imagens').waitFor()
      await picture.setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer: redPixel })
      await dialog(page).getByText('Envie apenas imagens').waitFor({ state: 'detached' })
      await field(page, 'Nome').fill('Bruno L.')
      await dialog(page).getByRole('combobox', { name: /Tema/ }).click()
      await page.getByRole('option', { name: 'Escuro' }).click()
      await save(page)
      await toast(page, 'Perfil salvo com sucesso')
      await page.locator('html[data-theme=dark]').waitFor()
      await page.emulateMedia({ colorScheme: 'light' })
      await page.getByText('Olá, Bruno L.').first().waitFor()
      await page.locator('.account-trigger img').waitFor()
      await page.getByRole('button', { name: 'Minha conta' }).click()
      await page.getByRole('menuitem', { name: 'Editar perfil' }).click()
      await dialog(page).getByRole('button', { name: 'Remover foto' }).click()
      await dialog(page).getByRole('button', { name: 'Manter a foto atual' }).click()
      await dialog(page).getByRole('button', { name: 'Remover foto' }).click()
      await save(page)
      await page.locator('.account-trigger img').waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'changing one’s own e-mail requires the current password',
  () =>
    withWorld(async (world) => {
      const { page, close } = await open(world, world.bruno, { path: '/tickets', expected: refusedFields })
      await page.getByRole('button', { name: 'Minha conta' }).click()
      await page.getByRole('menuitem', { name: 'Editar perfil' }).click()
      expect(await field(page, 'Senha atual').count()).toBe(0)
      await field(page, 'E-mail').fill('bruno.lima@acme.test')
      await dialog(page).getByText('Necessária para trocar o e-mail ou a senha.').waitFor()
      await save(page)
      await dialog(page).getByText('Obrigatório', { exact: true }).waitFor()
      await field(page, 'Senha atual').fill('errada')
      await save(page)
      await dialog(page).getByText('Senha incorreta').waitFor()
      await field(page, 'Senha atual').fill(password)
      await save(page)
      await toast(page, 'Perfil salvo com sucesso')
      await page.getByRole('button', { name: 'Minha conta' }).click()
      await page.getByRole('menuitem', { name: 'Editar perfil' }).click()
      expect(await field(page, 'E-mail').inputValue()).toBe('bruno.lima@acme.test')
      expect(await field(page, 'Senha atual').count()).toBe(0)
      await close()
    }),
  browserTestMs,
)

test(
  'a changed language applies at once, and a changed password returns to the login',
  () =>
    withWorld(async (world) => {
      const { page, close } = await open(world, world.carla, { path: '/tickets', expected: refusedFields })
      await page.getByRole('button', { name: 'Minha conta' }).click()
      await page.getByRole('menuitem', { name: 'Editar perfil' }).click()
      await dialog(page)
        .getByRole('combobox', { name: /Idioma/ })
        .click()
      await page.getByRole('option', { name: 'English' }).click()
      await save(page)
      await page.locator('html[lang=en][data-hydrated]').waitFor()
      await page.locator('.account-trigger').click()
      await page.getByRole('menuitem', { name: 'Edit profile' }).click()
      expect(await field(page, 'Current password').count()).toBe(0)
      await field(page, 'New password').fill('outra-senha')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await dialog(page).getByText('Required', { exact: true }).waitFor()
      await field(page, 'Current password').fill('errada')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await dialog(page).getByText('Wrong password').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await field(page, 'Current password').fill(password)
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await page.waitForURL('**/login?next=%2Ftickets')
      await whenUsable(page)
      await page.getByRole('textbox', { name: 'Email' }).fill(world.carla.email)
      await page.getByLabel('Password', { exact: true }).fill('outra-senha')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${world.url}/tickets`)
      await close()
    }),
  browserTestMs,
)
