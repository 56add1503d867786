import { expect, test } from 'bun:test'
import { findContactByNumber } from '../../../src/contact/contact.queries'
import { browserTestMs } from '../../../src/testing/browser/browser'
import { conversation } from '../../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { messageEvent, receive } from '../../../src/testing/conversation/inbound'
import { acceptTicket } from '../../../src/ticket/assignment/accept-ticket'
import { setTicketQueue } from '../../../src/ticket/assignment/set-ticket-queue'
import { getTicketRow } from '../../../src/ticket/ticket.queries'

const { open, world } = createInboxWindows()

test(
  'a notice tells the new number as it arrives, and one click continues with it',
  async () => {
    const event = messageEvent({ text: 'Oi' })
    receive(world(), 1, event)
    setTicketQueue(world().ctx(1), 1, 1)
    acceptTicket(world().ctxAs(world().bruno), 1)
    const page = await open(world().bruno, { path: `/tickets/${getTicketRow(world().ctx(1), 1).uuid}` })
    const chat = conversation(page)
    await chat.getByText('Oi', { exact: true }).waitFor()
    receive(world(), 1, {
      type: 'numberChange',
      id: 'wamid.change',
      chat: event.chat,
      number: '5521977776666',
      atMs: Date.now(),
    })
    await chat.getByText('O contato mudou de número. O novo é +55 (21) 97777-6666.').waitFor()
    await chat.getByRole('button', { name: 'Continuar com o novo número' }).click()
    await chat.getByText('O contato mudou de número. A conversa continua com +55 (21) 97777-6666.').waitFor()
    expect(await chat.getByRole('button', { name: 'Continuar com o novo número' }).count()).toBe(0)
    expect(findContactByNumber(world().ctx(1), '5521977776666')?.id).toBe(1)
  },
  browserTestMs,
)
