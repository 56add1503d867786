import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser'
import { openTicket } from '../../src/testing/conversation'
import { composer, conversation } from '../../src/testing/conversation-parts'
import { createInboxWindows } from '../../src/testing/inbox-windows'
import { getTicketRow } from '../../src/ticket/ticket.queries'

const { open, world } = createInboxWindows()
const expected = [
  'ERR_FAILED',
  'ERR_INTERNET_DISCONNECTED',
  'Failed to fetch dynamically imported module',
  'code of a part',
]

test(
  'a dialog whose code cannot be loaded says so, keeps the draft, and opens at another try',
  async () => {
    openTicket(world())
    const path = `/tickets/${getTicketRow(world().ctx(1), 1).uuid}`
    const bruno = await open(world().bruno, { path, expected })
    await composer(bruno).fill('Um momento, vou ver')
    await bruno.route('**/assets/conversation-dialogs-*.js', (route) => route.abort())
    const sendFlow = async () => {
      await conversation(bruno).getByRole('button', { name: 'Anexar' }).click()
      await bruno.getByRole('menuitem', { name: 'Enviar fluxo' }).click()
    }
    await sendFlow()
    const message = bruno.getByText('Não foi possível carregar', { exact: true })
    await message.waitFor()
    expect(await composer(bruno).inputValue()).toBe('Um momento, vou ver')
    await bruno.unroute('**/assets/conversation-dialogs-*.js')
    await bruno.getByRole('button', { name: 'Tentar novamente' }).click()
    await bruno.getByRole('dialog').waitFor()
    expect(await message.count()).toBe(0)
  },
  browserTestMs,
)
