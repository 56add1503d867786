import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import { openTicket } from '../../src/testing/conversation/conversation'
import { bubble, conversation } from '../../src/testing/browser/conversation-parts'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { acceptTicket } from '../../src/ticket/assignment/accept-ticket'
import { closeTicket } from '../../src/ticket/closing/close-ticket'
import { setTicketQueue } from '../../src/ticket/assignment/set-ticket-queue'
import { getTicketRow } from '../../src/ticket/ticket.queries'

const { open, world } = createInboxWindows()
const addressOf = (id: number) => `/tickets/${getTicketRow(world().ctx(1), id).uuid}`

test(
  'links a closed conversation to its contact’s newer ticket while it is visible',
  async () => {
    openTicket(world())
    closeTicket(world().ctx(1), 1, { farewell: false })
    const page = await open(world().bruno, { path: addressOf(1) })
    await conversation(page).getByText('Este atendimento está resolvido.').waitFor()
    const notice = conversation(page).getByText(/Este contato tem um atendimento mais novo/)
    expect(await notice.count()).toBe(0)

    receive(world(), 1, messageEvent({ text: 'Voltei' }))
    setTicketQueue(world().ctx(1), 2, 1)
    await conversation(page).getByText('Este contato tem um atendimento mais novo, na fila Vendas.').waitFor()
    setTicketQueue(world().ctx(1), 2, 2)
    acceptTicket(world().ctxAs(world().carla), 2)
    await page.reload()
    await conversation(page)
      .getByText('Este contato tem um atendimento mais novo com Carla Dias, na fila Suporte.')
      .waitFor()
    expect(await notice.getByRole('link').count()).toBe(0)

    const anas = await open(world().ana, { path: addressOf(1) })
    await conversation(anas).getByRole('link', { name: 'Ir para o atendimento #2' }).click()
    await anas.waitForURL(`**${addressOf(2)}`)
    await bubble(anas, 'Voltei').waitFor()
    expect(
      await conversation(anas)
        .getByText(/atendimento mais novo/)
        .count(),
    ).toBe(0)
  },
  browserTestMs,
)
