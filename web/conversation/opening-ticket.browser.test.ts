import { expect, test } from 'bun:test'
import type { Page, Route } from '@playwright/test'
import { browserTestMs, expectNoBarriers, hasFocus, whenUsable } from '../../src/testing/browser/browser'
import { until } from '../../src/testing/whatsapp/whatsapp-world'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { messageTable } from '../../src/message/message.tables'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, row, world, write } = createInboxWindows()

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversa', exact: true })
const composer = (page: Page) => conversation(page).getByRole('textbox', { name: 'Escrever mensagem' })
const failedCall = /Failed to load resource|status of 503|^503 /

/** Two tickets of Bruno's, the older one open in his window. */
async function openOlder(options?: Parameters<typeof open>[1]) {
  const bruno = await world().as(world().bruno)
  write('Rita Campos', 'Sobre o boleto')
  write('Joana Reis', 'Sobre a entrega')
  for (const id of [1, 2]) await bruno.put(`/tickets/${id}`, { status: 'open', userId: world().bruno.id, queueId: 1 })
  const [rita, joana] = world().ctx(1).db.select().from(ticketTable).all()
  if (!rita || !joana) throw new Error('Both have written')
  const page = await open(world().bruno, { path: `/tickets/${rita.uuid}`, ...options })
  await conversation(page).getByText('Sobre o boleto').waitFor()
  return { page, rita, joana }
}

