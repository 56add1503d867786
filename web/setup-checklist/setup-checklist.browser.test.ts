import { expect, test } from 'bun:test'
import {
  browserTestMs,
  expectNoBarriers,
  findBarriers,
  hasFocus,
  sidewaysScroll,
} from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import type { ServedWorld } from '../../src/testing/world/served-world'

const { open, dialog, field, row, save, toast, withWorld } = createScreenWindows('/')

/** As a company of two people is after the pairing of a phone: without queues, its checklist not dismissed. */
function unfurnish(world: ServedWorld) {
  const { sqlite } = world.ctx(1).company
  for (const table of ['connection_queue', 'user_queue', 'queue', 'setting']) sqlite.run(`DELETE FROM ${table}`)
  sqlite.run('DELETE FROM user WHERE id IN (2, 3, 4)')
}

/** Sets a password on the page of an invitation, on a phone's width. */
async function enterByLink(world: ServedWorld, link: string) {
  const { pathname } = new URL(link)
  const zelia = await open(world, undefined, { path: pathname, viewport: { width: 390, height: 844 } })
  const { page } = zelia
  await page.getByText('Crie a sua senha para entrar na equipe de Casa Aurora.').waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('zelia@acme.test')
  await hasFocus(page.getByLabel('Senha', { exact: true }))
  await expectNoBarriers(page)
  expect(await sidewaysScroll(page)).toBe(0)
  await page.keyboard.type('só da Zélia')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.url}/tickets`)
  // The history does not lead back to the link, which is over.
  await page.goBack()
  await page.waitForURL('about:blank')
  await zelia.go(pathname)
  await page.getByRole('heading', { name: 'Este link não vale mais' }).waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await zelia.go('/tickets')
  return zelia
}

test(
  'leads a new company’s admin through the first steps, until a message reaches the invited colleague',
  () =>
    withWorld(async (world) => {
      unfurnish(world)
      const { page, complaints, close, go } = await open(world, world.ana)
      const steps = page.getByRole('region', { name: 'Primeiros passos' })
      await steps.getByText('1 de 4 concluídos').waitFor()
      expect(await findBarriers(page)).toEqual([])
      const name = steps.getByLabel('Nome da empresa')
      expect(await name.inputValue()).toBe('Acme')
      await name.fill('Casa Aurora')
      await name.press('Enter')
      await steps.getByText('2 de 4 concluídos').waitFor()
      await page.getByText('Casa Aurora').first().waitFor()
      await steps.getByRole('link', { name: 'Adicionar fila' }).click()
      await field(page, 'Nome').fill('Vendas')
      for (const chosen of ['Ana Souza', 'Acme WhatsApp']) await dialog(page).getByText(chosen).waitFor()
      await save(page)
      await toast(page, 'Fila criada com sucesso')
      await go('/')
      await steps.getByText('3 de 4 concluídos').waitFor()
      await steps.getByRole('link', { name: 'Convidar' }).click()
      await field(page, 'Nome').fill('Zélia Campos')
      await field(page, 'E-mail').fill('zelia@acme.test')
      const remove = dialog(page).getByRole('button', { name: 'Remover Vendas' })
      await remove.click()
      await save(page)
      await page.getByRole('alertdialog', { name: 'Adicionar Zélia Campos sem fila?' }).waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).getByRole('combobox', { name: 'Filas' }).click()
      await page.getByRole('option', { name: 'Vendas' }).click()
      await remove.waitFor()
      await save(page)
      await toast(page, 'Usuário criado com sucesso')
      const link = await dialog(page).getByLabel('Link do convite').inputValue()
      expect(await findBarriers(page)).toEqual([])
      await dialog(page).getByRole('button', { name: 'Fechar' }).last().click()
      await row(page, 'Zélia Campos.*Convidado').waitFor()
      await go('/')
      await page.getByRole('heading', { name: 'Aguardando' }).waitFor()
      expect([await steps.count(), page.url()]).toEqual([0, `${world.url}/`])

      const zelia = await enterByLink(world, link)
      await row(page, 'Zélia Campos.*Convidado').waitFor({ state: 'detached' })
      receive(world, 1, messageEvent({ text: 'Tem sofá?', atMs: Date.now() }))
      await zelia.page.getByRole('tab', { name: /Aguardando/ }).click()
      await zelia.page.getByText('Tem sofá?').first().waitFor()

      world.ctx(1).company.sqlite.run('UPDATE ticket SET user_id = 5')
      world.ctx(1).company.sqlite.run('DELETE FROM user_queue WHERE user_id = 5')
      await go('/tickets')
      await go('/')
      await page.getByText('Zélia Campos não tem fila e não vê quem aguarda.').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('link', { name: 'Escolher filas' }).click()
      await dialog(page).getByRole('combobox', { name: 'Filas' }).waitFor()
      expect([...complaints, ...zelia.complaints]).toEqual([])
      await close()
      await zelia.close()
    }),
  browserTestMs,
)

test(
  'the first steps can be dismissed',
  () =>
    withWorld(async (world) => {
      world.ctx(1).company.sqlite.run('DELETE FROM setting')
      const { page, complaints, close, go } = await open(world, world.ana)
      const steps = page.getByRole('region', { name: 'Primeiros passos' })
      await go('/tickets')
      await steps.getByText('2 de 4 concluídos').waitFor()
      await steps.getByRole('button', { name: 'Pular' }).click()
      await steps.getByText('3 de 4 concluídos').waitFor()
      await steps.getByRole('button', { name: 'Dispensar' }).click()
      await steps.waitFor({ state: 'detached' })
      await go('/')
      await page.getByRole('heading', { name: 'Aguardando' }).waitFor()
      expect(await steps.count()).toBe(0)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
