import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { browserTestMs, hasFocus } from '../../src/testing/browser/browser'
import { composer } from '../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { QuickMessageBody } from '../../src/quick-message/quick-message.contract'
import { quickMessageRecords } from '../../src/quick-message/quick-message.record'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, world, write } = createInboxWindows()

async function openOnPhone(height: number) {
  write('Rui Barros', 'Olá')
  const bruno = await world().as(world().bruno)
  await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
  const path = `/tickets/${world().ctx(1).db.select().from(ticketTable).get()?.uuid}`
  const page = await open(world().bruno, {
    path,
    viewport: { width: 390, height },
    hasTouch: true,
    isMobile: true,
  })
  await page.locator('.message').filter({ hasText: 'Olá' }).waitFor()
  return page
}

test(
  'keeps the text above an on-screen keyboard',
  async () => {
    const height = 360
    const page = await openOnPhone(height)
    const box = await composer(page).boundingBox()
    expect((box?.y ?? height) + (box?.height ?? height)).toBeLessThanOrEqual(height)
  },
  browserTestMs,
)

test(
  'leaves the actions of a long-pressed message open when the finger is lifted over them',
  async () => {
    const page = await openOnPhone(600)
    // From a first touch on, the list follows new messages, and does not stay at the unread one.
    await page
      .locator('.message')
      .filter({ hasText: 'Olá' })
      .tap({ position: { x: 150, y: 4 } })
    for (let count = 0; count < 12; count++) write('Rui Barros', `Mensagem ${count}`)
    const message = page.locator('.message').filter({ has: page.getByText('Mensagem 11', { exact: true }) })
    await message.waitFor()
    const box = await message.boundingBox()
    const point = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    const reply = page.getByRole('dialog').getByRole('button', { name: 'Responder' })
    await reply.waitFor()
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    // The click would have come by the time another touch is answered.
    await page.touchscreen.tap(1, 1)
    expect(await page.getByRole('checkbox', { name: 'Selecionar mensagem' }).count()).toBe(0)
  },
  browserTestMs,
)

test(
  'writes a private note and a quick reply from the menu beside the text, where no key is needed',
  async () => {
    quickMessageRecords.createFrom(
      world().ctx(1),
      v.parse(QuickMessageBody, { shortcode: 'oi', message: 'Olá!', geral: true }),
    )
    const page = await openOnPhone(600)
    const text = composer(page)
    await page.getByRole('button', { name: 'Anexar' }).tap()
    await page.getByRole('menuitemcheckbox', { name: 'Mensagem privada' }).tap()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.locator('.composer[data-private]').waitFor()
    await hasFocus(text)
    await page.getByRole('button', { name: 'Anexar' }).tap()
    await page.getByRole('menuitem', { name: 'Inserir resposta rápida' }).tap()
    await page.getByRole('option', { name: 'Olá!' }).tap()
    expect(await text.inputValue()).toBe('Olá!')
  },
  browserTestMs,
)
