import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import {
  browserTestMs,
  findBarriers,
  launchForFile,
  openWindow,
  signIn,
  type PersonWindow,
  type WindowOptions,
  hasFocus,
  whenUsable,
} from '../../src/testing/browser/browser'
import { toast } from '../../src/testing/browser/screen-windows'
import { until } from '../../src/testing/whatsapp/whatsapp-world'
import { password, type Person } from '../../src/testing/world/people'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'
import { eq } from 'drizzle-orm'
import { userTable } from '../../src/user/user.tables'

const windows: PersonWindow[] = []
const browser = launchForFile()
let world: ServedWorld

beforeEach(async () => {
  world = await createServedWorld({ pages: true })
}, browserTestMs)
afterEach(async () => {
  const complaints = windows.flatMap((window) => window.complaints)
  for (const { close } of windows.splice(0)) await close()
  await world.stop()
  expect(complaints).toEqual([])
})

async function open(person?: Person, options?: WindowOptions) {
  const opened = await openWindow(browser(), world, person, options)
  windows.push(opened)
  return opened.page
}

const path = (page: Page) => new URL(page.url()).pathname

test(
  'ends the session a moment after signing in elsewhere',
  async () => {
    const { bruno } = world
    // Calls are rejected while the notice is shown.
    const first = await open(undefined, { path: '/login', expected: [/401/] })
    await signIn(first, bruno.email)
    await first.getByRole('tab', { name: 'Aguardando 0' }).waitFor()
    await toast(first, 'Login efetuado com sucesso!')

    const second = await open(undefined, { path: '/login' })
    const [noticed] = await Promise.all([
      // The page is left a second later.
      first.waitForFunction(() => {
        const texts = [...document.querySelectorAll('.toast p')].map(({ textContent }) => textContent)
        return texts.includes('Sua conta foi acessada em outro computador.') && location.pathname
      }),
      signIn(second, bruno.email),
    ])
    expect(await noticed.jsonValue()).toBe('/tickets')
    await first.waitForURL(`${world.url}/login?next=%2Ftickets`)
    expect(await first.evaluate(() => localStorage.getItem('token'))).toBeNull()
    // Shown again until dismissed, for a user who was away.
    await whenUsable(first)
    await first.getByText('Sua conta foi acessada em outro computador.').waitFor()
    await second.getByRole('tab', { name: 'Aguardando 0' }).waitFor()
    expect(path(second)).toBe('/tickets')
    await first.goto(`${world.url}/tickets`)
    expect(path(first)).toBe('/login')
  },
  browserTestMs,
)

