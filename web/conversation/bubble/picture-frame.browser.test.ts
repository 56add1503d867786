import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { createCanvas } from '../../../src/demo/story/paint'
import { browserTestMs, whenUsable } from '../../../src/testing/browser/browser'
import { bubble, messages } from '../../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { openTicket } from '../../../src/testing/conversation/conversation'
import { ticketTable } from '../../../src/ticket/ticket.tables'

const { open, world } = createInboxWindows()

const address = () => `/tickets/${world().ctx(1).db.select().from(ticketTable).get()?.uuid}`

/** Sizes of pictures, and of their frames in CSS pixels. */
const wide = [900, 600, 330, 220] as const
const tall = [300, 900, 120, 340] as const
const small = [30, 30, 120, 120] as const

/** A conversation in which pictures come before and after a text. */
async function sendPictures() {
  openTicket(world())
  const bruno = await world().as(world().bruno)
  for (const [width, height] of [wide, tall, small, wide]) {
    const picture = new FormData()
    const bytes = await createCanvas(width, height, 0x2b8a3e).jpeg()
    picture.append('medias', new File([bytes], 'sofa.jpg', { type: 'image/jpeg' }))
    expect((await bruno.post('/messages/1', picture)).status).toBe(200)
    await bruno.post('/messages/1', { body: `Esta tem ${width} por ${height}` })
  }
  for (let line = 1; line <= 12; line++) await bruno.post('/messages/1', { body: `Linha ${line}` })
}

/** Makes the list behave as in Safari, which neither anchors the scroll position nor leaves rows out of the layout. */
const asInSafari = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { overflow-anchor: none !important } .message { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })

const heights = (page: Page) =>
  messages(page)
    .getByRole('article')
    .evaluateAll((rows) => rows.map((row) => row.clientHeight))
const frames = (page: Page) =>
  messages(page)
    .locator('img')
    .evaluateAll((all) => all.map((image) => [image.clientWidth, image.clientHeight]))
const waitForPictures = (page: Page) =>
  page.waitForFunction(() => {
    const all = [...document.querySelectorAll<HTMLImageElement>('.message img')]
    return all.length === 4 && all.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
  })

test(
  'gives pictures their size before they arrive, so that late ones do not move the reader',
  async () => {
    await sendPictures()
    const page = await open(world().bruno, { viewport: { width: 1280, height: 700 } })
    const arrival = Promise.withResolvers<void>()
    await page.route('**/media/**', async (route) => {
      await arrival.promise
      await route.continue()
    })
    await page.goto(world().url + address(), { waitUntil: 'commit' })
    await whenUsable(page)
    await asInSafari(page)
    const middle = bubble(page, 'Esta tem 30 por 30')
    await middle.evaluate((row) => row.scrollIntoView({ block: 'center' }))
    const before = { heights: await heights(page), middle: await middle.boundingBox() }
    expect(await frames(page)).toEqual([wide, tall, small, wide].map(([, , width, height]) => [width, height]))
    arrival.resolve()
    await waitForPictures(page)
    expect({ heights: await heights(page), middle: await middle.boundingBox() }).toEqual(before)
  },
  browserTestMs,
)

test(
  'shows pictures of unknown size as large as those of known size',
  async () => {
    await sendPictures()
    const page = await open(world().bruno, { path: address() })
    await waitForPictures(page)
    const known = await frames(page)
    world()
      .ctx(1)
      .company.sqlite.run(
        "UPDATE message SET data = json_remove(data, '$.file.width', '$.file.height') WHERE media_id > 0",
      )
    await page.reload()
    await waitForPictures(page)
    expect(await messages(page).locator('[data-framed]').count()).toBe(0)
    expect(await frames(page)).toEqual(known)
  },
  browserTestMs,
)
