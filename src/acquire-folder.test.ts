import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../package.json'
import { type MainProcess, signIn, startMain } from './testing/process/main-process'
import { freePort } from './testing/process/free-port'
import { until } from './testing/whatsapp/whatsapp-world'

const secret = 'a-long-secret'
const email = 'super@recado.local'
let dataDir: string
const running = new Set<MainProcess>()
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'recado-folder-'))
})
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    await child.exited
  }
  running.clear()
  rmSync(dataDir, { recursive: true, force: true })
})

function start(environment: Record<string, string> = {}) {
  const child = startMain(dataDir, { SUPER_PASSWORD: secret, ...environment })
  running.add(child)
  return child
}

async function startTwo() {
  const first = start()
  const firstAddress = await first.address()
  return { first, firstAddress, ...(await startWaiting()) }
}

async function startWaiting() {
  const port = await freePort()
  const second = start({ PORT: String(port), LOG_LEVEL: 'info' })
  const logged = await second.logged(/Waiting for another Recado/)
  return { second, logged, address: `http://127.0.0.1:${port}` }
}

const isUp = async (address: string) => {
  const answer = await signIn(address, email, secret).catch(() => undefined)
  return answer?.status === 200
}

test('a second process waits for the folder, says so, and starts when the first ends', async () => {
  const { first, firstAddress, second, logged, address } = await startTwo()
  expect(logged).toContain(`(process ${first.pid} on `)
  expect(logged).toContain(`it is using ${dataDir}`)
  expect(second.output()).toBe('')
  expect(await isUp(firstAddress)).toBe(true)

  const health = await fetch(`${address}/version`)
  expect(health.status).toBe(200)
  expect(await health.json()).toMatchObject({ state: 'starting', version: packageJson.version })
  const live = await fetch(`${address}/live`)
  expect([live.status, await live.json()]).toEqual([200, { live: true }])
  expect(live.headers.get('x-request-id')).toMatch(/./)
  const ready = await fetch(`${address}/ready`, { headers: { accept: 'text/html' } })
  expect([ready.status, await ready.json()]).toEqual([503, { ready: false, reasons: ['starting'] }])
  const refused = await signIn(address, email, secret)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toEqual({ error: 'ERR_STARTING', message: 'ERR_STARTING' })
  const page = await fetch(`${address}/tickets`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(503)
  const html = await page.text()
  expect(html).toContain('http-equiv="refresh"')
  expect(html).toContain('O Recado está iniciando')

  expect(await first.stop()).toBe(0)
  expect(await second.address()).toBe(address)
  expect(await isUp(address)).toBe(true)
  expect(await (await fetch(`${address}/version`)).json()).not.toHaveProperty('state')
  expect(await second.stop()).toBe(0)
}, 60_000)

test('neither a waiting process that is stopped nor one on a port in use affects the first, whose folder is released when it is killed', async () => {
  const { first, firstAddress, second } = await startTwo()
  const third = start({ PORT: new URL(firstAddress).port })
  expect(await third.exited).toBe(1)
  const said = third.errors().trim().split('\n')
  expect(said).toHaveLength(1)
  expect(said[0]).toContain(`${dataDir} is in use by another Recado (process ${first.pid} on `)
  expect(said[0]).toEndWith(`Port ${new URL(firstAddress).port} is in use, too.`)
  expect(await isUp(firstAddress)).toBe(true)
  expect(await second.stop()).toBe(0)
  expect(await isUp(firstAddress)).toBe(true)

  const next = await startWaiting()
  first.kill('SIGKILL')
  await next.second.address()
  expect(await isUp(next.address)).toBe(true)
}, 60_000)

test('of many processes started at once one runs and the others wait', async () => {
  const children = Array.from({ length: 4 }, () => start())
  const states = () => children.map((child) => [child.output().includes('answers'), child.errors().includes('Waiting')])
  const settled = () => states().every(([runs, waits]) => runs || waits)
  await until(settled, 'each to run or wait', 40_000)
  expect(states().filter(([runs]) => runs)).toHaveLength(1)
}, 60_000)

let usedDir: string
beforeAll(async () => {
  usedDir = mkdtempSync(join(tmpdir(), 'recado-folder-'))
  const first = startMain(usedDir, { SUPER_PASSWORD: secret })
  await first.address()
  await first.stop()
}, 60_000)
afterAll(() => rmSync(usedDir, { recursive: true, force: true }))

const garbage = (path: string) =>
  writeFileSync(path, 'this is not what it should be, and long enough to be read'.repeat(99))

test.each([
  [
    'a catalog that is no database',
    (dir: string) => garbage(join(dir, 'platform.sqlite')),
    'platform.sqlite is damaged',
  ],
  [
    'a catalog that was cut short',
    (dir: string) => truncateSync(join(dir, 'platform.sqlite'), 8192),
    'platform.sqlite is damaged',
  ],
  ['a lock file that is no database', (dir: string) => garbage(join(dir, 'lock.sqlite')), 'lock.sqlite is damaged'],
  ['a host key that is none', (dir: string) => writeFileSync(join(dir, 'host.key'), 'x'), 'host.key is not a host key'],
  [
    'the file of the only company, of which the catalog knows nobody,',
    (dir: string) => {
      garbage(join(dir, 'companies/1/company.sqlite'))
      const catalog = new Database(join(dir, 'platform.sqlite'))
      catalog.run('DELETE FROM user_index')
      catalog.close()
    },
    'companies/1/company.sqlite is damaged',
  ],
])(
  '%s ends the start in one sentence',
  async (_, damage, sentence) => {
    cpSync(usedDir, dataDir, { recursive: true })
    damage(dataDir)
    const child = start({ LOG_LEVEL: 'silent' })
    expect(await child.exited).toBe(1)
    expect(child.errors().trim().split('\n')).toHaveLength(1)
    expect(child.errors()).toContain(sentence)
    expect(child.output()).toBe('')
  },
  60_000,
)

test('a damaged file of a company whose users are known leaves the start alone', async () => {
  cpSync(usedDir, dataDir, { recursive: true })
  garbage(join(dataDir, 'companies/1/company.sqlite'))
  expect((await fetch(`${await start().address()}/version`)).status).toBe(200)
}, 60_000)

test.each([
  ['a folder where nothing can be written', () => '/proc'],
  [
    'a file in the place of the folder',
    (dir: string) => {
      mkdirSync(dir, { recursive: true })
      writeFileSync(join(dir, 'file'), '')
      return join(dir, 'file')
    },
  ],
])(
  '%s ends the start in one sentence',
  async (_, make) => {
    const folder = make(dataDir)
    const child = startMain(folder)
    running.add(child)
    expect(await child.exited).toBe(1)
    expect(child.errors().trim().split('\n')).toHaveLength(1)
    expect(child.errors()).toContain(`${folder}/lock.sqlite cannot be written.`)
  },
  60_000,
)
