import { expect, test } from 'bun:test'
import { browserTestMs, findBarriers } from '../../src/testing/browser/browser'
import { createScreenWindows, dialog, field, save, toast, withWorld } from '../../src/testing/browser/screen-windows'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { password } from '../../src/testing/world/people'
import type { ServedWorld } from '../../src/testing/world/served-world'

const { open } = createScreenWindows('/')

/** As a company of two people is after the pairing of a phone: without queues, its checklist not dismissed. */
function unfurnish(world: ServedWorld) {
  const { sqlite } = world.ctx(1).company
  for (const table of ['connection_queue', 'user_queue', 'queue', 'setting']) sqlite.run(`DELETE FROM ${table}`)
  sqlite.run('DELETE FROM user WHERE id IN (2, 3, 4)')
}

test(
  'leads a new company’s admin through the first steps, until a message reaches the invited colleague',
  () =>
    withWorld(async (world) => {
      unfurnish(world)
      const { page, complaints, close, go } = await open(world, world.ana)
      const steps = page.getByRole('region', { name: 'Primeiros passos' })
      await steps.getByText('1 de 3 concluídos').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await steps.getByRole('link', { name: 'Criar fila' }).click()
      await field(page, 'Nome').fill('Vendas')
      for (const chosen of ['Ana Souza', 'Acme WhatsApp']) await dialog(page).getByText(chosen).waitFor()
      await save(page)
      await toast(page, 'Fila criada com sucesso')
      await go('/')
      await steps.getByText('2 de 3 concluídos').waitFor()
      await steps.getByRole('link', { name: 'Adicionar usuário' }).click()
      await field(page, 'Nome').fill('Zélia Campos')
      await field(page, 'E-mail').fill('zelia@acme.test')
      await field(page, 'Senha').fill(password)
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
      await go('/')
      await page.getByRole('heading', { name: 'Aguardando' }).waitFor()
      expect([await steps.count(), page.url()]).toEqual([0, `${world.url}/`])

      const zelia = await open(world, { ...world.bruno, id: 5, email: 'zelia@acme.test' }, { path: '/tickets' })
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
      await steps.getByText('2 de 3 concluídos').waitFor()
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
