import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { toast } from '../../src/testing/browser/shown-toasts'
import type { Person } from '../../src/testing/world/people'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, row, shows, tab, world, write } = createInboxWindows()

async function openTicketOf(name: string, person: Person) {
  write(name, 'Olá')
  const uuid = world().ctx(1).db.select().from(ticketTable).all().at(-1)?.uuid
  const page = await open(person, { path: `/tickets/${uuid}` })
  await page.getByRole('region', { name: 'Conversa' }).getByText('Olá').waitFor()
  return page
}

test(
  'returns to the list with a notice when the open ticket is deleted elsewhere',
  async () => {
    const page = await openTicketOf('Rui Barros', world().bruno)
    const ana = await world().as(world().ana)
    await ana.delete('/tickets/1')
    await toast(page, 'Este atendimento foi excluído.')
    await page.waitForURL(/\/tickets(\?|$)/)
    await shows(page, 'Aguardando', 0)
  },
  browserTestMs,
)

test(
  'names the colleague who takes the open ticket, and copies the text that was being written',
  async () => {
    write('Rui Barros', 'Olá')
    const bruno = await world().as(world().bruno)
    await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
    const page = await open(world().bruno, { permissions: ['clipboard-read', 'clipboard-write'] })
    await row(page, 'Rui Barros').getByRole('link').click()
    await page.getByRole('region', { name: 'Conversa' }).getByText('Olá').waitFor()
    await page.locator('.composer textarea:focus').waitFor()
    await page.keyboard.type('O prazo é de sete dias')
    const ana = await world().as(world().ana)
    await ana.put('/tickets/1', { status: 'open', userId: world().carla.id, queueId: 1, isTransfered: true })
    await page.getByText('Este atendimento agora está com Carla').waitFor()
    await page.getByRole('button', { name: 'Copiar o que escrevi' }).press('Enter')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('O prazo é de sete dias')
    await page.waitForURL(/\/tickets(\?|$)/)
    await row(page, 'Rui Barros').waitFor({ state: 'detached' })
  },
  browserTestMs,
)

test(
  'returns to the list without a notice when the open ticket is transferred from its row, and opens it again with Undo',
  async () => {
    const page = await openTicketOf('Rui Barros', world().bruno)
    await row(page, 'Rui Barros').hover()
    await row(page, 'Rui Barros').getByRole('button', { name: 'Transferir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
    await dialog.getByRole('group', { name: 'Filas' }).getByRole('option', { name: 'Suporte' }).click()
    await dialog.getByLabel('Mensagem para a equipe').press('Control+Enter')
    await page.getByText('Atendimento transferido').waitFor()
    await page.waitForURL(/\/tickets(\?|$)/)
    expect(await page.getByText(/Este atendimento/).count()).toBe(0)
    await shows(page, 'Aguardando', 0)
    await page.getByRole('button', { name: 'Desfazer' }).waitFor()
    await page.keyboard.press('z')
    await page.waitForURL(/\/tickets\/.+/)
    await row(page, 'Rui Barros').waitFor()
  },
  browserTestMs,
)

test(
  'applies an added or removed queue at once, and closes what it showed',
  async () => {
    const page = await openTicketOf('Rui Barros', world().bruno)
    write('Ada Nunes', 'Preciso de ajuda', 2)
    await shows(page, 'Aguardando', 1)
    const ana = await world().as(world().ana)
    const give = (queueIds: number[]) => ana.put(`/users/${world().bruno.id}`, { queueIds })
    await give([1, 2])
    await shows(page, 'Aguardando', 2)
    await row(page, 'Ada Nunes').waitFor()
    await give([2])
    await toast(page, 'Você não tem mais acesso a este atendimento.')
    await row(page, 'Rui Barros').waitFor({ state: 'detached' })
    await shows(page, 'Aguardando', 1)
    await ana.put(`/users/${world().bruno.id}`, { allowGroup: true, profile: 'admin' })
    await tab(page, 'Grupos').waitFor()
    await page.getByRole('link', { name: 'Usuários' }).waitFor()
  },
  browserTestMs,
)
