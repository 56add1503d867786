import { beforeAll, expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, findBarriers, hasFocus, launchForFile, whenUsable } from '../testing/browser/browser'
import { keepToasts, toast } from '../testing/browser/shown-toasts'
import { ana, buildFixture, fixtureState, serveFixture } from './testing/fixture-server'

const browser = launchForFile()
// The first build takes several seconds of processor time.
beforeAll(() => buildFixture(), browserTestMs)

async function open(path: string, who?: string, state = fixtureState()) {
  const fixture = await serveFixture(state)
  const context = await browser().newContext({ viewport: { width: 1280, height: 800 } })
  if (who) await context.addCookies([{ name: 'who', value: who, url: fixture.url }])
  await keepToasts(context)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(fixture.url + path)
  await whenUsable(page)
  const close = async () => {
    await context.close()
    await fixture.stop()
  }
  return { page, complaints, close, ...fixture }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('hydrates the login page without console errors', async () => {
  const { page, complaints, close } = await open('/login')
  const [email] = [page.getByLabel('E-mail')]
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('Informe o e-mail').waitFor()
  await hasFocus(email)
  await page.getByRole('button', { name: 'Usar tema escuro' }).click()
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  await page.reload()
  expect(await page.locator('html[data-theme=dark]').count()).toBe(1)
  expect(complaints).toEqual([])
  await close()
})

test('shows a wrong password, signs in with the right one, and signs out', async () => {
  const { page, close, url } = await open('/login')
  await page.getByLabel('E-mail').fill('ana@acme.test')
  await page.getByLabel('Senha', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('Erro de autenticação').waitFor()
  await page.getByLabel('Senha', { exact: true }).fill('right')
  await page.keyboard.press('Enter')
  await heading(page, 'Fixture').waitFor()
  await whenUsable(page)
  expect(page.url()).toBe(`${url}/`)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe('token-ana')
  await page.getByRole('button', { name: 'Minha conta' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.waitForURL(`${url}/login`)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await close()
})

test('navigates within the app without a new document, also back', async () => {
  const { page, complaints, close, state } = await open('/', 'ana')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  state.note = 'Second note'
  await page.getByRole('link', { name: 'To contacts' }).click()
  await page.getByText('Second note').waitFor()
  expect(new URL(page.url()).pathname).toBe('/contacts')
  expect(await page.title()).toBe('Fixture · Recado')
  await page.goBack()
  await page.waitForURL('**/')
  await page.getByRole('link', { name: 'Atendimentos' }).click()
  await page.waitForURL('**/tickets')
  expect(await page.getByRole('link', { name: 'Atendimentos' }).getAttribute('aria-current')).toBe('page')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

test('leaves a link pressed with a modifier key to the browser, which opens another tab', async () => {
  const { page, complaints, close, url } = await open('/', 'ana')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'To contacts' }).click({ modifiers: ['ControlOrMeta'] })
  await (await opened).waitForURL('**/contacts')
  expect(page.url()).toBe(`${url}/`)
  expect(complaints).toEqual([])
  await close()
})

test('answers a click at once with the title of the next page, which follows when its data is there', async () => {
  const { page, close } = await open('/', 'ana')
  await page.getByRole('button', { name: 'Pressed 0' }).click()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/fixture', async (call) => {
    await held
    await call.continue().catch(() => {})
  })
  await page.getByRole('link', { name: 'To contacts' }).click()
  await heading(page, '/contacts').waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'attached' })
  expect(new URL(page.url()).pathname).toBe('/contacts')
  expect(await page.title()).toBe('/contacts · Recado')
  await page.getByRole('link', { name: 'Atendimentos' }).click()
  expect(await page.getByRole('link', { name: 'Atendimentos' }).getAttribute('aria-current')).toBe('page')
  await heading(page, 'Atendimentos').waitFor()
  release()
  await heading(page, 'Fixture').waitFor()
  expect(new URL(page.url()).pathname).toBe('/tickets')
  expect(await page.getByRole('progressbar').count()).toBe(0)
  // What was opening and left again is not in the history.
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('button', { name: 'Pressed 0' }).waitFor()
  await close()
})

test('says what failed when a page could not be opened', async () => {
  const { page, close } = await open('/', 'ana')
  await page.route('**/fixture', async (call) => {
    await heading(page, '/contacts').waitFor()
    await call.abort('connectionfailed')
  })
  await page.getByRole('link', { name: 'To contacts' }).click()
  await page.getByText('ERR_NETWORK').waitFor()
  await page.unroute('**/fixture')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await heading(page, 'Fixture').waitFor()
  expect(new URL(page.url()).pathname).toBe('/contacts')
  await close()
})

test('renews an expired token during navigation', async () => {
  const { page, close, state } = await open('/', 'ana')
  state.expired.add('token-ana')
  await page.getByRole('link', { name: 'To contacts' }).click()
  await page.waitForURL('**/contacts')
  await heading(page, 'Fixture').waitFor()
  expect(state.refreshes).toBe(1)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe('token-ana-1')
  await close()
})

test('ends this session a second after a sign-in elsewhere', async () => {
  const { page, close, sockets, url } = await open('/', 'ana')
  while (sockets.size === 0) await Bun.sleep(10)
  await Bun.sleep(100)
  await page.context().clearCookies()
  for (const socket of sockets)
    socket.send(JSON.stringify({ event: 'company-2-auth', number: 8, data: { user: { id: 1 } } }))
  await page.getByText('Sua conta foi acessada em outro computador.').waitFor()
  await page.waitForURL(`${url}/login`)
  await close()
})

test('announces a lost live connection and its return', async () => {
  const { page, close, sockets } = await open('/', 'ana')
  while (sockets.size === 0) await Bun.sleep(10)
  await Bun.sleep(100)
  for (const socket of sockets) socket.close()
  await page.getByText('Reconectando ao servidor').waitFor()
  await toast(page, 'Conectado de novo')
  await close()
})

test('opens any screen from the palette by keyboard', async () => {
  const { page, complaints, close } = await open('/', 'ana')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('users')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/users')
  expect(await page.getByRole('combobox').count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

test('renders hostile data as text', async () => {
  const { page, complaints, close } = await open('/', 'ana', {
    ...fixtureState(),
    note: '</script><script>window.hit = 1</script>',
  })
  await page.getByText('</script><script>window.hit = 1</script>').waitFor()
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  expect(complaints).toEqual([])
  await close()
})

const windows = (['light', 'dark'] as const).flatMap(
  (theme) =>
    [
      [theme, '/login', undefined, 1280],
      [theme, '/contacts', 'ana', 1280],
      [theme, '/contacts', 'ana', 390],
      [theme, '/nothing', 'ana', 1280],
    ] as const,
)

test.each(windows)('has no accessibility violations: %s %s %s %i', async (theme, path, who, width) => {
  const state = fixtureState()
  state.people = { ana: { ...ana, defaultTheme: theme } }
  const { page, close } = await open(path, who, state)
  await page.setViewportSize({ width, height: 800 })
  expect(await findBarriers(page)).toEqual([])
  await close()
})
