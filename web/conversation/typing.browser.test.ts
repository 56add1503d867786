import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import { bubble, composer, conversation, say } from '../../src/testing/browser/conversation-parts'
import { createPhoneWindows } from '../../src/testing/browser/phone-windows'
import { until } from '../../src/testing/whatsapp/whatsapp-world'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { maria, open, shop, world } = createPhoneWindows()

/** Dona Maria has written, and Bruno has accepted and opened her ticket. */
async function attend() {
  // WhatsApp never shows an account without a name as online.
  await shop().sendHistory([], { pushNames: [{ with: shop(), name: 'Padaria' }] })
  await maria().say(shop(), 'Bom dia')
  await shop().whenDrained()
  const ticket = () => world().ctx(1).db.select().from(ticketTable).all().at(0)
  await until(() => ticket()?.queueId === 1, 'the ticket')
  const bruno = await world().as(world().bruno)
  await bruno.put('/tickets/1', { status: 'open', queueId: 1 })
  const page = await open(world().bruno, { path: `/tickets/${ticket()?.uuid}` })
  await bubble(page, 'Bom dia').waitFor()
  return page
}

const states = () => maria().presences.flatMap(({ state }) => (state.endsWith('available') ? [] : [state]))

test(
  'shows the contact typing and its end, and nothing of a private note',
  async () => {
    const page = await attend()
    await page.getByRole('button', { name: 'Mensagem privada' }).click()
    await composer(page).pressSequentially('entre nós')
    await page.getByRole('button', { name: 'Mensagem privada' }).click()
    await composer(page).fill('')
    await composer(page).pressSequentially('Bom ')
    await maria().presenceSeen('composing')
    await maria().presenceSeen('paused')
    expect(states()).toEqual(['composing', 'paused'])
    await say(page, 'Bom dia, Maria!')
    await maria().received(({ text }) => text?.endsWith('Bom dia, Maria!') ?? false)
  },
  browserTestMs,
)

test(
  'shows the contact’s typing while it lasts',
  async () => {
    const page = await attend()
    const typing = conversation(page).getByText('Dona Maria está digitando…')
    await until(async () => {
      await maria().startTyping(shop())
      return (await typing.count()) > 0
    }, 'the typing')
    const stoppedAt = performance.now()
    await maria().stopTyping(shop())
    await until(async () => (await typing.count()) === 0, 'its end')
    // Without the event it would stay for twelve seconds.
    expect(performance.now() - stoppedAt).toBeLessThan(10_000)
  },
  browserTestMs,
)
