import { expect, test } from 'bun:test'
import { browserTestMs, expectNoBarriers } from '../../src/testing/browser/browser'
import { drawFlow, text as textNode } from '../../src/testing/bot/flows'
import { createScreenWindows, dialog, toast, withWorld } from '../../src/testing/browser/screen-windows'
import { addFlow, button, card, drawn, saveFlowButton } from '../../src/testing/browser/flow-windows'
import { connect } from '../../src/testing/bot/bots'
import { receiveText } from '../../src/testing/browser/inbox-windows'

const { open } = createScreenWindows('/flowbuilders')

test(
  'the block of a priority is added, changed and saved; the flow that runs gives it to the ticket, whose row shows it',
  () =>
    withWorld(async (world) => {
      const id = addFlow(world, drawFlow([textNode('Bem-vinda')]))
      const { page, go, complaints } = await open(world, world.ana, { path: `/flowbuilder/${id}` })
      await card(page, 'Bem-vinda').waitFor()
      await button(page, 'Adicionar').first().click()
      await page.getByRole('menuitem', { name: /^Prioridade/ }).click()
      await dialog(page).getByRole('combobox', { name: 'Prioridade' }).click()
      await page.getByRole('option', { name: 'Urgente' }).click()
      await expectNoBarriers(page)
      await dialog(page).getByRole('button', { name: 'Adicionar', exact: true }).click()
      await card(page, 'Prioridade').filter({ hasText: 'Urgente' }).waitFor()
      await card(page, 'Bem-vinda').locator('.flow-handle.source').hover()
      await page.mouse.down()
      await card(page, 'Prioridade').locator('.flow-handle.target').hover()
      await page.mouse.up()
      await page.locator('.react-flow__edge').nth(1).waitFor()
      await saveFlowButton(page).click()
      await toast(page, 'Fluxo salvo com sucesso')
      expect(drawn(world, id)).toEqual(['message a priority', 'start a message'])

      receiveText(world, 'before', { name: 'Antes', text: 'Oi', queueId: 1 })
      connect(world, { status: 'CONNECTED' }, { flowIdWelcome: id })
      receiveText(world, 'first', { name: 'Rita Campos', text: 'Oi', queueId: null })
      while ((await world.runJobs(1)) > 0) continue
      const priorities = () => world.ctx(1).company.sqlite.query('SELECT id, priority FROM ticket ORDER BY id').values()
      expect(priorities()).toEqual([
        [1, 'normal'],
        [2, 'urgent'],
      ])
      await go('/tickets')
      await page.getByRole('tab', { name: /^Aguardando/ }).click()
      const row = (name: string) => page.locator('article.ticket-row').filter({ hasText: name })
      await row('Rita Campos').getByRole('img', { name: 'Prioridade: Urgente' }).waitFor()
      expect(await row('Antes').locator('.priority-mark').count()).toBe(0)
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)
