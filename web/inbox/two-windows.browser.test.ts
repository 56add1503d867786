import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, hasFocus } from '../../src/testing/browser/browser'
import { composer, conversation, row, tab } from '../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { until } from '../../src/testing/whatsapp/whatsapp-world'

const { open, world, write } = createInboxWindows()

/** Delays a request of this window until it is released; `sent` resolves once it was made. */
async function holdBack(page: Page, address: string) {
  let letGo = () => {}
  const released = new Promise<void>((resolve) => (letGo = resolve))
  let made = () => {}
  const sent = new Promise<void>((resolve) => (made = resolve))
  await page.route(address, async (call) => {
    made()
    await released
    await call.continue()
  })
  return { sent, letGo }
}

test(
  'assigns to one of two who accept at the same moment, and names the owner to the other',
  async () => {
    write('Dona Clara', 'Vocês entregam hoje?')
    const { bruno, carla } = world()
    const people = await Promise.all([bruno, carla].map(async (person) => ({ person, page: await open(person) })))
    const calls = await Promise.all(people.map(({ page }) => holdBack(page, '**/tickets/1')))
    for (const { page } of people) {
      await tab(page, 'Aguardando').click()
      await row(page, 'Dona Clara').hover()
      await row(page, 'Dona Clara').getByRole('button', { name: 'Aceitar' }).click()
    }
    await Promise.all(calls.map(({ sent }) => sent))
    for (const { letGo } of calls) letGo()

    const notice = (page: Page) => page.getByRole('dialog', { name: 'Atendimento já em andamento' })
    const ownerId = () =>
      world().ctx(1).company.sqlite.query<{ id: number | null }, []>('SELECT user_id AS id FROM ticket').get()?.id
    await until(() => typeof ownerId() === 'number', 'an owner')
    const [winner, loser] = people[0]?.person.id === ownerId() ? people : people.toReversed()
    if (!winner || !loser) throw new Error('Two people were there')
    expect(winner.person.id).toBe(ownerId() ?? 0)
    await conversation(winner.page).getByText('Em atendimento').waitFor()
    expect(await notice(winner.page).count()).toBe(0)
    await notice(loser.page).getByText(winner.person.name).waitFor()
    await notice(loser.page).getByText('Vendas').waitFor()
    await notice(loser.page).getByRole('button', { name: 'OK' }).click()
    expect(new URL(loser.page.url()).pathname).toBe('/tickets')
    await row(loser.page, 'Dona Clara').waitFor({ state: 'detached' })
  },
  browserTestMs,
)

test(
  'runs no shortcut for one who goes on typing when the ticket is resolved elsewhere, and keeps the draft',
  async () => {
    write('Dona Clara', 'Vocês entregam hoje?')
    const { bruno } = world()
    const owner = await world().as(bruno)
    await owner.put('/tickets/1', { status: 'open', userId: bruno.id, queueId: 1 })
    const page = await open(bruno)
    await row(page, 'Dona Clara').click()
    await hasFocus(composer(page))
    await composer(page).pressSequentially('Sim, entregamos')
    const admin = await world().as(world().ana)
    await admin.put('/tickets/1', { status: 'closed', sendFarewellMessage: false })

    const note = conversation(page).getByRole('note')
    await note.waitFor()
    await hasFocus(note)
    // `a` and `r` reopen a ticket.
    await page.keyboard.type(' ar')
    await page.keyboard.press('Escape')
    expect(await note.evaluate((element) => element === document.activeElement)).toBe(false)
    await note.getByRole('button', { name: 'Reabrir' }).click()
    await composer(page).waitFor()
    expect(await composer(page).inputValue()).toBe('Sim, entregamos')
  },
  browserTestMs,
)
