import { expect, test } from 'bun:test'
import { browserTestMs } from '../../../src/testing/browser/browser'
import { conversation } from '../../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { messageEvent, receive } from '../../../src/testing/conversation/inbound'
import { acceptTicket } from '../../../src/ticket/assignment/accept-ticket'
import { setTicketQueue } from '../../../src/ticket/assignment/set-ticket-queue'
import { getTicketRow } from '../../../src/ticket/ticket.queries'

const { open, world } = createInboxWindows()

test(
  'one key tells what happened to a message, and the focus returns to it',
  async () => {
    receive(world(), 1, messageEvent({ text: 'Oi', atMs: Date.now() - 90_000 }), messageEvent({ text: 'Outra' }))
    setTicketQueue(world().ctx(1), 1, 1)
    acceptTicket(world().ctxAs(world().bruno), 1)
    const page = await open(world().bruno, { path: `/tickets/${getTicketRow(world().ctx(1), 1).uuid}` })
    const row = conversation(page).getByRole('article').filter({ hasText: 'Oi' })
    await row.hover()
    await row.locator('[data-actions]').click()
    await page.getByRole('menuitem', { name: 'Detalhes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Detalhes da mensagem' })
    const lines = dialog.getByRole('listitem')
    await lines.filter({ hasText: 'Enviada pelo contato' }).getByText('pela conexão').waitFor()
    expect(await lines.count()).toBe(2)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The key works where the menu was.
    await page.keyboard.press('d')
    await lines.filter({ hasText: 'Recebida' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await row.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  },
  browserTestMs,
)
