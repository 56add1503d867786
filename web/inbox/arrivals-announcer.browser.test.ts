import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, world, write } = createInboxWindows()

test(
  'announces a message again whose text is the same as before, in the open conversation and elsewhere',
  async () => {
    for (const name of ['Rui Barros', 'Ada Nunes']) write(name, 'Olá?')
    const [rui] = world().ctx(1).db.select().from(ticketTable).all()
    const page = await open(world().bruno, { path: `/tickets/${rui?.uuid}` })
    const announcements = (text: string) => page.getByRole('status').filter({ hasText: text }).locator('span')

    for (const [name, text] of [
      ['Rui Barros', 'Nova mensagem de Rui Barros: Olá?'],
      ['Ada Nunes', 'Nova mensagem de Ada Nunes'],
    ] as const) {
      write(name, 'Olá?')
      const first = await announcements(text).elementHandle()
      write(name, 'Olá?')
      await first?.waitForElementState('hidden')
      await announcements(text).waitFor({ state: 'attached' })
      expect(await first?.evaluate((element) => element.isConnected)).toBe(false)
    }
  },
  browserTestMs,
)
