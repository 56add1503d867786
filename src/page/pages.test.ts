import { beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../web/routes'
import { createFairScheduler } from '../kernel/job/event-loop-turns'
import { buildClient } from './build-client'
import { createPageTurns } from './page-turns'
import { modulesOf } from './render-page'
import { ana, bruno, createFixture, buildFixture, fixtureState } from './testing/fixture-server'

const html = 'text/html,application/xhtml+xml,*/*;q=0.8'

function visit(path: string, options: { who?: string; accept?: string; method?: string; cookie?: string } = {}) {
  const { who, accept = html, method = 'GET', cookie } = options
  const cookies = [who && `who=${who}`, cookie].filter(Boolean).join('; ')
  return new Request(`http://localhost${path}`, { method, headers: { accept, ...(cookies && { cookie: cookies }) } })
}

beforeAll(async () => {
  await buildFixture()
})

test('renders the login page completely on the server', async () => {
  const { answer, manifest } = await createFixture()
  const response = await answer(visit('/login'))
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(text).toContain('<title>Entrar · Recado</title>')
  expect(text).toMatch(
    /^<!doctype html>\n<html lang="pt-BR" data-theme="light" style="--brand:#0000FF;--brand-solid:#2f60d6">/,
  )
  expect(text).toContain('autoComplete="current-password"')
  expect(text).toContain(`<link rel="stylesheet" href="${manifest.styles}">`)
  expect(text).toContain(`<link rel="stylesheet" href="${manifest.conversationStyles}">`)
  expect(text).toContain(`<link rel="stylesheet" href="${manifest.screenStyles}">`)
  expect(text).toContain('as="font"')
  expect(text).not.toContain('/signup')
})

test('loads the styles of other screens after the first paint of the inbox', async () => {
  const { answer, manifest } = await createFixture()
  const { styles, conversationStyles, screenStyles } = manifest
  const later = async (path: string) =>
    (await (await answer(visit(path, { who: 'ana' }))).text()).match(/(?<=href=")[^"]+(?=" media="print")/g) ?? []
  expect(await later('/tickets')).toEqual([conversationStyles, screenStyles])
  expect(await later('/tickets/one')).toEqual([screenStyles])
  expect(await later('/contacts')).toEqual([])
  expect(new Set([styles, conversationStyles, screenStyles]).size).toBe(3)
})

test('loads a visitor’s pages one by one, up to a limit', async () => {
  const { oneByOne } = createPageTurns(createFairScheduler(), () => 'somebody')
  const end = Promise.withResolvers<string>()
  const pages = Array.from({ length: 500 }, () => oneByOne(visit('/'), () => end.promise))
  expect(await oneByOne(visit('/'), () => end.promise).catch(({ code }) => code)).toBe('ERR_TOO_MANY_REQUESTS')
  end.resolve('shown')
  expect(new Set(await Promise.all(pages))).toEqual(new Set(['shown']))
  expect(await oneByOne(visit('/'), () => end.promise)).toBe('shown')
})

test('links to sign-up only where it is allowed', async () => {
  const { answer } = await createFixture({ ...fixtureState(), allowSignup: true })
  expect(await (await answer(visit('/login'))).text()).toContain('href="/signup"')
})

test('forbids what a page does not need', async () => {
  const { answer } = await createFixture()
  for (const request of [visit('/login'), visit('/contacts', { who: 'ana' }), visit('/nothing')]) {
    const { headers } = await answer(request)
    const policy = headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(nonce).toMatch(/^.{20,}$/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+';/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy')).toContain('microphone=(self)')
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding')
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('compresses a page for browsers that accept it', async () => {
  const { answer } = await createFixture()
  const asked = visit('/login')
  asked.headers.set('accept-encoding', 'gzip, deflate, br')
  const response = await answer(asked)
  expect(response.headers.get('content-encoding')).toBe('gzip')
  const text = new TextDecoder().decode(Bun.gunzipSync(await response.bytes()))
  expect(text).toStartWith('<!doctype html>')
  asked.headers.set('accept-encoding', 'gzip;q=0, br')
  expect((await answer(asked)).headers.get('content-encoding')).toBeNull()
})

test('never repeats a nonce, and sets it on every script', async () => {
  const { answer } = await createFixture()
  const nonces = new Set<string>()
  for (let i = 0; i < 2; i++) {
    const response = await answer(visit('/login'))
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? ''
    const scripts = (await response.text()).match(/<script[^>]*>/g) ?? []
    expect(scripts).toHaveLength(3)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(2)
})

test('redirects signed-out users to sign-in, and signed-in users away from it', async () => {
  const { answer } = await createFixture()
  const out = await answer(visit('/contacts'))
  expect([out.status, out.headers.get('location')]).toEqual([302, '/login?next=%2Fcontacts'])
  const searched = await answer(visit('/contacts?searchParam=a%26b'))
  expect(searched.headers.get('location')).toBe('/login?next=%2Fcontacts%3FsearchParam%3Da%2526b')
  expect((await answer(visit('/'))).headers.get('location')).toBe('/login')
  const back = await answer(visit('/login', { who: 'ana' }))
  expect([back.status, back.headers.get('location')]).toEqual([302, '/'])
})

test('distinguishes a page and a call of the same path by what is accepted', async () => {
  const { answer } = await createFixture()
  const page = await answer(visit('/tickets', { who: 'ana' }))
  expect(page.headers.get('content-type')).toContain('text/html')
  const call = await answer(visit('/tickets', { who: 'ana', accept: 'application/json' }))
  expect(call.headers.get('content-type')).toContain('application/json')
  const any = await answer(visit('/tickets', { who: 'ana', accept: '*/*' }))
  expect(any.headers.get('content-type')).toContain('application/json')
  const post = await answer(visit('/tickets', { method: 'DELETE' }))
  expect(post.headers.get('content-type')).toContain('application/json')
})

test('keeps hostile data inside its element', async () => {
  const hostile = `</script><script>alert(1)</script><!-- \u2028 &amp; "quoted" ' `
  const state = { ...fixtureState(), note: hostile }
  state.people = { eve: { ...ana, name: hostile, company: { ...ana.company, name: hostile } } }
  const { answer } = await createFixture(state, {
    branding: () => ({
      name: `"><script>alert(2)</script>`,
      primaryColorLight: '#fff"><script>',
      primaryColorDark: 'red',
      logoLight: null,
      logoDark: null,
      favicon: '"><script>alert(3)</script>',
    }),
  })
  const text = await (await answer(visit('/', { who: 'eve' }))).text()
  expect(text.match(/<script/g)).toHaveLength(3)
  expect(text).not.toContain('alert(1)</script>')
  expect(text).toContain('style="--brand:#0000FF;--brand-solid:#2f60d6"')
  const json = /id="page-data"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? ''
  expect(JSON.parse(json).visit.data.text).toBe(hostile)
})

test('puts the user’s theme in the first line, or the browser’s before sign-in', async () => {
  const state = fixtureState()
  state.people = { ana: { ...ana, defaultTheme: 'dark' } }
  const { answer } = await createFixture(state)
  expect(await (await answer(visit('/', { who: 'ana', cookie: 'theme=light' }))).text()).toContain(
    'data-theme="dark" style="--brand:#39ACE7;--brand-solid:#267aa6"',
  )
  expect(await (await answer(visit('/login', { cookie: 'theme=dark' }))).text()).toContain('data-theme="dark"')
  expect(await (await answer(visit('/login', { cookie: 'language=es' }))).text()).toContain('<html lang="es"')
})

test('follows the system before the first paint until somebody chooses a theme', async () => {
  const state = fixtureState()
  state.people = { ana: { ...ana, defaultTheme: 'system' } }
  const { answer } = await createFixture(state)
  const head = async (request: Request) => /^.*<link rel="stylesheet"/s.exec(await (await answer(request)).text())?.[0]
  const undecided = [
    visit('/', { who: 'ana', cookie: 'theme=dark' }),
    visit('/login'),
    visit('/login', { cookie: 'theme=x' }),
  ]
  for (const request of undecided) {
    const text = await head(request)
    expect(text).toContain('data-theme="light"')
    expect(text).toContain('prefers-color-scheme')
    expect(text).toContain('--brand:#39ACE7;--brand-solid:#267aa6')
  }
  const chosen = await head(visit('/login', { cookie: 'theme=light' }))
  expect(chosen).toContain('data-theme="light"')
  expect(chosen).not.toContain('prefers-color-scheme')
})

test('brings the texts of errors with the inbox only if its first render shows one', async () => {
  const shown = async (path: string, note: string) => {
    const { answer } = await createFixture({ ...fixtureState(), note })
    const text = await (await answer(visit(path, { who: 'ana' }))).text()
    const json = /id="page-data"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? ''
    return { text, areas: JSON.parse(json).texts as string[] }
  }
  expect((await shown('/tickets', 'Plain')).areas).toEqual([])
  const failed = await shown('/tickets', 'ERR_TICKET_CLOSED')
  expect(failed.areas).toEqual(['error'])
  expect(failed.text).toContain('Este atendimento está fechado.')
  expect((await shown('/contacts', 'Plain')).areas).toEqual(['error'])
  expect((await shown('/no/such/page', 'Plain')).areas).toEqual(['error'])
})

test('answers an unknown address with its own page and status 404', async () => {
  const { answer } = await createFixture()
  for (const who of ['ana', undefined]) {
    const response = await answer(visit('/no/such/page', who === undefined ? {} : { who }))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Página não encontrada')
  }
})

test('opens a file of the app by navigation', async () => {
  const { answer } = await createFixture()
  expect(await (await answer(visit('/public/document.html'))).text()).toBe('<p>a file</p>')
})

test('says so on a screen that the role forbids', async () => {
  const { answer } = await createFixture()
  const response = await answer(visit('/settings', { who: 'bruno' }))
  const text = await response.text()
  expect(response.status).toBe(403)
  expect(text).toContain('Oops! Acesso Negado!')
  expect(text).toContain('href="/tickets"')
  expect(text).not.toContain('href="/settings"')
})

test('says so on a screen that the plan lacks', async () => {
  const state = fixtureState()
  state.people = { ana: { ...ana, plan: { ...ana.plan, useKanban: false } } }
  const { answer } = await createFixture(state)
  const response = await answer(visit('/Kanban', { who: 'ana' }))
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('Esta empresa não possui permissão')
})

test('offers a retry for a failed loader, and logs the cause', async () => {
  const causes: unknown[] = []
  const { answer } = await createFixture(fixtureState(), { onFailure: (cause) => causes.push(cause) })
  const response = await answer(visit('/fails', { who: 'ana' }))
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('Tentar novamente')
  expect(causes).toHaveLength(1)
})

test('follows a redirect of a loader', async () => {
  const { answer } = await createFixture()
  const response = await answer(visit('/moved', { who: 'ana' }))
  expect([response.status, response.headers.get('location')]).toEqual([302, '/contacts'])
})

test('answers HEAD like GET, without a body', async () => {
  const { answer } = await createFixture()
  const response = await answer(visit('/login', { method: 'HEAD' }))
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('')
})

test('renders only the user’s own data, with parallel requests of others', async () => {
  const { answer } = await createFixture()
  const texts = await Promise.all(
    ['ana', 'bruno', 'ana', 'bruno'].map(async (who) => (await answer(visit('/', { who }))).text()),
  )
  for (const [index, text] of texts.entries()) {
    expect(text.includes(`token-${index % 2 === 0 ? 'bruno' : 'ana'}`)).toBe(false)
    expect(text.includes(index % 2 === 0 ? ana.email : bruno.email)).toBe(true)
  }
})

test('finds the code of every page in the build', async () => {
  const root = join(import.meta.dir, '../..')
  const { manifest, folders } = await buildClient({ root, production: true })
  const pages = routes
  for (const route of pages) expect([route.path, modulesOf(route, manifest).length > 0]).toEqual([route.path, true])
  const parts = pages.flatMap(({ parts }) => parts({ uuid: 'one' }))
  for (const { source } of parts) expect([source, (manifest.modules[source]?.length ?? 0) > 0]).toEqual([source, true])
  for (const file of [
    manifest.entry,
    manifest.styles,
    manifest.conversationStyles,
    manifest.screenStyles,
    ...manifest.fonts,
  ]) {
    expect(existsSync(join(folders[0] ?? '', file.replace('/assets/', '')))).toBe(true)
  }
})
