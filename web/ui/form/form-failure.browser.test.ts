import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { planTable } from '../../../src/platform/platform.tables'
import { boxAtRest, browserTestMs, expectNoBarriers, hasFocus } from '../../../src/testing/browser/browser'
import { createScreenWindows, dialog, field, save, toast, withWorld } from '../../../src/testing/browser/screen-windows'
import type { ServedWorld } from '../../../src/testing/world/served-world'

const { open } = createScreenWindows('/users')
const low = { width: 1280, height: 560 }

function allowUsers(world: ServedWorld, users: number) {
  world.platform.catalog.db.update(planTable).set({ users }).run()
}

async function fillNewUser(page: Page, email = 'dario@acme.test') {
  await page.getByRole('button', { name: 'Adicionar usuário' }).first().click()
  await field(page, 'Nome').fill('Dário Alves')
  await field(page, 'E-mail').fill(email)
  await dialog(page).getByRole('combobox', { name: 'Filas' }).click()
  await page.getByRole('option', { name: 'Suporte' }).click()
}

/** Returns whether the alert is inside the window and not covered. */
function isInView(page: Page, text: string) {
  return dialog(page)
    .getByRole('alert')
    .getByText(text)
    .evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return top >= 0 && bottom <= innerHeight && (seen === element || element.contains(seen))
    })
}

test.each([
  ['ana', 'O plano da empresa permite até 4 usuários. Para ampliá-lo, fale com quem administra a plataforma.'],
  ['sofia', 'O plano da empresa permite até 4 usuários. Você pode ampliá-lo no cadastro de planos da plataforma.'],
] as const)(
  'beyond the plan %s reads in sight which limit it is and who can change it',
  (person, sentence) =>
    withWorld(async (world) => {
      allowUsers(world, 4)
      const { page, complaints, close } = await open(world, world[person], { viewport: low, expected: [/402/] })
      await fillNewUser(page)
      await save(page)
      await dialog(page).getByText(sentence).waitFor()
      expect(await isInView(page, sentence)).toBe(true)
      await expectNoBarriers(page)
      await page.setViewportSize({ width: 390, height: 640 })
      expect(await isInView(page, sentence)).toBe(true)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'shows a failed save while offline, keeps the input, and allows a retry',
  () =>
    withWorld(async (world) => {
      const { page, close } = await open(world, world.ana, { viewport: low })
      await fillNewUser(page)
      await page.context().setOffline(true)
      await save(page)
      const sentence = 'Sem conexão com o servidor. Verifique sua internet.'
      await dialog(page).getByText(sentence).waitFor()
      expect(await isInView(page, sentence)).toBe(true)
      await page.context().setOffline(false)
      await save(page)
      await toast(page, 'Usuário criado com sucesso')
      await close()
    }),
  browserTestMs,
)

test(
  'focuses a field that the server refuses, above the buttons',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.ana, { viewport: low, expected: [/400/] })
      await fillNewUser(page, 'bruno@acme.test')
      await dialog(page)
        .locator('.dialog-body')
        .evaluate((body) => (body.scrollTop = body.scrollHeight))
      await save(page)
      await dialog(page).getByText('Este e-mail já está em uso').waitFor()
      const email = field(page, 'E-mail')
      await hasFocus(email)
      const [input, buttons] = [await boxAtRest(email), await boxAtRest(dialog(page).locator('.form-foot'))]
      expect(input.y + input.height).toBeLessThanOrEqual(buttons.y)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'a press on another field is not lost to the error of the one that was left',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.ana)
      await page.getByRole('button', { name: 'Adicionar usuário' }).first().click()
      await field(page, 'Nome').focus()
      const profile = dialog(page).getByRole('combobox', { name: 'Perfil' })
      const { x, y, width } = await boxAtRest(profile)
      await page.mouse.move(x + width / 2, y + 3)
      await page.mouse.down()
      await page.mouse.up()
      expect(await profile.getAttribute('aria-expanded')).toBe('true')
      await dialog(page).getByText('Obrigatório').first().waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