/** Delays all requests for that ticket until it is released. */
async function hold(page: Page, uuid: string) {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/tickets/u/${uuid}`, async (call) => {
    await held
    await call.continue()
  })
  return release
}

test(
  'names the new ticket at once on a slow network, and keeps what is written to it from the first letter on',
  async () => {
    const { page, rita, joana } = await openOlder()
    await composer(page).fill('Rita, segue o boleto')
    const release = await hold(page, joana.uuid)
    await row(page, 'Joana Reis').getByRole('link').click()
    await page.keyboard.type('xe c')

    await page.waitForURL(`**/tickets/${joana.uuid}`)
    await conversation(page).getByText('Joana Reis').waitFor()
    await conversation(page).getByRole('status', { name: 'Carregando…' }).waitFor()
    expect(await conversation(page).getByText('Sobre o boleto').count()).toBe(0)
    expect(await composer(page).inputValue()).toBe('xe c')
    expect(await page.getByRole('toolbar', { name: 'Atendimentos selecionados' }).count()).toBe(0)
    expect(await page.locator('.ticket-row[data-current]').count()).toBe(1)
    expect(await row(page, 'Joana Reis').getByRole('link').getAttribute('aria-current')).toBe('page')
    expect(await row(page, 'Rita Campos').getByRole('link').getAttribute('aria-current')).toBeNull()
    await expectNoBarriers(page)

    // What is sent meanwhile is sent.
    await page.keyboard.press('Enter')
    await page.keyboard.type('xe c')

    // An unfinished word of an input method is not torn off.
    const input = await page.context().newCDPSession(page)
    await input.send('Input.imeSetComposition', { text: 'ã', selectionStart: 1, selectionEnd: 1 })
    release()
    await page.waitForResponse((response) => new URL(response.url()).pathname === `/messages/${joana.id}`)
    await page.keyboard.press('Shift')
    expect(await conversation(page).getByText('Sobre a entrega').count()).toBe(0)
    await input.send('Input.insertText', { text: 'ão' })
    await conversation(page).getByText('Sobre a entrega').waitFor()
    await hasFocus(composer(page))
    await page.keyboard.type('!')
    expect(await composer(page).inputValue()).toBe('xe cão!')
    await conversation(page).getByText('xe c', { exact: true }).waitFor()
    // Whatever else was pressed, also the row of the open conversation.
    await row(page, 'Joana Reis').getByRole('link').click()
    await page.keyboard.type('n')
    await page.getByRole('tab', { name: 'Atendendo' }).click()
    await page.keyboard.type('j k')
    expect(await composer(page).inputValue()).toBe('xe cão!nj k')
    // Where the keyboard led to the list, letters are shortcuts.
    await page.keyboard.press('Escape')
    await hasFocus(row(page, 'Joana Reis').getByRole('link'))
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: 'Atendimentos selecionados' }).waitFor()
    await page.keyboard.press('Escape')
    await row(page, 'Rita Campos').getByRole('link').click()
    await page.waitForURL(`**/tickets/${rita.uuid}`)
    await conversation(page).getByText('Sobre o boleto').waitFor()
    expect(await composer(page).inputValue()).toBe('Rita, segue o boleto')
  },
  browserTestMs,
)

test(
  'leaves the focus in the list when F6 led there while the conversation opened, and goes back to it by F6',
  async () => {
    const { page, joana } = await openOlder()
    const release = await hold(page, joana.uuid)
    const link = row(page, 'Joana Reis').getByRole('link')
    await link.press('Enter')
    await conversation(page).getByText('Joana Reis').waitFor()
    await hasFocus(composer(page))
    await page.keyboard.press('Shift+F6')
    await hasFocus(link)
    await page.keyboard.press('F6')
    await hasFocus(composer(page))
    await page.keyboard.press('Shift+F6')
    await hasFocus(link)
    release()
    await conversation(page).getByText('Sobre a entrega').waitFor()
    await hasFocus(link)
  },
  browserTestMs,
)

test(
  'sends what was written while the first conversation opened without the signature that is off',
  async () => {
    const { page, joana } = await openOlder()
    await page.evaluate(() => localStorage.setItem('signMessages', 'off'))
    await page.goto(new URL('/tickets', page.url()).href)
    await whenUsable(page)
    const release = await hold(page, joana.uuid)
    await row(page, 'Joana Reis').getByRole('link').click()
    await composer(page).fill('Já vai')
    await page.keyboard.press('Enter')
    release()
    await conversation(page).getByText('Já vai').waitFor()
    const bodies = () =>
      world()
        .ctx(1)
        .db.select()
        .from(messageTable)
        .all()
        .map(({ body }) => body)
    await until(() => bodies().length === 3, 'the message')
    expect(bodies().at(-1)).toBe('Já vai')
  },
  browserTestMs,
)

test(
  'shows what was written after the conversation was read and before it is shown',
  async () => {
    const { page, joana } = await openOlder()
    const late = async (call: Route) => {
      const response = await call.fetch()
      write('Joana Reis', 'Ainda hoje?')
      await row(page, 'Joana Reis').getByText('Ainda hoje?').waitFor()
      await call.fulfill({ response })
    }
    await page.route(`**/messages/${joana.id}?**`, late, { times: 1 })
    await row(page, 'Joana Reis').getByRole('link').click()
    await conversation(page).getByText('Sobre a entrega').waitFor()
    await conversation(page).locator('.message').getByText('Ainda hoje?').waitFor()
    expect(await conversation(page).getByText('Sobre o boleto').count()).toBe(0)
  },
  browserTestMs,
)

test(
  'shows the last of two opened tickets, whichever answers first',
  async () => {
    const { page, rita, joana } = await openOlder()
    const release = await hold(page, joana.uuid)
    await row(page, 'Joana Reis').getByRole('link').click()
    await conversation(page).getByText('Joana Reis').waitFor()
    await row(page, 'Rita Campos').getByRole('link').click()
    await conversation(page).getByText('Sobre o boleto').waitFor()
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === `/messages/${joana.id}`)
    release()
    await answered
    expect(await conversation(page).getByText('Sobre a entrega').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe(`/tickets/${rita.uuid}`)
  },
  browserTestMs,
)

test(
  'shows a loading error in the pane and offers a retry',
  async () => {
    const { page, joana } = await openOlder({ expected: [failedCall] })
    const address = `**/tickets/u/${joana.uuid}`
    await page.route(address, (call) => call.abort())
    await row(page, 'Joana Reis').getByRole('link').click()
    const problem = conversation(page).getByRole('alert')
    await problem.getByText('Sem conexão com o servidor').waitFor()
    await conversation(page).getByText('Joana Reis').waitFor()
    expect(await composer(page).count()).toBe(0)
    await expectNoBarriers(page)

    await page.unroute(address)
    await page.route(address, (call) => call.fulfill({ status: 503, json: { error: 'ERR_COMPANY_DAMAGED' } }))
    await problem.getByRole('button', { name: 'Tentar novamente' }).click()
    await problem.getByText(/não puderam ser abertos/).waitFor()

    await page.unroute(address)
    await problem.getByRole('button', { name: 'Tentar novamente' }).click()
    await conversation(page).getByText('Sobre a entrega').waitFor()
    expect(await composer(page).isEditable()).toBe(true)
  },
  browserTestMs,
)

test(
  'leads to the list when the ticket is deleted while it opens',
  async () => {
    const { page, joana } = await openOlder({ expected: [/404/] })
    const release = await hold(page, joana.uuid)
    await row(page, 'Joana Reis').getByRole('link').click()
    await conversation(page).getByText('Joana Reis').waitFor()
    const ana = await world().as(world().ana)
    await ana.delete(`/tickets/${joana.id}`)
    release()
    await page.waitForURL(/\/tickets(\?|$)/)
  },
  browserTestMs,
)

test(
  'shows the opened ticket at once on a phone',
  async () => {
    const { page, joana } = await openOlder({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await conversation(page).getByRole('link', { name: 'Voltar aos atendimentos' }).click()
    const release = await hold(page, joana.uuid)
    await row(page, 'Joana Reis').getByRole('link').click()
    await conversation(page).getByText('Joana Reis').waitFor()
    expect(await row(page, 'Joana Reis').isVisible()).toBe(false)
    release()
    await conversation(page).getByText('Sobre a entrega').waitFor()
  },
  browserTestMs,
)
