import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright'

const systemChromium = '/usr/bin/chromium'
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The system's Chromium, else Playwright's own. */
export function launchBrowser(further: readonly string[] = []): Promise<Browser> {
  const executablePath = existsSync(systemChromium) ? systemChromium : undefined
  return chromium.launch({ executablePath, args: [...args, ...further] })
}
