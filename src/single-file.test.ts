import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type MainProcess, signIn, startMain } from './testing/process/main-process'
import { copySingleFile } from './testing/process/single-file'
import { startWhatsAppServer } from './testing/services/whatsapp-server/start-whatsapp-server'
import type { WhatsAppServer } from './testing/services/whatsapp-server/whatsapp-server.types'
import { until } from './testing/whatsapp/whatsapp-world'
import { password, people } from './testing/world/people'
import { copyTemplate } from './testing/world/world-template'

let folder: string
let file: string
let server: WhatsAppServer
let main: MainProcess | undefined
beforeAll(async () => {
  ;({ folder, file } = copySingleFile())
  server = await startWhatsAppServer()
}, 120_000)
afterAll(async () => {
  main?.kill('SIGKILL')
  await main?.exited
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const asBrowser = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }

/** Returns the page, and what it loads that the server does not have. */
async function readPage(address: string, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address + path, { headers: { ...asBrowser, ...headers } })
  const text = await answer.text()
  const files = [
    ...new Set([...text.matchAll(/(?:src|href)="(\/(?:assets|branding)\/[^"]+)"/g)].map(([, path]) => path)),
  ]
  const answers = await Promise.all(files.map((path) => fetch(`${address}${path}`)))
  const missing = answers.filter(({ status }) => status !== 200).map(({ url }) => url)
  return { status: answer.status, text, files: files.map(String), missing }
}

test('started alone in an empty folder, it makes its data and shows the sign-in page with its files', async () => {
  main = startMain('data', { SUPER_PASSWORD: 'a-long-secret' }, { alone: file })
  const address = await main.address()
  const { status, text, files, missing } = await readPage(address, '/login')
  expect([status, missing]).toEqual([200, []])
  expect(text).toContain('Entrar')
  for (const name of [/\/app-\w+\.css$/, /\/client-entry-\w+\.js$/, /\/login-page-\w+\.js$/, /\.woff2$/]) {
    expect(files.filter((file) => name.test(file))).not.toEqual([])
  }
  expect((await signIn(address, 'super@recado.local', 'a-long-secret')).status).toBe(200)
  expect((await fetch(`${address}/branding/touch-icon.png`)).headers.get('content-type')).toBe('image/png')
  expect(readdirSync(folder).sort()).toEqual(['data', 'recado'])
  const health = (...args: string[]) => {
    const env = { PORT: new URL(address).port }
    return Bun.spawnSync([file, 'health', ...args], { cwd: folder, env }).exitCode
  }
  expect([health(), health('--ready')]).toEqual([0, 0])
  const doctor = Bun.spawnSync([file, 'doctor', '--json'], { cwd: folder, env: {} })
  expect([doctor.stderr.toString(), JSON.parse(doctor.stdout.toString())]).toEqual(['', expect.anything()])
  expect(await main.stop()).toBe(0)
  expect([health(), main.errors()]).toEqual([1, ''])
}, 120_000)

test('it opens a company, connects WhatsApp, receives a message, and reads and writes spreadsheets', async () => {
  const { dataDir } = await copyTemplate()
  const whatsapp = { WHATSAPP_WEB_URL: server.url, WHATSAPP_MEDIA_URL: server.mediaUrl }
  main = startMain(dataDir, whatsapp, { alone: file })
  const address = await main.address()
  const signedIn = await signIn(address, people.ana.email, password)
  const { token } = (await signedIn.json()) as { token: string }
  const call = (method: string, path: string, body?: FormData) =>
    fetch(address + path, { method, body, headers: { authorization: `Bearer ${token}`, accept: 'application/json' } })
  const read = async <Answer>(path: string) => (await (await call('GET', path)).json()) as Answer

  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const inbox = await readPage(address, '/tickets', { cookie })
  expect([inbox.status, inbox.missing]).toEqual([200, []])
  expect(inbox.text).toContain(people.ana.name)
  expect(inbox.files.some((file) => /\/tickets-page-\w+\.js$/.test(file))).toBe(true)

  expect((await call('POST', '/whatsappsession/1')).status).toBe(200)
  const line = () => read<{ status: string; qrcode: string }>('/whatsapp/1')
  await until(async () => (await line()).qrcode !== '', 'the code', 60_000, 50)
  const account = await server.phone('5511900000001').scan((await line()).qrcode)
  await until(async () => (await line()).status === 'CONNECTED', 'the connection', 60_000, 50)
  await server.phone('5511977776666', { name: 'Maria' }).say(account, 'Vocês entregam no sábado?')
  interface Tickets {
    tickets: { lastMessage: string; contact: { name: string } }[]
  }
  const waiting = () => read<Tickets>('/tickets?status=pending&showAll=true')
  const arrived = async () => (await waiting()).tickets.some((ticket) => ticket.lastMessage.includes('no sábado'))
  await until(arrived, 'the message', 60_000, 50)
  expect(account.nacks).toEqual([])

  const sheet = await (await call('GET', '/contacts/export?format=xlsx')).blob()
  const form = new FormData()
  form.set('file', new File([sheet], 'contacts.xlsx'))
  const upload = await call('POST', '/contacts/upload', form)
  expect([upload.status, JSON.stringify(await upload.json())]).toEqual([200, expect.stringContaining('Maria')])
  expect(await main.stop()).toBe(0)
  rmSync(dataDir, { recursive: true })
}, 120_000)

test('stacks name the files of packages, by which a promise that Baileys leaves is told from others', async () => {
  const preload = join(import.meta.dir, 'testing/process/preload-package-frame.ts')
  main = startMain('data', { BUN_OPTIONS: `--preload=${preload}` }, { alone: file })
  await main.address()
  expect(await main.logged(/a timer\n[^]*\n/)).toMatch(/node_modules\/[\w@/-]+\.m?[jt]s:\d+/)
  expect(await main.stop()).toBe(0)
}, 60_000)

test('every worker that is started has the name by which the file contains it', async () => {
  const root = join(import.meta.dir, '..')
  const started: string[] = []
  for (const path of new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })) {
    const text = await Bun.file(join(root, path)).text()
    started.push(...[...text.matchAll(/startProductWorker\('([^']+)'\)/g)].map(([, worker]) => String(worker)))
  }
  expect(started.length).toBeGreaterThan(5)
  expect(started.filter((worker) => !existsSync(join(root, worker)))).toEqual([])
  expect(statSync(file).mode & 0o111).toBe(0o111)
})