test(
  'signs in with a form that was sent before the scripts were there',
  async () => {
    const page = await open(undefined, { path: '/login' })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${world.url}/login`, { waitUntil: 'commit' })
    await signIn(page, world.bruno.email)
    release()
    await page.waitForURL(`${world.url}/tickets`)
  },
  browserTestMs,
)

test(
  'shows sign-in errors without revealing which accounts exist',
  async () => {
    const page = await open(undefined, { path: '/login', expected: [/40[01]/, /429/] })
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByText('Informe o e-mail').waitFor()
    await page.getByText('Informe a senha').waitFor()
    await signIn(page, 'bruno@acme')
    await page.getByText('E-mail inválido').waitFor()
    for (const [email, secret] of [
      [world.bruno.email, 'errada'],
      ['ninguem@acme.test', password],
    ] as const) {
      const [answer] = await Promise.all([page.waitForResponse(/auth\/login/), signIn(page, email, secret)])
      expect(answer.status()).toBe(401)
      await page.locator('form').getByText('Erro de autenticação. Por favor, tente novamente.').waitFor()
    }
    await page.getByText('Esqueci a senha').click()
    await page.getByText('Peça a um administrador da sua empresa').waitFor()

    // A shift of one minute, two hours from now.
    const inHours = new Date(Date.now() + 2 * 3_600_000)
    const minute = inHours.toLocaleTimeString('pt-BR', { timeZone: 'America/Sao_Paulo', timeStyle: 'short' })
    const { db } = world.ctx(1)
    db.update(userTable).set({ startWork: minute, endWork: minute }).where(eq(userTable.id, world.bruno.id)).run()
    await signIn(page, world.bruno.email)
    await page.getByText('Você está fora do seu horário de trabalho.').waitFor()

    for (let tries = 0; tries < 10; tries++) {
      const body = JSON.stringify({ email: world.carla.email, password: 'errada' })
      await fetch(`${world.url}/auth/login`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    }
    await signIn(page, world.carla.email)
    await page.getByText('Muitas tentativas. Aguarde um pouco e tente novamente.').waitFor()
    expect(path(page)).toBe('/login')
  },
  browserTestMs,
)

test(
  'requires a new password at the first sign-in with a generated one',
  async () => {
    const sofia = await world.as(world.sofia)
    const company = { name: 'Initech', email: 'bill@initech.test', planId: 1 }
    const { generatedPassword } = (await sofia.post('/companies', company)).body
    const page = await open(undefined, { path: '/login', expected: [/40[01]/] })
    await page.getByLabel('E-mail').fill(company.email)
    await page.locator('[name=password]').fill(generatedPassword)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('heading', { name: 'Crie a sua senha' }).waitFor()
    const field = page.getByLabel('Nova senha')
    await hasFocus(field)
    expect(await findBarriers(page)).toEqual([])
    await field.fill(generatedPassword)
    await page.getByRole('button', { name: 'Salvar e entrar' }).click()
    await page.getByText('Escolha uma senha diferente da provisória').waitFor()
    await field.fill('segredo só meu')
    await page.getByRole('button', { name: 'Salvar e entrar' }).click()
    await toast(page, 'Login efetuado com sucesso!')
  },
  browserTestMs,
)

test(
  'redirects signed-out users to sign-in, signed-in users past it, and ends the session on signing out',
  async () => {
    const page = await open(undefined, { path: '/' })
    expect(path(page)).toBe('/login')
    await signIn(page, world.ana.email)
    // Admins start at the dashboard, others at the inbox.
    await page.waitForURL(`${world.url}/`)
    await page.goto(`${world.url}/login`)
    await whenUsable(page)
    expect(path(page)).toBe('/')
    await page.getByRole('button', { name: 'Minha conta' }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await page.waitForURL(`${world.url}/login`)
    for (const closed of ['/', '/users', '/tickets', '/connections']) {
      await page.goto(world.url + closed)
      expect(path(page)).toBe('/login')
    }
    // Also an agent who may see the dashboard.
    await (await world.as(world.ana)).put('/users/2', { showDashboard: 'enabled' })
    // After signing in, users continue to the requested page, if they may see it and it belongs to the product.
    const leads: Record<string, string> = {
      '/chats?new=1': '/chats?new=1',
      '/': '/tickets',
      '/connections': '/tickets',
      '/login?next=%2F%2Felsewhere.test%2Ftickets': '/tickets',
      '/login?next=%5C%5Celsewhere.test%2F': '/tickets',
      '/login?next=javascript%3Aalert(1)': '/tickets',
    }
    for (const [requested, shown] of Object.entries(leads)) {
      await page.context().clearCookies()
      await page.goto(world.url + requested)
      await whenUsable(page)
      await signIn(page, world.bruno.email)
      await page.waitForURL(world.url + shown)
    }
  },
  browserTestMs,
)

test(
  'shows a forbidden page by itself when the permission is given, and takes it away with the permission',
  async () => {
    const ana = await world.as(world.ana)
    const setAccess = (allowConnections: 'enabled' | 'disabled') => ana.put('/users/2', { allowConnections })
    const page = await open(world.bruno, { path: '/connections', expected: [/^40[34] /, /status of 40[34]/] })
    const refused = page.getByRole('heading', { name: 'Oops! Acesso Negado!' })
    const shown = page.getByRole('heading', { name: 'Conexões', level: 1 })
    await refused.waitFor()
    for (const _ of ['first', 'again']) {
      expect((await setAccess('enabled')).status).toBe(200)
      await shown.waitFor()
      expect((await setAccess('disabled')).status).toBe(200)
      await refused.waitFor()
    }
    expect(new URL(page.url()).pathname).toBe('/connections')
  },
  browserTestMs,
)

test(
  'says that a page is forbidden or missing, with a way back',
  async () => {
    const expected = [/^40[34] /, /status of 40[34]/]
    const page = await open(world.bruno, { path: '/users', expected })
    await page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor()
    await page.getByText('Seu usuário não tem permissão para ver esta página.').waitFor()
    await page.getByRole('link', { name: 'Voltar aos atendimentos' }).click()
    await page.waitForURL(`${world.url}/tickets`)
    const answer = await page.goto(`${world.url}/nao-existe`)
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
    await page.getByRole('link', { name: 'Ir para o início' }).click()
    await page.waitForURL(`${world.url}/tickets`)
  },
  browserTestMs,
)

test(
  'renders the user’s theme, or the browser’s last, in the first line',
  async () => {
    const firstLine = async (headers: Record<string, string>, address: string) => {
      const html = await (await fetch(world.url + address, { headers: { accept: 'text/html', ...headers } })).text()
      return html.slice(0, html.indexOf('<head>'))
    }
    expect(await firstLine({}, '/login')).toContain('data-theme="light"')
    expect(await firstLine({ cookie: 'theme=dark' }, '/login')).toContain('data-theme="dark"')
    const page = await open(world.bruno)
    const saved = page.waitForResponse((response) => response.url().endsWith(`/users/${world.bruno.id}`))
    await page.getByRole('button', { name: 'Usar tema escuro' }).click()
    expect((await saved).status()).toBe(200)
    const cookies = await page.context().cookies()
    const cookie = cookies
      .filter(({ name }) => name !== 'theme')
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    expect(await firstLine({ cookie }, '/tickets')).toContain('data-theme="dark"')
    await page.reload()
    expect(await page.locator('html[data-theme=dark]').count()).toBe(1)
  },
  browserTestMs,
)

/** The theme of the page when its body began, before anything was painted, and its present one. */
async function themesOf(page: Page) {
  const shown = () => page.evaluate(() => document.documentElement.dataset['theme'])
  const [first, now] = [await page.evaluate(() => sessionStorage.getItem('firstTheme')), await shown()]
  return { first, now, native: await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme) }
}

test(
  'follows the system’s theme from the first paint on, until somebody chooses one, and again when its own is chosen',
  async () => {
    const dark = { first: 'dark', now: 'dark', native: 'dark' }
    const page = await open(undefined, { path: '/login', colorScheme: 'dark' })
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return
        sessionStorage.setItem('firstTheme', document.documentElement.dataset['theme'] ?? '')
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    const reload = async () => {
      await page.reload()
      await whenUsable(page)
    }
    const toggle = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const themeOf = ({ id }: Person) =>
      world.ctx(1).db.select().from(userTable).where(eq(userTable.id, id)).get()?.defaultTheme
    await reload()
    expect(await themesOf(page)).toEqual(dark)
    await signIn(page, world.bruno.email)
    await page.waitForURL('**/tickets')
    await page.getByRole('button', { name: 'Usar tema claro' }).waitFor()
    expect(await themesOf(page)).toEqual(dark)
    // The system's theme changes while the page is open.
    await page.emulateMedia({ colorScheme: 'light' })
    await page.locator('html[data-theme=light]').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await toggle('Usar tema claro')
    await page.locator('html[data-theme=light]').waitFor()
    await page.emulateMedia({ colorScheme: 'light' })
    await toggle('Usar tema escuro')
    await until(() => themeOf(world.bruno) === 'dark', 'the save')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.emulateMedia({ colorScheme: 'light' })
    await reload()
    expect(await themesOf(page)).toEqual(dark)
    // The system's own theme, chosen: it is followed again.
    const saved = page.waitForResponse((response) => response.url().endsWith(`/users/${world.bruno.id}`))
    await toggle('Usar tema claro')
    await saved
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-theme=dark]').waitFor()
    expect([themeOf(world.bruno), themeOf(world.carla)]).toEqual(['system', 'system'])
  },
  browserTestMs,
)

test(
  'signs in despite cookies of other programs',
  async () => {
    const page = await open(undefined, { path: '/login' })
    const names = ['recado_session', 'theme', 'language', 'queues', 'other']
    await page.context().addCookies(names.map((name) => ({ name, value: '%E0%A4%A', url: world.url })))
    await page.goto(`${world.url}/login`)
    await whenUsable(page)
    await signIn(page, world.bruno.email)
    await page.getByRole('tab', { name: 'Aguardando 0' }).waitFor()
    expect(path(page)).toBe('/tickets')
  },
  browserTestMs,
)
