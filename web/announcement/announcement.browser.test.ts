import { expect, test } from 'bun:test'
import { dot } from '../../src/testing/media/dot'
import { browserTestMs, expectNoBarriers, whenUsable } from '../../src/testing/browser/browser'
import { createScreenWindows, refusedEntry } from '../../src/testing/browser/screen-windows'

const { open, dialog, field, refusedFields, row, save, toast, withWorld } = createScreenWindows('/announcements')

test(
  'an announcement reaches users of all companies at once, and is new until they open it',
  () =>
    withWorld(async (world) => {
      const sofia = await open(world, world.sofia, { expected: refusedFields })
      const bruno = await open(world, world.bruno, { path: '/tickets' })
      const hugo = await open(world, world.hugo, { path: '/tickets' })
      const { page } = sofia
      await page.getByText('Nenhum informativo ainda').waitFor()
      await page.getByRole('button', { name: 'Adicionar informativo' }).first().click()
      await save(page)
      await dialog(page).getByText('Obrigatório').first().waitFor()
      await field(page, 'Título').fill('Manutenção no domingo')
      await field(page, 'Texto').fill('Às *3h*. Veja https://status.exemplo.test <b>agora</b>')
      await dialog(page)
        .getByRole('combobox', { name: /Prioridade/ })
        .click()
      await page.getByRole('option', { name: 'Alta' }).click()
      const choose = (buffer: Buffer) =>
        dialog(page).locator('input[type=file]').setInputFiles({ name: 'aviso.png', mimeType: 'image/png', buffer })
      await choose(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
      await save(page)
      await dialog(page).getByText('Envie apenas imagens', { exact: true }).waitFor()
      expect(await bruno.page.getByRole('button', { name: '1 informativo novo' }).count()).toBe(0)
      await choose(dot)
      await save(page)
      await toast(page, 'Informativo criado com sucesso')
      await row(page, 'Manutenção no domingo.*Alta.*aviso.png.*Ativo').waitFor()

      for (const { page: reader } of [bruno, hugo]) {
        const seen = reader.waitForResponse('**/announcements/seen')
        await reader.getByRole('button', { name: '1 informativo novo' }).click()
        const panel = reader.getByRole('dialog', { name: 'informativo' })
        await panel.getByRole('button', { name: /Alta.*Manutenção no domingo.*Às 3h/ }).click()
        const whole = reader.getByRole('dialog', { name: 'Manutenção no domingo' })
        const link = whole.getByRole('link', { name: 'https://status.exemplo.test' })
        expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
        await whole.getByText('<b>agora</b>').waitFor()
        await whole.getByRole('link', { name: 'Abrir o anexo aviso.png' }).waitFor()
        await reader.keyboard.press('Escape')
        // Seen here, so it is no longer new in other windows.
        await reader.getByRole('button', { name: 'Informativos', exact: true }).waitFor()
        await seen
        await reader.reload()
        await whenUsable(reader)
        await reader.getByRole('button', { name: 'Informativos', exact: true }).click()
        await panelOf(reader)
          .getByRole('button', { name: /Manutenção/ })
          .waitFor()
      }
      await page.getByRole('button', { name: 'Manutenção no domingo' }).click()
      await dialog(page).getByRole('switch', { name: /Ativo/ }).click()
      await save(page)
      await toast(page, 'Informativo salvo com sucesso')
      await row(page, 'Inativo').waitFor()
      for (const { page: reader } of [bruno, hugo]) await reader.getByText('Nenhum informativo').waitFor()
      await row(page, 'Manutenção').getByRole('button', { name: 'Excluir' }).click()
      await page.getByRole('button', { name: 'Excluir informativo' }).click()
      await page.getByText('Nenhum informativo ainda').waitFor()
      for (const { complaints, close } of [sofia, bruno, hugo]) {
        expect(complaints).toEqual([])
        await close()
      }
    }),
  browserTestMs,
)

const panelOf = (page: Awaited<ReturnType<typeof open>>['page']) => page.getByRole('dialog', { name: 'Informativos' })

test(
  'other users are refused and redirected; no menu links there',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.ana, { expected: refusedEntry })
      await toast(page, 'Você não tem permissão para acessar este recurso.')
      await page.waitForURL(({ pathname }) => pathname === '/')
      expect(await page.getByRole('link', { name: 'Informativos' }).count()).toBe(0)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'has no accessibility violations',
  () =>
    withWorld(async (world) => {
      const caller = await world.as(world.sofia)
      for (const priority of [1, 2, 3]) {
        await caller.post('/announcements', { title: `Aviso ${priority}`, text: 'Leia https://a.test', priority })
      }
      const { page, close } = await open(world, world.sofia)
      await expectNoBarriers(page)
      await page
        .getByRole('banner')
        .getByRole('button', { name: /nformativo/ })
        .click()
      await page.getByRole('button', { name: /Alta.*Aviso 1/ }).waitFor()
      await expectNoBarriers(page)
      await page.getByRole('button', { name: /Alta.*Aviso 1/ }).click()
      await page.getByRole('dialog', { name: 'Aviso 1' }).waitFor()
      await expectNoBarriers(page)
      await close()
    }),
  browserTestMs,
)
