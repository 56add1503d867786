import { expect, test } from 'bun:test'
import { browserTestMs, pressSequence } from '../../../src/testing/browser/browser'
import { bubble, composer, conversation } from '../../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { getTicketRow } from '../../../src/ticket/ticket.queries'

const { openTickets, row, world } = createInboxWindows()

test(
  'writes what is typed after a click on the messages, and resolves only by keys that are not the start of a word',
  async () => {
    const page = await openTickets()
    await row(page, 'Alice Prado').getByRole('link').click()
    const message = bubble(page, 'Olá de Alice Prado')
    await message.waitFor()
    const uuid = new URL(page.url()).pathname.split('/').at(-1)
    const status = () =>
      [1, 2, 3].map((id) => getTicketRow(world().ctx(1), id)).find((each) => each.uuid === uuid)?.status
    await message.getByText('Olá de Alice Prado').click()
    await page.keyboard.type('Arroz? ok')
    expect(await composer(page).inputValue()).toBe('Arroz? ok')

    // A message reached by keys has keys of its own.
    await composer(page).fill('')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('r')
    await conversation(page).getByRole('status', { name: 'Respondendo a Alice Prado' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    const link = row(page, 'Alice Prado').locator('.ticket-row-link:focus')
    await link.waitFor()
    // At once, however slow the machine is.
    await link.evaluate((element) => {
      for (const key of 'arroz')
        element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    // Any other key ends the word.
    await page.keyboard.press('Home')
    expect(status()).toBe('open')
    await pressSequence(page, 'ar')
    await page.getByText('Atendimento resolvido').waitFor()
    expect(status()).toBe('closed')
  },
  browserTestMs,
)
