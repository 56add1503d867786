import { expect, test } from 'bun:test'
import { browserTestMs, hasFocus } from '../../../src/testing/browser/browser'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { ticketTable } from '../../../src/ticket/ticket.tables'

const { open, world, write } = createInboxWindows()

test(
  'moves the focus to what a refused transfer lacks, and sends with Ctrl+Enter from a button',
  async () => {
    write('Rui Barros', 'Olá', null)
    const uuid = world().ctx(1).db.select().from(ticketTable).all().at(-1)?.uuid
    const page = await open(world().ana, { path: `/tickets/${uuid}` })
    const heading = page.getByRole('region', { name: 'Conversa' })
    await heading.getByRole('button', { name: 'Transferir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
    const target = dialog.getByRole('combobox', { name: 'Transferir para' })
    await dialog.getByRole('option', { name: /Carla/ }).waitFor()

    await dialog.getByRole('button', { name: 'Transferir' }).press('Enter')
    await dialog.getByText('Escolha uma pessoa ou uma fila.').waitFor()
    await hasFocus(target)
    expect(await target.getAttribute('aria-invalid')).toBe('true')

    await page.keyboard.type('Carla')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Transferir' }).press('Control+Enter')
    const queue = dialog.getByRole('combobox', { name: /^Fila/ })
    await hasFocus(queue)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Cancelar' }).focus()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Atendimento transferido').waitFor()
    expect(world().ctx(1).db.select().from(ticketTable).all().at(-1)?.userId).toBe(world().carla.id)
  },
  browserTestMs,
)

test(
  'says why a person who does not work in the queue needs another one',
  async () => {
    write('Rui Barros', 'Olá')
    const admin = await world().as(world().ana)
    const { body: deliveries } = await admin.post('/queue', { name: 'Entregas', color: '#7c3aed' })
    world().ctx(1).db.update(ticketTable).set({ queueId: deliveries['id'] }).run()
    const uuid = world().ctx(1).db.select().from(ticketTable).get()?.uuid
    const page = await open(world().ana, { path: `/tickets/${uuid}` })
    await page.getByRole('region', { name: 'Conversa' }).getByRole('button', { name: 'Transferir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
    await dialog.getByRole('option', { name: /Carla/ }).click()
    await dialog.getByText('Carla Dias não atende na fila atual.').waitFor()
    await dialog.getByRole('combobox', { name: /^Fila/ }).getByText('Escolha a fila').waitFor()
  },
  browserTestMs,
)

test(
  'lists the team on a phone without opening its keyboard over the list',
  async () => {
    write('Rui Barros', 'Olá')
    const uuid = world().ctx(1).db.select().from(ticketTable).all().at(-1)?.uuid
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await open(world().ana, { path: `/tickets/${uuid}`, ...phone })
    await page.getByRole('button', { name: 'Mais ações do atendimento' }).tap()
    await page.getByRole('menuitem', { name: 'Transferir' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
    await dialog.getByRole('option', { name: /Carla/ }).waitFor()
    expect(await dialog.locator(':focus').evaluate((element) => element.className)).toBe('dialog-body')
  },
  browserTestMs,
)
