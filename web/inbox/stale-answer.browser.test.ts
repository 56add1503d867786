import { expect, test } from 'bun:test'
import { applyReceipt } from '../../src/message/inbound/apply-receipt'
import { messageTable } from '../../src/message/message.tables'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'

const { open, row, shows, tab, world, write } = createInboxWindows()

test(
  'keeps a delivery state that arrives before the older answer to a row’s change',
  async () => {
    const bruno = await world().as(world().bruno)
    write('Rita Campos', 'Sobre o boleto')
    await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
    await bruno.post('/messages/1', { body: 'Segue o boleto', fromMe: true, read: 1 })
    const page = await open(world().bruno)
    await row(page, 'Rita Campos').getByRole('img', { name: 'Aguardando envio' }).waitFor()

    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/tickets/1', async (call) => {
      const answer = await call.fetch()
      await held
      await call.fulfill({ response: answer })
    })
    await row(page, 'Rita Campos').hover()
    await row(page, 'Rita Campos').getByRole('button', { name: 'Devolver' }).click()
    // The server has committed and published the change; its answer arrives after the delivery.
    await shows(page, 'Aguardando', 1)
    const ctx = world().ctx(1)
    const sent = ctx.db.select().from(messageTable).all().at(-1)
    const receipt = { type: 'receipt', targetIds: [sent?.providerId ?? ''], ack: 2 } as const
    ctx.transaction(() => applyReceipt(ctx, { id: 1 }, receipt))
    // The button for the next ticket comes under the mouse, and its tooltip would cover the tab.
    await page.mouse.move(0, 0)
    await tab(page, 'Aguardando').click()
    await row(page, 'Rita Campos').getByRole('img', { name: 'Entregue' }).waitFor()

    release()
    await page.getByText('Atendimento devolvido').waitFor()
    await row(page, 'Rita Campos').getByRole('img', { name: 'Entregue' }).waitFor()
    expect(await row(page, 'Rita Campos').getByRole('img', { name: 'Aguardando envio' }).count()).toBe(0)
  },
  browserTestMs,
)
