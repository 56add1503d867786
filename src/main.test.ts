import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from './kernel/database/database'
import { connectLive } from './testing/world/live-client'
import { type MainProcess, signIn, startMain } from './testing/process/main-process'
import { until } from './testing/whatsapp/whatsapp-world'

/** As `npm start` does, also where the other tests start the single file. */
const startSources = (dataDir: string, environment: Record<string, string> = {}) =>
  startMain(dataDir, environment, { sources: true })

/** Runs beside the other tests, because the catalog is copied into its main file after seconds. */
let earlyDir: string
let early: MainProcess
beforeAll(() => {
  earlyDir = mkdtempSync(join(tmpdir(), 'recado-main-'))
  early = startMain(earlyDir, { SUPER_PASSWORD: 'a-long-secret' })
})
afterAll(async () => {
  early.kill('SIGKILL')
  await early.exited
  rmSync(earlyDir, { recursive: true, force: true })
})

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'recado-main-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('the first start prints address and credentials once; SIGTERM stops in order', async () => {
  const first = startSources(dataDir)
  const said = await first.printed(/with the password \S+ \(shown this once/)
  const [, address = ''] = /Recado answers at (\S+)/.exec(said) ?? []
  expect(said).toContain(`Sign in at ${address}/login as super@recado.local\n`)
  const password = /with the password (\S+) /.exec(said)?.[1] ?? ''
  const refused = await signIn(address, 'super@recado.local', password)
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: 'ERR_PASSWORD_CHANGE_REQUIRED' }])
  expect((await signIn(address, 'super@recado.local', password, 'one of my own')).status).toBe(200)
  expect((await signIn(address, 'super@recado.local', password)).status).toBe(401)
  expect((await fetch(`${address}/version`)).status).toBe(200)
  expect(await first.stop()).toBe(0)

  const second = startSources(dataDir)
  const saidAgain = await second.printed(/answers at \S+\n/)
  expect((await signIn(await second.address(), 'super@recado.local', 'one of my own')).status).toBe(200)
  expect(await second.stop()).toBe(0)
  expect(saidAgain).not.toContain('password')
}, 60_000)

test('while requests are finished, monitors are told that it stops, and new requests come later', async () => {
  const child = startMain(dataDir, { SUPER_PASSWORD: 'a-long-secret' })
  const address = await child.address()
  const { hostname, port } = new URL(address)
  // An upload that has not ended.
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /auth/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  )
  socket.on('error', () => {})
  await Bun.sleep(200)
  expect((await fetch(`${address}/ready`)).status).toBe(200)
  const beganMs = performance.now()
  const stopped = child.stop()
  await until(async () => (await fetch(`${address}/ready`)).status === 503, 'the end of readiness')
  const answers = await Promise.all(['/ready', '/live', '/version', '/plans/list'].map((path) => fetch(address + path)))
  expect(answers.map(({ status }) => status)).toEqual([503, 200, 200, 503])
  expect(await answers[0]?.json()).toEqual({ ready: false, reasons: ['stopping'] })
  expect(answers[3]?.headers.get('retry-after')).toBe('2')
  expect(await stopped).toBe(0)
  expect(performance.now() - beganMs).toBeLessThan(8_000)
  socket.destroy()
}, 60_000)

test('a page requested with the first answer comes with its files', async () => {
  const child = startSources(dataDir, { SUPER_PASSWORD: 'a-long-secret' })
  const address = await child.address()
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  const page = await (await fetch(`${address}/login`, { headers })).text()
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path)
  const answers = await Promise.all(files.map((path) => fetch(`${address}${path}`)))
  expect(files.length).toBeGreaterThan(2)
  expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200))
  expect(await child.stop()).toBe(0)
}, 60_000)

