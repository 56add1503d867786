import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import { openTicket } from '../../src/testing/conversation/conversation'
import { bubble, conversation } from '../../src/testing/browser/conversation-parts'
import { addFlow, drawFlow, menu, text } from '../../src/testing/bot/flows'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { getTicketRow } from '../../src/ticket/ticket.queries'

const { open, world } = createInboxWindows()

test(
  'sends a flow from the conversation, shows that it runs, and stops it in every window',
  async () => {
    openTicket(world())
    const ctx = world().ctx(1)
    addFlow(ctx, 'Boleto', drawFlow([menu('Qual boleto?', 'Novembro', 'Dezembro'), text('Aqui está')], ['n1.a1 n2']))
    addFlow(ctx, 'Antigo', drawFlow([text('nunca')]))
    ctx.company.sqlite.run("UPDATE flow SET active = 0 WHERE name = 'Antigo'")
    const path = `/tickets/${getTicketRow(ctx, 1).uuid}`
    const [bruno, ana] = [
      await open(world().bruno, { path, expected: ['ERR_FAILED'] }),
      await open(world().ana, { path }),
    ]

    await bruno.route('**/flowbuilder', (route) => route.abort())
    await conversation(bruno).getByRole('button', { name: 'Anexar' }).click()
    await bruno.getByRole('menuitem', { name: 'Enviar fluxo' }).click()
    const dialog = bruno.getByRole('dialog')
    await dialog.getByText('Erro no retorno de fluxos').waitFor()
    await bruno.unroute('**/flowbuilder')
    await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
    await dialog.getByRole('combobox', { name: 'Fluxo' }).click()
    await bruno.getByRole('option', { name: 'Boleto' }).waitFor()
    expect(await bruno.getByRole('option').count()).toBe(1)
    await bruno.getByRole('option', { name: 'Boleto' }).click()
    await bruno.route('**/messages/flow/**', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Enviar' }).click()
    const failure = bruno.locator('.toast', { hasText: 'Erro no envio do fluxo' })
    await failure.getByText('Sem conexão').waitFor()
    await bruno.unroute('**/messages/flow/**')
    await dialog.getByRole('button', { name: 'Enviar' }).click()
    await bubble(bruno, '[1] Novembro').waitFor()
    for (const page of [bruno, ana]) {
      await conversation(page).getByText('Fluxo “Boleto” em andamento').waitFor()
    }

    receive(world(), 1, messageEvent({ text: 'novembro' }))
    await bubble(ana, 'Aqui está').waitFor()
    for (const page of [bruno, ana]) {
      await conversation(page).getByText('Fluxo “Boleto” em andamento').waitFor({ state: 'detached' })
    }

    await conversation(bruno).getByRole('button', { name: 'Anexar' }).click()
    await bruno.getByRole('menuitem', { name: 'Enviar fluxo' }).click()
    await dialog.getByRole('combobox', { name: 'Fluxo' }).fill('bol')
    await bruno.getByRole('option', { name: 'Boleto' }).click()
    await dialog.getByRole('button', { name: 'Enviar' }).click()
    await conversation(ana).getByRole('button', { name: 'Parar' }).click()
    await conversation(bruno).getByText('Fluxo “Boleto” em andamento').waitFor({ state: 'detached' })
    receive(world(), 1, messageEvent({ text: '2' }))
    await bubble(bruno, '2').first().waitFor()
    expect(getTicketRow(world().ctx(1), 1).automation).toEqual({ kind: 'paused' })
  },
  browserTestMs,
)
