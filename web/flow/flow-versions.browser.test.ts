import { expect, test } from 'bun:test'
import { openFlow } from '../../src/flow/flow.queries'
import { saveFlow } from '../../src/flow/edit/save-flow'
import { browserTestMs } from '../../src/testing/browser/browser'
import { drawFlow, text as textNode } from '../../src/testing/bot/flows'
import { createScreenWindows, field, save, toast, withWorld } from '../../src/testing/browser/screen-windows'
import { addFlow, button, card, saveFlowButton } from '../../src/testing/browser/flow-windows'

const { open } = createScreenWindows('/flowbuilders')

test(
  'asks before overwriting another admin’s save, restores an earlier version, and keeps unsaved changes when the tab closes',
  () =>
    withWorld(async (world) => {
      const id = addFlow(world, drawFlow([textNode('Primeira')]))
      const { page, go } = await open(world, world.ana, {
        path: `/flowbuilder/${id}`,
        expected: [/status of 409/, /^409 /],
      })
      await card(page, 'Primeira').waitFor()
      saveFlow(world.ctxAs(world.sofia), { idFlow: id, ...drawFlow([textNode('Da Sofia')]) })
      await page.getByRole('alert').getByText('salvou este fluxo agora', { exact: false }).waitFor()
      await card(page, 'Primeira').dblclick()
      await field(page, 'Texto da mensagem').fill('Da Ana')
      await save(page)
      await saveFlowButton(page).click()
      const question = page.getByRole('alertdialog')
      await question.getByText(/Sofia.* salvou outra versão/).waitFor()
      for (const change of ['Texto: Da Sofia', 'Texto: Da Ana']) {
        await question.getByRole('listitem').filter({ hasText: change }).getByText('nos dois').waitFor()
      }
      await question.getByRole('button', { name: 'Salvar a minha por cima' }).click()
      await toast(page, 'Fluxo salvo com sucesso')

      await button(page, 'Mais ações do fluxo').click()
      await page.getByRole('menuitem', { name: 'Histórico de versões' }).click()
      const version = page.getByRole('listitem').filter({ hasText: 'Versão 3' })
      await version.getByRole('button', { name: 'O que mudou' }).click()
      await version.getByText('Da versão 2 para a 3').waitFor()
      await version.getByRole('listitem').filter({ hasText: 'Texto: Da Sofia' }).getByText('alterado').waitFor()
      await version.getByRole('combobox', { name: 'Comparar com' }).click()
      await page.getByRole('option', { name: 'Versão 4 (Atual)' }).click()
      await version.getByRole('listitem').filter({ hasText: 'Texto: Da Ana' }).getByText('alterado').waitFor()
      await version.getByRole('button', { name: 'Restaurar' }).click()
      await question.getByRole('button', { name: 'Restaurar' }).click()
      await card(page, 'Da Sofia').waitFor()
      expect(openFlow(world.ctx(1), id)).toMatchObject({ version: 5 })

      await card(page, 'Da Sofia').focus()
      await page.keyboard.press('d')
      await card(page, 'Da Sofia').nth(1).waitFor()
      await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('flow-draft-')))
      page.on('dialog', (asked) => void asked.accept())
      await go(`/flowbuilder/${id}`)
      await page.getByText('Há alterações não salvas').waitFor()
      await button(page, 'Recuperar').click()
      await card(page, 'Da Sofia').nth(1).waitFor()
    }),
  browserTestMs,
)

test(
  'merges changes of different blocks, and keeps conflicting ones in a copy',
  () =>
    withWorld(async (world) => {
      const id = addFlow(world, drawFlow([textNode('Primeira'), textNode('Segunda')]))
      const { page } = await open(world, world.ana, {
        path: `/flowbuilder/${id}`,
        expected: [/status of 409/, /^409 /],
      })
      const question = page.getByRole('alertdialog')
      await card(page, 'Segunda').dblclick()
      await field(page, 'Texto da mensagem').fill('Da Ana')
      await save(page)
      saveFlow(world.ctxAs(world.sofia), {
        idFlow: id,
        ...drawFlow([textNode('Da Sofia'), textNode('Segunda')]),
      })
      await button(page, 'Comparar').click()
      await question.getByRole('listitem').filter({ hasText: 'Da Sofia' }).getByText('alterado').waitFor()
      await question.getByRole('button', { name: 'Juntar as duas' }).click()
      await toast(page, 'Fluxo salvo com sucesso')
      await card(page, 'Da Sofia').waitFor()
      const combined = openFlow(world.ctx(1), id)
      expect([combined.version, ...combined.flow.nodes.map(({ data }) => data['label'])]).toEqual([
        4,
        undefined,
        'Da Sofia',
        'Da Ana',
      ])

      await card(page, 'Da Ana').dblclick()
      await field(page, 'Texto da mensagem').fill('Da Ana também')
      await save(page)
      const [start, theirs, mine] = combined.flow.nodes
      const moved = [
        start,
        { ...theirs, data: { label: 'Da Sofia de novo' } },
        { ...mine, position: { x: 900, y: 40 } },
      ]
      saveFlow(world.ctxAs(world.sofia), { ...combined.flow, idFlow: id, nodes: moved as never })
      await saveFlowButton(page).click()
      await toast(page, 'Fluxo salvo com sucesso, junto com as alterações de Sofia Reis')
      await card(page, 'Da Sofia de novo').waitFor()
      const merged = openFlow(world.ctx(1), id)
      expect([merged.version, merged.flow.nodes[1]?.data['label'], merged.flow.nodes[2]]).toMatchObject([
        6,
        'Da Sofia de novo',
        { data: { label: 'Da Ana também' }, position: { x: 900, y: 40 } },
      ])
      expect(await question.count()).toBe(0)

      // Both versions are kept: the other user's in the flow, the own one in a copy.
      await card(page, 'Da Sofia').focus()
      for (const key of ['m', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
      saveFlow(world.ctxAs(world.sofia), { idFlow: id, ...drawFlow([textNode('Só da Sofia')]) })
      await button(page, 'Comparar').click()
      const own = question.getByRole('region', { name: 'Suas alterações' })
      await own.getByRole('listitem').filter({ hasText: 'Da Sofia' }).getByText('movido').waitFor()
      await question.getByRole('button', { name: 'Guardar como cópia' }).click()
      await page.getByText('Boas-vindas - cópia').first().waitFor()
      await card(page, 'Da Sofia').waitFor()
      expect(openFlow(world.ctx(1), id).version).toBe(7)
    }),
  browserTestMs,
)
