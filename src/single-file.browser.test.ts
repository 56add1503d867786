import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { screens } from '../web/screens'
import { browserTestMs, launchForFile, signIn, whenUsable } from './testing/browser/browser'
import { type MainProcess, startMain } from './testing/process/main-process'
import { copySingleFile } from './testing/process/single-file'
import { people } from './testing/world/people'
import { copyTemplate } from './testing/world/world-template'

const browser = launchForFile()
let folder: string
let dataDir: string
let main: MainProcess
beforeAll(async () => {
  const copy = copySingleFile()
  folder = copy.folder
  dataDir = (await copyTemplate()).dataDir
  main = startMain(dataDir, {}, { alone: copy.file })
}, browserTestMs)
afterAll(async () => {
  await main.stop()
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
})

test(
  'somebody signs in at the single file and opens every screen of the menu',
  async () => {
    const address = await main.address()
    const page = await (await browser().newContext({ locale: 'pt-BR' })).newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on(
      'response',
      (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
    )
    await page.goto(`${address}/login`)
    await whenUsable(page)
    await signIn(page, people.sofia.email)
    await page.waitForURL((url) => url.pathname !== '/login')
    const paths = Object.values(screens)
      .map(({ path }) => path)
      .filter((path) => !path.includes(':'))
    expect(paths.length).toBeGreaterThan(25)
    for (const path of paths) {
      await page.goto(address + path)
      await whenUsable(page)
      expect([path, await page.getByRole('heading').count()]).not.toEqual([path, 0])
    }
    expect(complaints).toEqual([])
    expect(main.errors()).toBe('')
  },
  browserTestMs,
)
