import { expect, test } from 'bun:test'
import { browserTestMs, expectNoBarriers } from '../../src/testing/browser/browser'
import { openTicket, setSetting } from '../../src/testing/conversation/conversation'
import { bubble, composer, conversation, messages } from '../../src/testing/browser/conversation-parts'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, world } = createInboxWindows()
const address = () => `/tickets/${world().ctx(1).db.select().from(ticketTable).get()?.uuid}`

const [maria, friend] = ['88880001', '77776666']

test(
  'lets users without access to numbers reply, open the contact and write to a card’s person',
  async () => {
    for (const key of ['enableLGPD', 'lgpdHideNumber']) setSetting(world(), key, 'enabled')
    openTicket(world())
    const bruno = await open(world().bruno, { path: address(), viewport: { width: 1440, height: 900 } })
    const ana = await open(world().ana, { path: address(), viewport: { width: 1440, height: 900 } })
    const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Rita\nTEL;waid=5511977776666:+55 11 97777-6666\nEND:VCARD'
    receive(
      world(),
      1,
      messageEvent({ text: 'Meu número é +55 11 98888-0001' }),
      messageEvent({ content: { kind: 'contacts', contacts: [{ name: 'Rita', vcard }] } }),
    )
    await bubble(bruno, 'Meu número é ******01').waitFor()
    await bubble(ana, 'Meu número é +55 11 98888-0001').waitFor()
    await messages(bruno).getByText('******66').waitFor()
    await messages(ana).getByText('+55 (11) 97777-6666').waitFor()
    await conversation(bruno).getByRole('button', { name: 'Dados do contato' }).click()
    await bruno.getByRole('complementary', { name: 'Dados do contato' }).getByText('******01').first().waitFor()
    await expectNoBarriers(bruno)
    await messages(bruno).getByRole('button', { name: 'Conversar' }).click()
    await bruno.getByRole('dialog').getByRole('button', { name: 'Conversar' }).click()
    await bruno.waitForURL((url) => !url.pathname.endsWith(address()))
    await conversation(bruno).getByText('Rita').first().waitFor()
    await composer(bruno).waitFor()
    await bruno.reload()
    await composer(bruno).waitFor()
    const digits = (await bruno.content()).replace(/[\s().+-]/g, '')
    expect([digits.includes(maria), digits.includes(friend)]).toEqual([false, false])
  },
  browserTestMs,
)

test(
  'hides and shows numbers at once when an admin changes the setting',
  async () => {
    openTicket(world())
    const bruno = await open(world().bruno, { path: address(), viewport: { width: 1440, height: 900 } })
    receive(world(), 1, messageEvent({ text: 'Meu número é +55 11 98888-0001' }))
    const shows = (number: string) => bubble(bruno, `Meu número é ${number}`).waitFor()
    await shows('+55 11 98888-0001')
    await conversation(bruno).getByRole('button', { name: 'Dados do contato' }).click()
    const drawer = bruno.getByRole('complementary', { name: 'Dados do contato' })
    await drawer.getByText('98888-0001').first().waitFor()
    const ana = await world().as(world().ana)
    const set = (key: string, value: string) => ana.put(`/settings/${key}`, { value })
    await set('lgpdMessage', 'Tratamos seus dados')
    await set('lgpdHideNumber', 'enabled')
    await set('enableLGPD', 'enabled')
    await shows('******01')
    await drawer.getByText('******01').first().waitFor()
    await bruno.waitForFunction((digits) => {
      const shown = document.body.cloneNode(true) as HTMLElement
      // Announcements that were already read out.
      for (const past of shown.querySelectorAll('script, [role=status]')) past.remove()
      return !shown.textContent?.replace(/\D/g, '').includes(digits)
    }, maria)
    await set('enableLGPD', 'disabled')
    await shows('+55 11 98888-0001')
  },
  browserTestMs,
)
