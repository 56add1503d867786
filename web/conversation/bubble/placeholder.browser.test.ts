import { expect, test } from 'bun:test'
import { browserTestMs } from '../../../src/testing/browser/browser'
import { conversation } from '../../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { messageEvent, receive } from '../../../src/testing/conversation/inbound'
import { acceptTicket } from '../../../src/ticket/assignment/accept-ticket'
import { setTicketQueue } from '../../../src/ticket/assignment/set-ticket-queue'
import { getTicketRow } from '../../../src/ticket/ticket.queries'

const { open, world } = createInboxWindows()

const unsupported = (note: string) => ({ ...messageEvent(), content: { kind: 'unknown' as const, note } })

test.each([
  ['whatsapp', 'Veja no celular.'],
  ['whatsappapi', 'Peça ao contato que a envie de outra forma.'],
])(
  'what did not arrive says what it was; only an account on a phone points there: %s',
  async (channel, hint) => {
    receive(world(), 1, unsupported('poll_creation'), unsupported('edit'), unsupported('unsupported'))
    setTicketQueue(world().ctx(1), 1, 1)
    acceptTicket(world().ctxAs(world().bruno), 1)
    world().ctx(1).company.sqlite.run('UPDATE connection SET channel = ?', [channel])
    const page = await open(world().bruno, { path: `/tickets/${getTicketRow(world().ctx(1), 1).uuid}` })
    const placeholders = conversation(page).locator('.message-placeholder')
    await placeholders.nth(2).waitFor()
    expect(await placeholders.allInnerTexts()).toEqual([
      `Mensagem não suportada (enquete). ${hint}`,
      'O contato editou uma mensagem, mas a Meta não informou qual nem o novo texto.',
      `Mensagem não suportada. ${hint}`,
    ])
  },
  browserTestMs,
)
