import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, expectFitsPhone, findBarriers, whenUsable } from '../../src/testing/browser/browser'
import { createScreenWindows, withWorld } from '../../src/testing/browser/screen-windows'

const { open } = createScreenWindows('/todolist')
const tasks = (page: Page) => page.getByRole('list', { name: 'Lista de tarefas' }).getByRole('listitem')
const input = (page: Page) => page.getByPlaceholder('Nova tarefa')
const texts = (page: Page) => tasks(page).locator('bdi').allTextContents()

test(
  'adds, changes and deletes tasks, which survive a reload and are the same in a second tab',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.bruno)
      await page.getByText('Nenhuma tarefa').waitFor()
      const second = await page.context().newPage()
      await second.goto(`${world.url}/todolist`)
      await whenUsable(second)
      await page.bringToFront()
      await input(page).fill('   ')
      await input(page).press('Enter')
      expect(await tasks(page).count()).toBe(0)
      for (const text of ['Ligar para a Dona Maria', '<b>Pagar</b>']) {
        await input(page).fill(text)
        await page.getByRole('button', { name: 'Adicionar' }).click()
      }
      await tasks(second).nth(1).waitFor()
      await page.reload()
      await tasks(page).nth(1).waitFor()
      expect(await texts(page)).toEqual(['Ligar para a Dona Maria', '<b>Pagar</b>'])

      await page.getByRole('button', { name: 'Editar: Ligar para a Dona Maria' }).click()
      await input(page).fill('Ligar amanhã')
      await page.getByRole('button', { name: 'Salvar' }).click()
      await page.getByText(/^Alterada em/).waitFor()
      await page.getByRole('button', { name: 'Excluir: <b>Pagar</b>' }).click()
      // A notice that is pointed at stays.
      await page.getByRole('button', { name: 'Desfazer' }).hover()
      await tasks(second).nth(1).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await tasks(second).nth(1).waitFor()
      expect(await texts(second)).toEqual(['Ligar amanhã', '<b>Pagar</b>'])
      const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('tasks') ?? ''))
      expect(Object.keys(stored[0])).toEqual(['text', 'createdAt', 'updatedAt'])
      expect(await findBarriers(page)).toEqual([])
      await expectFitsPhone(page)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
