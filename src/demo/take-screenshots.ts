import type { Page } from '@playwright/test'
import { signIn } from '../testing/browser/browser'
import { inbox, messages } from '../testing/browser/conversation-parts'
import { launchBrowser } from '../testing/browser/launch-browser'
import { demoPassword, staff } from './company/demo-company'
import type { Demo } from './start-demo'

const triedTicketsMax = 20
/** Shows the tickets of all agents, because one agent may have few. */
const everybodysTickets = 'all=1'

export async function* takeScreenshots({ url }: Demo) {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      locale: 'pt-BR',
      colorScheme: 'light',
    })
    await open(page, `${url}/login`)
    await signIn(page, staff[0].email, demoPassword)
    await page.waitForURL(`${url}/`)
    await open(page, `${url}/tickets?${everybodysTickets}`)
    await openConversationWithPicture(page)
    yield { name: 'inbox', bytes: await shoot(page) }
    await open(page, `${url}/`)
    // High enough for the chart below the figures.
    await page.setViewportSize({ width: 1440, height: 1010 })
    await page.locator('.column-chart').first().waitFor()
    await page.waitForLoadState('networkidle')
    yield { name: 'dashboard', bytes: await shoot(page) }
  } finally {
    await browser.close()
  }
}

async function open(page: Page, address: string) {
  await page.goto(address)
  await page.locator('html[data-hydrated]').waitFor()
  await page.waitForLoadState('networkidle')
}

/** Opens the first conversation with a picture; the last one tried if there is none. */
async function openConversationWithPicture(page: Page) {
  const links = inbox(page).getByRole('article').getByRole('link')
  const addresses = await links.evaluateAll((all) => [...new Set(all.map((link) => (link as HTMLAnchorElement).href))])
  for (const address of addresses.slice(0, triedTicketsMax)) {
    await open(page, `${address.split('?')[0]}?${everybodysTickets}`)
    await messages(page).waitFor()
    if ((await messages(page).locator('.message-image').count()) > 0) return
  }
}

async function shoot(page: Page) {
  return new Bun.Image(await page.screenshot({ animations: 'disabled' })).webp({ quality: 80 }).bytes()
}
