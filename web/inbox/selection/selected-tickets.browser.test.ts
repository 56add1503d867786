import { expect, test } from 'bun:test'
import { browserTestMs, expectNoBarriers } from '../../../src/testing/browser/browser'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { toast } from '../../../src/testing/browser/shown-toasts'

const { openTickets, row, tab, world } = createInboxWindows()

test(
  'selects rows by keyboard, acts on all of them, undoes it, and names what was refused',
  async () => {
    const page = await openTickets()
    await row(page, 'Alice Prado').getByRole('link').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    const bar = page.getByRole('toolbar', { name: 'Atendimentos selecionados' })
    await bar.getByText('3 selecionados').waitFor()
    await row(page, 'Bento Rosa').getByRole('checkbox').click()
    await bar.getByText('2 selecionados').waitFor()
    await expectNoBarriers(page)

    const sent: string[] = []
    const arrival = Promise.withResolvers<void>()
    await page.route('**/tickets/change', async (route) => {
      sent.push(route.request().postData() ?? '')
      await arrival.promise
      await route.continue()
    })
    const resolve = bar.getByRole('button', { name: 'Resolver' })
    await resolve.dblclick()
    await resolve.and(page.locator('[aria-busy=true]')).waitFor()
    for (const key of ['s', 'r']) await page.keyboard.press(key)
    arrival.resolve()
    await page.getByText('2 atendimentos resolvidos').waitFor()
    await row(page, 'Alice Prado').waitFor({ state: 'detached' })
    expect(sent).toHaveLength(1)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await row(page, 'Alice Prado').waitFor()
    expect(await bar.count()).toBe(0)

    await row(page, 'Alice Prado').getByRole('link').focus()
    // After a press, letters are shortcuts again once the keyboard leads to the list.
    for (const key of ['Tab', 'Shift+Tab', 'x']) await page.keyboard.press(key)
    await bar.getByRole('button', { name: 'Transferir' }).click()
    const transfer = page.getByRole('dialog', { name: 'Transferir' })
    await transfer.getByRole('option', { name: 'Suporte', exact: true }).click()
    await transfer.getByRole('button', { name: 'Transferir' }).click()
    await page.getByText('1 atendimento transferido').waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).last().click()
    await toast(page, 'Transferência de 1 atendimento desfeita')
    await row(page, 'Alice Prado').waitFor()

    await row(page, 'Alice Prado').getByRole('checkbox').click()
    await row(page, 'Clara Dias')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await bar.getByText('3 selecionados').waitFor()
    const ana = await world().as(world().ana)
    await ana.put('/companySettings', { column: 'requiredTag', data: 'enabled' })
    const { body: tag } = await ana.post('/tags', { name: 'VIP', color: '#112233', kanban: 0 })
    const tagOne = 'INSERT INTO contact_tag (contact_id, tag_id) SELECT contact_id, ? FROM ticket WHERE id = 1'
    world().ctx(1).company.sqlite.run(tagOne, [tag['id']])
    await bar.getByRole('button', { name: 'Resolver' }).click()
    const refused = page.getByRole('dialog', { name: '2 de 3 atendimentos não mudaram' })
    await refused.getByText('Bento Rosa').waitFor()
    await refused.getByRole('button', { name: 'OK' }).click()
    await bar.getByText('2 selecionados').waitFor()
    // Once from the checkbox just clicked.
    await row(page, 'Bento Rosa').getByRole('checkbox').click()
    await bar.getByText('1 selecionado').waitFor()
    await page.keyboard.press('Escape')
    await tab(page, 'Atendendo').waitFor()
    expect(await bar.count()).toBe(0)
  },
  browserTestMs,
)