test('SIGTERM stops promptly although browsers are connected and a request is pending', async () => {
  const child = startMain(dataDir, { SUPER_PASSWORD: 'a-long-secret' })
  const address = await child.address()
  const { token } = (await (await signIn(address, 'super@recado.local', 'a-long-secret')).json()) as { token: string }
  const live = await connectLive(`${address.replace('http', 'ws')}/live`, token, null)
  const { hostname, port } = new URL(address)
  const answered = Promise.withResolvers<void>()
  const stuck = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data() {}, close: () => answered.resolve(), error: () => answered.resolve() },
  })
  stuck.write(
    `POST /tags HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
  )
  const began = performance.now()
  expect(await child.stop()).toBe(0)
  expect(await live.closed).toBe(1012)
  await answered.promise
  // Platforms kill a process that has not ended after 10 s.
  expect(performance.now() - began).toBeLessThan(9_000)
}, 60_000)

test('with a configured super user, no password is printed', async () => {
  const child = startMain(dataDir, { SUPER_EMAIL: 'Host@Example.test', SUPER_PASSWORD: 'a-long-secret' })
  const said = await child.printed(/Sign in at \S+ as \S+\n/)
  expect((await signIn(await child.address(), 'host@example.test', 'a-long-secret')).status).toBe(200)
  expect(await child.stop()).toBe(0)
  expect(said).not.toContain('a-long-secret')
  expect(said).not.toContain('password')
}, 60_000)

test('the next start completes an interrupted first start', async () => {
  const killed = startMain(dataDir)
  await killed.printed(/shown this once/)
  killed.kill('SIGKILL')
  await killed.exited
  // The state of a crash between writing the catalog row and creating the company's file.
  rmSync(join(dataDir, 'companies/1'), { recursive: true })
  const catalog = openDatabase(join(dataDir, 'platform.sqlite'))
  catalog.run('DELETE FROM user_index')
  catalog.close()
  const next = startMain(dataDir)
  const said = await next.printed(/shown this once/)
  const password = /with the password (\S+) /.exec(said)?.[1] ?? ''
  const answer = await signIn(await next.address(), 'super@recado.local', password, 'one of my own')
  expect(await answer.json()).toMatchObject({ user: { companyId: 1, super: true } })
  expect(await next.stop()).toBe(0)
}, 60_000)

test('a start deletes the temporary files of a killed process', async () => {
  const left = [join(dataDir, 'tmp', 'video3EB0-enc'), join(dataDir, 'uploads', 'half')]
  for (const path of left) await Bun.write(path, 'left behind')
  const child = startMain(dataDir)
  await child.printed(/answers at/)
  expect(left.filter((path) => existsSync(path))).toEqual([])
  expect(existsSync(join(dataDir, 'tmp'))).toBe(true)
  expect(await child.stop()).toBe(0)
}, 60_000)

test('a second process on the same port reports it and ends', async () => {
  const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('taken'), reusePort: true })
  try {
    const child = startMain(dataDir, { PORT: String(other.port) })
    expect(await child.exited).toBe(1)
    expect(child.errors()).toContain(`Port ${other.port} is in use by another program; set PORT`)
    expect(child.output()).not.toContain('answers at')
  } finally {
    await other.stop(true)
  }
}, 60_000)

test('a promise that Baileys leaves is logged; one that anything else leaves ends the process', async () => {
  const preload = `--preload=${join(import.meta.dir, 'testing/process/left-promises.ts')}`
  const BUN_OPTIONS = `${process.env['BUN_OPTIONS'] ?? ''} ${preload}`
  const child = startSources(dataDir, { SUPER_PASSWORD: 'a-long-secret', BUN_OPTIONS })
  const address = await child.address()
  child.kill('SIGUSR2')
  await child.logged(/Baileys left a promise that failed.*Timed Out/)
  expect((await signIn(address, 'super@recado.local', 'a-long-secret')).status).toBe(200)
  child.kill('SIGHUP')
  expect(await child.exited).toBe(1)
  expect(child.errors()).toMatch(/A promise was left that failed; Recado ends.*nobody waits for this/)

  const next = startSources(dataDir)
  expect((await signIn(await next.address(), 'super@recado.local', 'a-long-secret')).status).toBe(200)
  expect(await next.stop()).toBe(0)
}, 60_000)

test('a process whose connections cannot be started says so and ends', async () => {
  const first = startMain(dataDir)
  await first.address()
  expect(await first.stop()).toBe(0)
  const catalog = openDatabase(join(dataDir, 'platform.sqlite'))
  catalog.run('ALTER TABLE company RENAME COLUMN may_connect TO may_connect_before')
  catalog.close()
  const child = startMain(dataDir)
  expect(await child.exited).toBe(1)
  expect(child.errors()).toMatch(/^The connections could not be started: .*may_connect/m)
}, 60_000)

test('a copy of the catalog’s main file contains what was written seconds before', async () => {
  await early.printed(/Sign in at/)
  const namesInTheFileAlone = () => {
    const alone = join(earlyDir, 'alone.sqlite')
    copyFileSync(join(earlyDir, 'platform.sqlite'), alone)
    const copy = new Database(alone)
    try {
      return copy.query('SELECT name FROM company').values().flat()
    } finally {
      copy.close()
    }
  }
  // Without the tables, the query would throw.
  await until(() => namesInTheFileAlone()[0] === 'Empresa 1', 'company 1 in the file')
  expect(await early.stop()).toBe(0)
}, 60_000)
