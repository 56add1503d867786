import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { createContact } from '../../../src/contact/contact.commands'
import { contactTable } from '../../../src/contact/contact.tables'
import { scheduleTable } from '../../../src/schedule/schedule.tables'
import { TagBody } from '../../../src/tag/tag.contract'
import { createTag } from '../../../src/tag/save-tag'
import {
  browserTestMs,
  expectNoBarriers,
  findBarriers,
  pressSequence,
  whenUsable,
} from '../../../src/testing/browser/browser'
import { openTicket } from '../../../src/testing/conversation/conversation'
import { bubble, composer, conversation } from '../../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { toast } from '../../../src/testing/browser/shown-toasts'
import { messageEvent, receive } from '../../../src/testing/conversation/inbound'
import { ticketTable } from '../../../src/ticket/ticket.tables'
import { eq } from 'drizzle-orm'
import { tagTable } from '../../../src/tag/tag.tables'
import * as v from 'valibot'

const { open, world } = createInboxWindows()
const wide = { width: 1440, height: 900 }
const ctx = () => world().ctx(1)
const drawer = (page: Page) => page.getByRole('complementary', { name: 'Dados do contato' })

async function openDrawer(person: Parameters<typeof open>[0], options: object = {}) {
  const [ticket] = ctx().db.select().from(ticketTable).all()
  const page = await open(person, { path: `/tickets/${ticket?.uuid}`, viewport: wide, ...options })
  await conversation(page).getByRole('button', { name: 'Dados do contato' }).click()
  await drawer(page).getByRole('heading', { name: 'Dona Maria' }).waitFor()
  return page
}

