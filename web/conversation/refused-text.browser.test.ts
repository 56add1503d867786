import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, expectNoBarriers } from '../../src/testing/browser/browser'
import { composer } from '../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, world, write } = createInboxWindows()

const messages = (page: Page) => page.getByRole('region', { name: 'Conversa', exact: true })

async function openTicket(options?: Parameters<typeof open>[1]) {
  const bruno = await world().as(world().bruno)
  write('Rita Campos', 'Sobre o boleto')
  await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
  const uuid = world().ctx(1).db.select().from(ticketTable).get()?.uuid
  const page = await open(world().bruno, { path: `/tickets/${uuid}`, ...options })
  await messages(page).getByText('Sobre o boleto').waitFor()
  return page
}

test(
  'names the limit for a text that is too long, keeps it, and sends it once shortened',
  async () => {
    const page = await openTicket()
    const posted: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()))
    await composer(page).fill('a'.repeat(72_000))
    await page.getByRole('alert').getByText('O texto tem 72.000 caracteres; podem ser enviados até 65.536.').waitFor()
    await composer(page).press('Enter')
    expect((await composer(page).inputValue()).length).toBe(72_000)
    expect(posted.filter((url) => url.includes('/messages/'))).toEqual([])
    await expectNoBarriers(page)
    await composer(page).fill('Segue o boleto')
    expect(await page.getByText(/podem ser enviados até/).count()).toBe(0)
    await composer(page).press('Enter')
    await messages(page).getByText('Segue o boleto').waitFor()
    expect(await composer(page).inputValue()).toBe('')
  },
  browserTestMs,
)

test(
  'shows a refusal in the screen’s language, and lets the text be sent again or edited by keyboard',
  async () => {
    const page = await openTicket({ expected: [/400/] })
    await page.route('**/messages/1', (call) =>
      call.request().method() === 'POST'
        ? call.fulfill({ status: 400, json: { error: 'ERR_INVALID_INPUT', fields: { body: 'tooLong' } } })
        : call.continue(),
    )
    await composer(page).fill('Texto recusado')
    await composer(page).press('Enter')
    await messages(page).getByText('Os dados não foram aceitos: Muito longo!').waitFor()
    await messages(page).getByRole('button', { name: 'Tentar novamente' }).press('Enter')
    await composer(page).and(page.locator(':focus')).waitFor()
    await messages(page).getByRole('button', { name: 'Editar' }).click()
    expect(await composer(page).inputValue()).toBe('Texto recusado')
    expect(await messages(page).getByText('Não enviada.').count()).toBe(0)
  },
  browserTestMs,
)

test(
  'shows WhatsApp’s rejection in the screen’s language, with its own text in a tooltip',
  async () => {
    const bruno = await world().as(world().bruno)
    write('Rita Campos', 'Sobre o boleto')
    await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
    await bruno.post('/messages/1', { body: 'Segue', fromMe: true, read: 1 })
    world()
      .ctx(1)
      .company.sqlite.run(
        "UPDATE message SET send_state = 'failed', ack = -1, send_error = '405: WhatsApp refused the message' WHERE from_me = 1",
      )
    const uuid = world().ctx(1).db.select().from(ticketTable).get()?.uuid
    const page = await open(world().bruno, { path: `/tickets/${uuid}` })
    const failure = messages(page).getByText('O WhatsApp não permite enviar esta mensagem a este contato.')
    await failure.hover()
    expect(await messages(page).getByText('refused the message').count()).toBe(0)
    await page.getByRole('tooltip', { name: '405: WhatsApp refused the message' }).waitFor()
  },
  browserTestMs,
)
