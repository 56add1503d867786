import { afterAll, beforeAll, expect, test } from 'bun:test'
import { browserTestMs, launchForFile, signIn } from '../../src/testing/browser/browser'
import { bankCertificate, bankKey } from '../../src/testing/services/bank/certificates'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'

const browser = launchForFile()
let world: ServedWorld
let proxy: ReturnType<typeof serveOverHttps>
beforeAll(async () => {
  world = await createServedWorld({ pages: true })
  proxy = serveOverHttps(world.url)
})
afterAll(async () => {
  await proxy.stop(true)
  await world.stop()
})

function serveOverHttps(to: string) {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { key: bankKey, cert: bankCertificate },
    fetch(request) {
      const { pathname, search, host } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-proto', 'https')
      headers.set('x-forwarded-host', host)
      const { method, body } = request
      return fetch(to + pathname + search, { method, body, headers, redirect: 'manual', decompress: false })
    },
  })
}

test(
  'over HTTPS every cookie, also of a choice, is one that neither HTTP nor another site of the domain can set',
  async () => {
    const context = await browser().newContext({ locale: 'pt-BR', ignoreHTTPSErrors: true })
    const page = await context.newPage()
    const url = `https://127.0.0.1:${proxy.port}`
    await context.addCookies([{ name: 'theme', value: 'dark', url }])
    await page.goto(`${url}/login`)
    await page.locator('html[data-hydrated][data-theme=dark]').waitFor()
    await context.clearCookies()
    await signIn(page, world.bruno.email)
    await page.waitForURL(/tickets/)
    await page.waitForFunction(() => document.cookie.includes('theme='))
    const cookies = await context.cookies()
    expect(cookies.filter(({ name, secure }) => !secure || !name.startsWith('__Host-'))).toEqual([])
    expect(cookies.map(({ name }) => name)).toContain('__Host-theme')
    expect(await page.evaluate(() => document.cookie)).not.toMatch(/session|device/)
    await context.close()
  },
  browserTestMs,
)