test(
  'leads to the tags by keys and from the palette, whether the drawer is open or not',
  async () => {
    openTicket(world())
    createTag(ctx(), v.parse(TagBody, { name: 'Proposta', color: '#0b7285' }))
    const [ticket] = ctx().db.select().from(ticketTable).all()
    const page = await open(world().bruno, { path: `/tickets/${ticket?.uuid}`, viewport: wide })
    const focusedTags = drawer(page).locator('input[aria-label=Tags]:focus')
    await composer(page).focus()
    await page.keyboard.press('Escape')
    await page.locator('.ticket-row-link:focus').waitFor()
    await pressSequence(page, 'al')
    await focusedTags.waitFor()
    await page.keyboard.type('propo')
    await page.getByRole('option', { name: 'Proposta' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.ticket-row').getByText('Proposta').waitFor()

    await composer(page).focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tag ao contato')
    await page.getByRole('option', { name: 'Adicionar tag ao contato', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await focusedTags.waitFor()
  },
  browserTestMs,
)

test(
  'shows two colleagues each other’s tags, notes, stage and edits in the drawer',
  async () => {
    openTicket(world())
    createTag(ctx(), v.parse(TagBody, { name: 'Proposta', kanban: 1, color: '#0b7285' }))
    const bruno = await openDrawer(world().bruno)
    const ana = await openDrawer(world().ana)
    const tags = drawer(bruno).getByRole('combobox', { name: 'Tags' })
    await tags.fill('ab')
    await bruno.getByRole('button', { name: /^Criar/ }).click()
    await toast(bruno, 'Tag muito curta!')
    await tags.fill('Cliente fiel')
    await bruno.getByRole('button', { name: /^Criar/ }).click()
    await drawer(ana).getByText('Cliente fiel').waitFor()
    await bruno.locator('.ticket-row').getByText('Cliente fiel').waitFor()

    await drawer(bruno).getByLabel('Nova observação').fill('x')
    await drawer(bruno).getByRole('button', { name: 'Adicionar', exact: true }).click()
    await drawer(bruno).getByText('Muito curto!').waitFor()
    await drawer(bruno).getByLabel('Nova observação').fill('Prefere ligação à tarde')
    await drawer(bruno).getByRole('button', { name: 'Adicionar', exact: true }).click()
    await toast(bruno, 'Observação adicionada com sucesso!')
    const note = drawer(ana).getByRole('listitem').filter({ hasText: 'Prefere ligação à tarde' })
    await note.getByRole('button', { name: 'Excluir observação' }).click()
    await ana.getByRole('alertdialog').getByRole('button', { name: 'Excluir observação' }).click()
    await toast(ana, 'Observação excluída com sucesso!')
    await drawer(bruno).getByText('Nenhuma observação').waitFor()

    await drawer(ana)
      .getByRole('combobox', { name: /Etapa no kanban/ })
      .click()
    await ana.getByRole('option', { name: 'Proposta' }).click()
    await toast(ana, 'Etapa alterada')
    await drawer(bruno).getByRole('combobox', { name: 'Etapa no kanban: Proposta' }).waitFor()

    await drawer(ana).getByRole('button', { name: 'Editar contato' }).click()
    const dialog = ana.getByRole('dialog', { name: 'Editar contato' })
    await dialog.getByRole('button', { name: 'Adicionar informação' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Obrigatório').waitFor()
    // In the same frame as the error, so that it does not take the focus from somebody typing in another field.
    expect(await dialog.getByLabel('Nome do campo').evaluate((input) => input === document.activeElement)).toBe(true)
    await dialog.getByLabel('Número').fill('123')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Muito curto!').waitFor()
    await dialog.getByLabel('Número').fill('')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    expect(await dialog.getByText('Obrigatório').count()).toBe(2)
    await dialog.getByLabel('Número').fill('+55 (11) 98888-0001')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    const question = ana.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Continuar editando' }).click()
    await dialog.getByLabel('Nome do campo').fill('Bairro')
    await dialog.getByLabel('Valor').fill('Vila Nova')
    await dialog.getByLabel('E-mail').fill('maria@exemplo.test')
    await dialog.getByRole('combobox', { name: 'Carteira' }).fill('carla')
    await ana.getByRole('option', { name: 'Carla Dias' }).click()
    const sent = ana.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/contacts/1'))
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    // Unchanged fields are not sent: a colleague may have changed them meanwhile.
    expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(['email', 'extraInfo', 'walletUserId'])
    await toast(ana, 'Contato salvo com sucesso!')
    await drawer(bruno).getByText('Vila Nova').waitFor()
    await drawer(bruno).getByText('maria@exemplo.test').waitFor()
    await drawer(bruno).getByText('Carteira de Carla Dias').waitFor()
    await drawer(bruno).getByRole('button', { name: 'Editar contato' }).click()
    const plain = bruno.getByRole('dialog', { name: 'Editar contato' })
    await plain.getByLabel('Nome', { exact: false }).first().waitFor()
    expect(await plain.getByRole('combobox', { name: 'Carteira' }).count()).toBe(0)

    await (await world().as(world().sofia)).delete('/users/3')
    for (const page of [ana, bruno]) {
      await drawer(page).getByText('Carteira de Carla Dias').waitFor({ state: 'detached' })
    }

    const tag = ctx().db.select().from(tagTable).where(eq(tagTable.name, 'Cliente fiel')).get()
    const admin = await world().as(world().sofia)
    await admin.put(`/tags/${tag?.id}`, { name: 'Cliente antigo' })
    await drawer(bruno).getByText('Cliente antigo').waitFor()
    await bruno.locator('.ticket-row').getByText('Cliente antigo').waitFor()
    await admin.delete(`/tags/${tag?.id}`)
    for (const part of [drawer(bruno), bruno.locator('.ticket-row')]) {
      await part.getByText('Cliente antigo').waitFor({ state: 'detached' })
    }

    // The list that is open follows, too.
    await drawer(ana).getByRole('combobox', { name: 'Tags' }).click()
    const { body: added } = await admin.post('/tags', { name: 'Atacado', color: '#0b7285' })
    await ana.getByRole('option', { name: 'Atacado' }).waitFor()
    await admin.put(`/tags/${added['id']}`, { name: 'Varejo' })
    await ana.getByRole('option', { name: 'Varejo' }).waitFor()
    await admin.delete(`/tags/${added['id']}`)
    await ana.getByRole('option', { name: 'Varejo' }).waitFor({ state: 'detached' })
  },
  browserTestMs,
)

test(
  'merges and unmerges a duplicate for an admin with a preview, and only shows it to agents',
  async () => {
    openTicket(world())
    createContact(ctx(), { name: 'Maria da feira', number: '11988880001', email: '' })
    receive(world(), 1, messageEvent({ phone: '11988880001', text: 'Sou eu, do outro número' }))
    const bruno = await openDrawer(world().bruno)
    await drawer(bruno).getByText('Mesmo número, escrito de outra forma').waitFor()
    await drawer(bruno).getByText('Um administrador pode mesclar estes contatos.').waitFor()
    expect(await drawer(bruno).getByRole('button', { name: 'Mesclar' }).count()).toBe(0)

    const ana = await openDrawer(world().ana)
    const merge = async () => {
      await drawer(ana).getByRole('button', { name: 'Mesclar' }).click()
      const dialog = ana.getByRole('dialog', { name: 'Mesclar contatos' })
      await dialog.getByText('1 atendimento', { exact: true }).waitFor()
      await dialog.getByText(/Os dois têm um atendimento em andamento/).waitFor()
      expect(await dialog.getByRole('radio', { name: /Dona Maria/ }).isChecked()).toBe(true)
      await dialog.getByRole('button', { name: 'Mesclar contatos' }).click()
      await toast(ana, 'Contatos mesclados com sucesso!')
    }
    const names = () =>
      ctx()
        .db.select()
        .from(contactTable)
        .all()
        .map(({ name }) => name)
    await merge()
    // A notice that is pointed at stays.
    await ana.getByRole('status').getByRole('button', { name: 'Desfazer' }).hover()
    expect(names()).toEqual(['Dona Maria'])
    await bubble(bruno, 'Sou eu, do outro número').waitFor()
    await drawer(bruno).getByText('Mesmo número, escrito de outra forma').waitFor({ state: 'detached' })
    await drawer(ana)
      .getByText(/Por Ana Souza em/)
      .waitFor()
    await ana.getByRole('status').getByRole('button', { name: 'Desfazer' }).click()
    await toast(ana, 'Mesclagem desfeita')
    await drawer(ana)
      .getByText(/Por Ana Souza em/)
      .waitFor({ state: 'detached' })
    expect(names()).toEqual(['Dona Maria', 'Maria da feira'])
    // Contacts separated by hand are not suggested again.
    expect(await drawer(ana).getByText('Pode ser o mesmo contato').count()).toBe(0)

    ctx().company.sqlite.run('DELETE FROM contact_apart')
    await ana.reload()
    await whenUsable(ana)
    await conversation(ana).getByRole('button', { name: 'Dados do contato' }).click()
    await merge()
    await drawer(ana).getByRole('button', { name: 'Desfazer' }).click()
    await ana.getByRole('alertdialog').getByRole('button', { name: 'Desfazer mesclagem' }).click()
    await toast(ana, 'Mesclagem desfeita')
    expect(names()).toEqual(['Dona Maria', 'Maria da feira'])
  },
  browserTestMs,
)

test(
  'schedules a message from the drawer and the conversation’s menu, and leads to the calendar',
  async () => {
    openTicket(world())
    const page = await openDrawer(world().bruno)
    await conversation(page).getByRole('button', { name: 'Mais ações do atendimento' }).first().click()
    await page.getByRole('menuitem', { name: 'Agendar mensagem' }).click()
    const dialog = page.getByRole('dialog', { name: 'Agendar mensagem' })
    await dialog.getByText('Dona Maria').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await drawer(page).getByRole('button', { name: 'Agendar mensagem' }).click()
    await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Sua encomenda chegou')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await toast(page, 'Mensagem agendada com sucesso!')
    await page.waitForURL((url) => url.pathname === '/schedules')
    await page
      .getByRole('button', { name: /Dona Maria/ })
      .first()
      .waitFor()
    expect(ctx().db.select().from(scheduleTable).all()).toMatchObject([{ contactId: 1, userId: 2, status: 'PENDENTE' }])
    await page.goBack()
    await conversation(page).getByRole('button', { name: 'Dados do contato' }).click()
    await drawer(page).getByText('Sua encomenda chegou').waitFor()
  },
  browserTestMs,
)

test(
  'is accessible, on a phone as well',
  async () => {
    openTicket(world())
    createContact(ctx(), { name: 'Maria da feira', number: '11988880001', email: '' })
    createTag(ctx(), v.parse(TagBody, { name: 'Proposta', kanban: 1 }))
    const page = await openDrawer(world().ana)
    await expectNoBarriers(page)
    await drawer(page).getByRole('button', { name: 'Mesclar' }).click()
    await page.getByText('Depois da mesclagem').waitFor()
    await expectNoBarriers(page)
    await page.keyboard.press('Escape')
    await drawer(page).getByRole('button', { name: 'Agendar mensagem' }).click()
    await page.getByRole('switch', { name: /Repetir o envio/ }).click()
    await page.getByRole('switch', { name: /Abrir atendimento/ }).click()
    await expectNoBarriers(page)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('dialog', { name: 'Dados do contato' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(wider).toBe(false)
  },
  browserTestMs,
)
