import type axe from 'axe-core'
import { afterAll, beforeAll, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Frame, Locator, Page } from '@playwright/test'
import { launchBrowser } from './launch-browser'
import { keepToasts } from './shown-toasts'
import { refreshCookieName } from '../../user/session/authenticate'
import { password, type Person } from '../world/people'
import type { ServedWorld } from '../world/served-world'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Time limit of a browser test: `test(name, fn, browserTestMs)`. On a loaded machine, axe alone takes a minute. */
export const browserTestMs = 180_000

/** Of a single wait. A machine that does much else may take half a minute to start a process. */
const waitMs = 90_000

/** The page and its parts that are hydrated later. */
const hydrated = 'html[data-hydrated]:not(:has(.later-part[data-pending]))'

/** Looks at each frame: `waitFor` soon looks only every half second. */
export const whenUsable = (page: Page) => page.waitForFunction((found) => document.querySelector(found), hydrated)

/** Replaces microphone and camera, and grants access without a question. */
export const fakeMediaDevices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** By their flags; they end with the process. */
const browsers = new Map<string, Promise<Browser>>()

/** Uses one browser for all tests of a file, and the same for the next files. Windows left open are closed between. */
export function launchForFile(further: readonly string[] = [], { isWhole = false } = {}): () => Browser {
  const flags = [...further, ...(isWhole ? ['whole'] : [])].join(' ')
  let browser: Browser
  beforeAll(async () => {
    const launched = browsers.get(flags) ?? launchBrowser(further, isWhole)
    browsers.set(flags, launched)
    browser = await launched
  }, browserTestMs)
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())))
  return () => browser
}

export interface WindowOptions extends BrowserContextOptions {
  path?: string
  /** Parts of expected console messages. */
  expected?: readonly (string | RegExp)[]
}

/** A user's window whose console and requests are recorded from the start. */
export interface PersonWindow {
  page: Page
  /** Console errors, exceptions, and refused or failed requests, except the expected ones. */
  complaints: string[]
  go(path: string): Promise<void>
  close(): Promise<void>
}

/** Opens a window with the user signed in and the page hydrated. One per user: signing in again ends the earlier session. */
export async function openWindow(
  browser: Browser,
  world: ServedWorld,
  person: Person | undefined,
  { path = '/tickets', expected = [], ...options }: WindowOptions = {},
): Promise<PersonWindow> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR', ...options })
  world.addWindow(context)
  context.setDefaultTimeout(waitMs)
  if (person) {
    const { refreshToken } = await world.as(person)
    await context.addCookies([{ name: refreshCookieName, value: refreshToken, url: world.url, httpOnly: true }])
  }
  await keepToasts(context)
  const page = await context.newPage()
  const complaints = watchComplaints(page, expected)

  async function go(to: string) {
    await page.goto(world.url + to)
    await whenUsable(page)
  }

  await go(path)
  return { page, complaints, go, close: () => context.close() }
}

/** The messages that are kept for reading offline may be asked for just when their ticket is deleted or handed over. */
const keptOffline = /\/messages\/\d+\?cursor=9007199254740991/

function watchComplaints(page: Page, expected: readonly (string | RegExp)[]) {
  const complaints: string[] = []
  const note = (text: string) => {
    const known = expected.some((part) => (typeof part === 'string' ? text.includes(part) : part.test(text)))
    if (!known) complaints.push(text)
  }
  page.on('console', (message) => {
    if (keptOffline.test(message.location().url) && message.text().includes('404')) return
    if (['error', 'warning'].includes(message.type())) note(message.text())
  })
  page.on('pageerror', (error) => note(error.message))
  page.on('response', (response) => {
    const status = response.status()
    if (status < 400 || (status === 404 && keptOffline.test(response.url()))) return
    note(`${status} ${response.url()}`)
  })
  return complaints
}

export async function signIn(page: Page, email: string, secret = password) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

export const hasFocus = (element: Locator) => element.and(element.page().locator(':focus')).waitFor()

const tabStopsMax = 80

export async function tabTo(page: Page, target: Locator, key = 'Tab') {
  await target.first().waitFor({ state: 'attached' })
  const focused = target.and(page.locator(':focus'))
  for (let stops = 0; stops < tabStopsMax; stops++) {
    if ((await focused.count()) > 0) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${String(target)}`)
}

/** Presses the keys of a shortcut such as `g t` without waiting between them: a pause on a slow machine would end it. */
export async function pressSequence(page: Page, keys: string) {
  await Promise.all([...keys].flatMap((key) => [page.keyboard.down(key), page.keyboard.up(key)]))
}

/** Returns how far the page scrolls horizontally, in pixels; must be 0 on a phone. */
export function sidewaysScroll(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Waits until nothing fades or moves: what is seen or measured before is of a moment that no reader notices. */
export function motionEnd(page: Page) {
  return page.evaluate(async () => {
    const moving = document
      .getAnimations()
      // Skeletons have infinite animations.
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.all(moving.map((animation) => animation.finished.catch(() => {})))
  })
}

export async function boxAtRest(element: Locator) {
  await element.waitFor()
  await motionEnd(element.page())
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is out of sight`)
  return box
}

export async function findBarriers(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  // Fading elements are half transparent, which falsifies the contrast.
  await motionEnd(page)
  for (const frame of page.frames()) await loadAxe(frame)
  return page.evaluate(async (given) => {
    const { violations } = await window.axe.run({ resultTypes: ['violations'], ...given })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  }, options)
}

/** The minified file is read faster than `axe.source`, which is twice as long. */
const axeSource = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')

/** Loads axe once per document: that takes longer than checking it. */
async function loadAxe(frame: Frame) {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(`${axeSource};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
}

/** Shows the page in the other theme, without changing the user's setting. */
export async function showTheme(page: Page, theme: 'light' | 'dark') {
  await page.evaluate((name) => {
    const { dataset, style } = document.documentElement
    dataset['theme'] = name
    // The company's colours belong to the rendered theme. Without them the theme's own apply.
    style.removeProperty('--brand')
    style.removeProperty('--brand-solid')
  }, theme)
}

const contrastRules: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

export async function expectNoBarriers(page: Page) {
  await showTheme(page, 'light')
  expect(await findBarriers(page)).toEqual([])
  await showTheme(page, 'dark')
  expect(await findBarriers(page, contrastRules)).toEqual([])
}

/** Expects no axe violations on a phone, and nothing wider than the screen. */
export async function expectFitsPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findBarriers(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
}
