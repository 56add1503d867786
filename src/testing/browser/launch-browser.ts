import { chromium, type Browser } from '@playwright/test'
import { clockShiftMs, shiftDate } from '../clock/shift-clock'
import { systemBrowser } from './system-browser'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function launchBrowser(further: readonly string[] = [], isWhole = false): Promise<Browser> {
  const executablePath = systemBrowser(isWhole)
  // Playwright's own shell shows no notices either.
  const channel = isWhole && executablePath === undefined ? 'chromium' : undefined
  const browser = await chromium.launch({ executablePath, channel, args: [...args, ...further] })
  if (clockShiftMs !== 0) {
    const newContext = browser.newContext.bind(browser)
    browser.newContext = async (options) => {
      const context = await newContext(options)
      await context.addInitScript(shiftDate, clockShiftMs)
      return context
    }
  }
  return browser
}
