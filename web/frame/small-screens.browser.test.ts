import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { drawFlow, text } from '../../src/testing/bot/flows'
import { boxAtRest, browserTestMs, motionEnd, sidewaysScroll, whenUsable } from '../../src/testing/browser/browser'
import { addFlow } from '../../src/testing/browser/flow-windows'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'

const { open, world, write } = createInboxWindows()
const [phone, tablet] = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
]

test(
  'fades a row of tabs at the edge beyond which there are more',
  async () => {
    const page = await open(world().sofia, { path: '/settings', viewport: phone, hasTouch: true })
    // The platform's tabs have a row of their own.
    const tabs = page.locator('main .tabs').last()
    const row = (marks: string) => page.locator(`main .tabs:last-child${marks}`).waitFor()
    await row('[data-more-after]:not([data-more-before])')
    expect(await tabs.evaluate((element) => getComputedStyle(element).maskImage)).toContain('gradient')
    await tabs.getByRole('tab').last().tap()
    await row('[data-more-before]:not([data-more-after])')
    await page.setViewportSize(tablet)
    await row(':not([data-more-before], [data-more-after])')
    expect(await tabs.evaluate((element) => getComputedStyle(element).maskImage)).toBe('none')
  },
  browserTestMs,
)

/** Returns the heights on the screen of the texts on cards, and how many cards are whole within the canvas. */
const drawnCards = (page: Page) =>
  page.locator('.react-flow__node').evaluateAll((cards) => {
    const frame = document.querySelector('.flow-canvas')!.getBoundingClientRect()
    const zoom = new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')!).transform).a
    const texts = cards.flatMap((card) =>
      [...card.querySelectorAll('.flow-card-name, .flow-card-text')].map(
        (text) => parseFloat(getComputedStyle(text).fontSize) * zoom,
      ),
    )
    const whole = cards.filter((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect()
      return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom
    })
    return { texts: texts.length, smallest: Math.min(...texts), whole: whole.length }
  })

const names = ['Um', 'Dois', 'Três', 'Quatro', 'Cinco', 'Seis', 'Sete', 'Oito']

test.each([
  [{ width: 1440, height: 900 }, 8, 9],
  [tablet, 6, 7],
  [phone, 6, 1],
])(
  'opens a flow at %p with text that can be read: %i blocks, all in sight where they fit',
  async (viewport, blocks, whole) => {
    const id = addFlow(world(), drawFlow(names.slice(0, blocks).map(text)))
    const page = await open(world().ana, { path: `/flowbuilder/${id}`, viewport })
    await page.locator('.react-flow__node .flow-card-name').first().waitFor()
    await motionEnd(page)
    const drawn = await drawnCards(page)
    expect(drawn.whole).toBeGreaterThanOrEqual(whole)
    expect(drawn.texts).toBeGreaterThan(1)
    expect(drawn.smallest).toBeGreaterThanOrEqual(11)
  },
  browserTestMs,
)

test(
  'has the labels of a connection on a phone on the lines of their values, which end at one edge',
  async () => {
    const page = await open(world().ana, { path: '/connections', viewport: phone })
    await page.getByRole('button', { name: 'Detalhes da linha' }).first().click()
    const values = ['.channel-named', '.connection-default svg', '.table-moment'].map((part) =>
      page.locator(part).first(),
    )
    const ends: number[] = []
    for (const value of values) {
      const [cell, { x, y, width, height }] = [
        await boxAtRest(value.locator('xpath=ancestor::td')),
        await boxAtRest(value),
      ]
      // The label's line is 24 px high, below a padding of 1 px.
      expect(Math.abs(y + height / 2 - (cell.y + 1 + 12))).toBeLessThanOrEqual(1)
      ends.push(Math.round(x + width))
    }
    expect(new Set(ends).size).toBe(1)
  },
  browserTestMs,
)

test(
  'shows a tooltip by a long press, which presses nothing, and by a tap where nothing can be pressed',
  async () => {
    write('Rui Barros', 'Olá')
    const page = await open(world().ana, { path: '/', viewport: tablet, hasTouch: true, isMobile: true })
    const shown = (text: string) =>
      page
        .getByRole('tooltip')
        .and(page.getByText(text, { exact: true }))
        .waitFor()
    const { x, y, width, height } = await boxAtRest(page.getByRole('link', { name: 'Kanban', exact: true }))
    const devtools = await page.context().newCDPSession(page)
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await shown('Kanban')
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    expect(new URL(page.url()).pathname).toBe('/')
    const change = page.locator('.figure-change').first()
    await change.tap()
    await shown((await change.getAttribute('data-tooltip')) ?? '')
  },
  browserTestMs,
)

