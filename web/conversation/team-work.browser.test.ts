import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { MacroBody } from '../../src/macro/macro.contract'
import { macroRecords } from '../../src/macro/macro.record'
import { browserTestMs, expectNoBarriers } from '../../src/testing/browser/browser'
import { openTicket } from '../../src/testing/conversation/conversation'
import { bubble, composer, conversation, row, shows, tab } from '../../src/testing/browser/conversation-parts'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { toast } from '../../src/testing/browser/shown-toasts'
import { until } from '../../src/testing/whatsapp/whatsapp-world'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, world, write } = createInboxWindows()
const address = () => `/tickets/${world().ctx(1).db.select().from(ticketTable).get()?.uuid}`

test(
  'shows who else is there, mentions a colleague, writes to a number, runs a macro and snoozes',
  async () => {
    const { ana, bruno, sofia } = world()
    // A namesake, so that the choice decides who is mentioned.
    world().ctx(1).company.sqlite.run('UPDATE user SET name = ? WHERE id = ?', [ana.name, sofia.id])
    openTicket(world())
    receive(world(), 1, messageEvent({ text: 'Ligue para (11) 98888-7777' }))
    const steps = [{ kind: 'note', text: 'Macro feita' }]
    macroRecords.createFrom(world().ctxAs(bruno), v.parse(MacroBody, { name: 'Anotar', steps }))
    const page = await open(bruno, { path: address(), viewport: { width: 1440, height: 900 } })
    await open(ana, { path: address() })
    const others = conversation(page).getByRole('list', { name: 'Também nesta conversa' })
    await others.getByRole('img', { name: `${ana.name} está vendo` }).waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('privada')
    await page.getByRole('option', { name: 'Mensagem privada' }).click()
    await composer(page).pressSequentially('Veja @carla')
    await page.getByRole('option', { name: 'Carla Dias sem acesso' }).waitFor()
    await page.keyboard.press('Enter')
    await toast(page, 'Carla Dias não tem acesso a este atendimento e não será avisado.')
    expect(await composer(page).inputValue()).toBe('Veja @carla')
    await composer(page).fill('')
    await composer(page).pressSequentially(`Veja @${ana.name.slice(0, 3)}`)
    await page.getByRole('option', { name: ana.email }).click()
    expect(await composer(page).inputValue()).toBe(`Veja @${ana.name} `)
    await page.keyboard.press('Enter')
    expect(await bubble(page, 'Veja').locator('.message-mention').textContent()).toBe(`@${ana.name}`)
    const mentioned = "SELECT data ->> '$.mentions[0].id' AS id FROM message WHERE is_private = 1"
    const { sqlite } = world().ctx(1).company
    await until(() => sqlite.query(mentioned).get(), 'the note')
    expect(sqlite.query(mentioned).get()).toEqual({ id: ana.id })
    await conversation(page)
      .getByRole('button', { name: /^Mensagem privada/ })
      .click()

    await page.getByRole('button', { name: 'Ações do número (11) 98888-7777' }).click()
    await page.getByRole('menuitem', { name: 'Novo atendimento com este número' }).click()
    const talk = page.getByRole('dialog', { name: 'Conversar com (11) 98888-7777' })
    await talk.getByRole('button', { name: 'Cancelar' }).click()

    await conversation(page).getByRole('button', { name: 'Anexar', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Executar macro…' }).click()
    await page
      .getByRole('dialog', { name: 'Executar macro' })
      .getByRole('button', { name: /^Anotar/ })
      .click()
    await toast(page, 'Macro “Anotar” executada')
    await bubble(page, 'Macro feita').waitFor()

    await conversation(page).getByRole('button', { name: 'Adiar…' }).click()
    const snooze = page.getByRole('dialog', { name: 'Adiar atendimento' })
    await snooze.getByRole('button', { name: /^Amanhã de manhã/ }).waitFor()
    await expectNoBarriers(page)
    await snooze.getByRole('button', { name: /^Amanhã de manhã/ }).click()
    await shows(page, 'Atendendo', 0)
    await tab(page, 'Adiados 1').click()
    const returns = await row(page, 'Dona Maria').locator('.ticket-row-snooze').boundingBox()
    const icon = await row(page, 'Dona Maria').locator('.connection-icon').boundingBox()
    expect(icon && returns && icon.x + icon.width <= returns.x).toBe(true)
    expect(await row(page, 'Dona Maria').locator('.ticket-row-time').count()).toBe(0)
    await row(page, 'Dona Maria').getByRole('link').click()
    await conversation(page)
      .getByText(/^Adiado até/)
      .waitFor()
    await conversation(page).getByRole('button', { name: 'Retomar agora' }).click()
    await shows(page, 'Atendendo', 1)

    await tab(page, 'Atendendo').click()
    await row(page, 'Dona Maria').hover()
    await row(page, 'Dona Maria').getByRole('button', { name: 'Adiar…' }).click()
    const focused = snooze.locator('.choice-button:focus')
    await focused.filter({ hasText: 'Em 1 hora' }).press('ArrowUp')
    await snooze.locator('li:last-child .choice-button:focus').press('ArrowDown')
    await focused.filter({ hasText: 'Em 1 hora' }).press('ArrowDown')
    await focused.press('Enter')
    await shows(page, 'Atendendo', 0)
    // The tooltip of the button under the mouse would cover the tab.
    await page.mouse.move(0, 0)

    // A waiting one leaves the list of its queue.
    write('Rui Barros', 'Só queria saber o horário')
    await tab(page, 'Aguardando').click()
    await row(page, 'Rui Barros').hover()
    await row(page, 'Rui Barros').getByRole('button', { name: 'Adiar…' }).click()
    await snooze.getByText(/toda a fila/).waitFor()
    await snooze.getByRole('button', { name: /^Amanhã de manhã/ }).click()
    await shows(page, 'Aguardando', 0)
    await shows(page, 'Adiados', 2)
    await page.getByRole('button', { name: 'Desfazer' }).last().click()
    await shows(page, 'Aguardando', 1)
  },
  browserTestMs,
)

test(
  'claims no lack of macros while they are loading',
  async () => {
    const { bruno } = world()
    openTicket(world())
    const steps = [{ kind: 'note', text: 'Macro feita' }]
    macroRecords.createFrom(world().ctxAs(bruno), v.parse(MacroBody, { name: 'Anotar', steps }))
    const page = await open(bruno, { path: address() })
    const answer = Promise.withResolvers<void>()
    await page.route('**/macros/list', async (route) => {
      await answer.promise
      await route.continue()
    })
    await conversation(page).getByRole('button', { name: 'Anexar', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Executar macro…' }).click()
    const picker = page.getByRole('dialog', { name: 'Executar macro' })
    await picker.getByRole('searchbox').waitFor()
    expect(await picker.getByText('Ainda não há macros').count()).toBe(0)
    answer.resolve()
    await picker.getByRole('button', { name: /^Anotar/ }).waitFor()
  },
  browserTestMs,
)
