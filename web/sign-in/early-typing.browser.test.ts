import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { password } from '../../src/testing/world/people'

const { open, withWorld } = createScreenWindows('/login')

test(
  'keeps the e-mail that was typed before the scripts were there when the password is typed after',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, undefined)
      const scripts = Promise.withResolvers<void>()
      await page.route(/\/assets\/.*\.js$/, async (route) => {
        await scripts.promise
        await route.continue()
      })
      await page.goto(`${world.url}/login`, { waitUntil: 'commit' })
      await page.getByLabel('E-mail').fill(world.bruno.email)
      scripts.resolve()
      await page.locator('html[data-hydrated]').waitFor()
      await page.getByLabel('Senha', { exact: true }).fill(password)
      expect(await page.getByLabel('E-mail').inputValue()).toBe(world.bruno.email)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${world.url}/tickets`)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