test(
  'has the touch targets of the top bar within a window of 320 px',
  async () => {
    const page = await open(world().ana, { path: '/queues', viewport: { width: 320, height: 640 }, hasTouch: true })
    expect(await sidewaysScroll(page)).toBe(0)
  },
  browserTestMs,
)

/** Returns controls on the screen that a finger finds on less than 40 px; a point belongs to what a tap there reaches. */
const smallTargets = (page: Page) =>
  page
    .locator('main :is(button, a[href], [role=tab], [role=switch]):visible, .top-bar :is(button, a[href]):visible')
    .evaluateAll((elements) => {
      const reach = (element: Element, x: number, y: number, dx: number, dy: number) => {
        let px = 0
        for (; px < 40; px++) {
          const hit = document.elementFromPoint(x + dx * (px + 1), y + dy * (px + 1))
          if (!hit || !element.contains(hit)) break
        }
        return px
      }
      return elements.flatMap((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const [middle, centre] = [x + width / 2, y + height / 2]
        // Links within text are as high as its lines, and two fingers enlarge cards.
        if (element.closest('.link, .react-flow__node') || !element.contains(document.elementFromPoint(middle, centre)))
          return []
        const across = reach(element, middle, centre, -1, 0) + reach(element, middle, centre, 1, 0)
        const down = reach(element, middle, centre, 0, -1) + reach(element, middle, centre, 0, 1)
        const name = element.getAttribute('aria-label') ?? element.textContent
        return across < 39 || down < 39 ? [`${location.pathname} ${name} ${across} × ${down}`] : []
      })
    })

test(
  'has targets of at least 40 px for a finger on the screens of a phone',
  async () => {
    const id = addFlow(world(), drawFlow(names.map(text)))
    const page = await open(world().ana, { path: '/tickets', viewport: phone, hasTouch: true, isMobile: true })
    const small: string[] = []
    const screens = ['/tickets', '/kanban', '/queues', '/tags', '/schedules', '/settings', '/chats']
    for (const path of [...screens, '/flowbuilders', `/flowbuilder/${id}`, '/campaigns', '/prompts', '/files']) {
      await page.goto(world().url + path)
      await whenUsable(page)
      await motionEnd(page)
      small.push(...(await smallTargets(page)))
    }
    expect(small).toEqual([])
  },
  browserTestMs,
)

test(
  'keeps the focused field of a dialog above its buttons when an on-screen keyboard makes the window lower',
  async () => {
    const page = await open(world().ana, { path: '/contacts', viewport: phone, hasTouch: true, isMobile: true })
    await page.getByRole('button', { name: 'Adicionar contato' }).first().tap()
    await page.getByRole('dialog').getByRole('combobox').last().tap()
    await page.setViewportSize({ width: 390, height: 380 })
    await page.waitForFunction(() => {
      const field = document.activeElement?.getBoundingClientRect()
      const buttons = document.querySelector('dialog .dialog-footer')?.getBoundingClientRect()
      return field && buttons && innerHeight === 380 && field.top > 0 && field.bottom <= buttons.top
    })
  },
  browserTestMs,
)

test(
  'has the buttons of the flow editor within a window of 320 px in Spanish',
  async () => {
    const ana = await world().as(world().ana)
    await ana.put(`/users/${world().ana.id}`, { language: 'es' })
    const id = addFlow(world(), drawFlow(['Uno'].map(text)))
    const viewport = { width: 320, height: 640 }
    const page = await open(world().ana, { path: `/flowbuilder/${id}`, viewport, hasTouch: true, isMobile: true })
    const save = await boxAtRest(page.getByRole('button', { name: 'Guardar', exact: true }))
    expect(save.x + save.width).toBeLessThanOrEqual(viewport.width)
    expect((await boxAtRest(page.locator('.flow-canvas'))).width).toBe(viewport.width)
  },
  browserTestMs,
)
