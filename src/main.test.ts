import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from './kernel/database'
import { until } from './testing/whatsapp-world'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'recado-main-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** The product as a host starts it, on a port that is free unless one is named. */
function startMain(environment: Record<string, string> = {}) {
  return Bun.spawn([process.execPath, join(import.meta.dir, 'main.ts')], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** What it says until a line of it matches. */
async function saidUntil(child: ReturnType<typeof startMain>, pattern: RegExp) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of child.stdout) {
    text += decoder.decode(part)
    if (pattern.test(text)) return text
  }
  throw new Error(`It ended before it said ${pattern}: ${text}${await new Response(child.stderr).text()}`)
}

async function stopped(child: ReturnType<typeof startMain>) {
  child.kill('SIGTERM')
  return child.exited
}

function signIn(said: string, email: string, password: string) {
  const address = /answers at (\S+)/.exec(said)?.[1] ?? ''
  return fetch(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
}

test('the first start says where to sign in and with what, once; SIGTERM ends it in order', async () => {
  const first = startMain()
  const said = await saidUntil(first, /with the password \S+ \(shown this once/)
  const [, address = ''] = /Recado answers at (\S+)/.exec(said) ?? []
  expect(said).toContain(`Sign in at ${address}/login as super@recado.local\n`)
  const password = /with the password (\S+) /.exec(said)?.[1] ?? ''
  expect((await signIn(said, 'super@recado.local', password)).status).toBe(200)
  expect((await fetch(`${address}/version`)).status).toBe(200)
  expect(await stopped(first)).toBe(0)

  const second = startMain()
  const saidAgain = await saidUntil(second, /answers at \S+\n/)
  expect((await signIn(saidAgain, 'super@recado.local', password)).status).toBe(200)
  expect(await stopped(second)).toBe(0)
  expect(saidAgain).not.toContain('password')
}, 60_000)

test('a copy of the catalog’s main file alone holds what was written seconds before', async () => {
  const child = startMain({ SUPER_PASSWORD: 'a-long-secret' })
  await saidUntil(child, /Sign in at/)
  const namesInTheFileAlone = () => {
    const alone = join(dataDir, 'alone.sqlite')
    copyFileSync(join(dataDir, 'platform.sqlite'), alone)
    const copy = new Database(alone)
    try {
      return copy.query('SELECT name FROM company').values().flat()
    } finally {
      copy.close()
    }
  }
  // The tables are there at once: without them the query would throw.
  await until(() => namesInTheFileAlone()[0] === 'Empresa 1', 'company 1 in the file', 20_000)
  expect(await stopped(child)).toBe(0)
}, 60_000)

test('the super user may be named beforehand, and then no password is shown', async () => {
  const child = startMain({ SUPER_EMAIL: 'Host@Example.test', SUPER_PASSWORD: 'a-long-secret' })
  const said = await saidUntil(child, /Sign in at \S+ as \S+\n/)
  expect((await signIn(said, 'host@example.test', 'a-long-secret')).status).toBe(200)
  expect(await stopped(child)).toBe(0)
  expect(said).not.toContain('a-long-secret')
  expect(said).not.toContain('password')
}, 60_000)

test('a first start that was killed half-way is done again by the next', async () => {
  const killed = startMain()
  await saidUntil(killed, /shown this once/)
  killed.kill('SIGKILL')
  await killed.exited
  // As it stands between the catalog's row and the company's file.
  rmSync(join(dataDir, 'companies/1'), { recursive: true })
  const catalog = openDatabase(join(dataDir, 'platform.sqlite'))
  catalog.run('DELETE FROM user_index')
  catalog.close()
  const next = startMain()
  const said = await saidUntil(next, /shown this once/)
  const password = /with the password (\S+) /.exec(said)?.[1] ?? ''
  const answer = await signIn(said, 'super@recado.local', password)
  expect(await answer.json()).toMatchObject({ user: { companyId: 1, super: true } })
  expect(await stopped(next)).toBe(0)
}, 60_000)

test('a second product on the same port says so and ends', async () => {
  const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('taken'), reusePort: true })
  try {
    const child = startMain({ PORT: String(other.port) })
    expect(await child.exited).toBe(1)
    expect(await new Response(child.stderr).text()).toContain(
      `Port ${other.port} is in use by another program; set PORT`,
    )
    expect(await new Response(child.stdout).text()).not.toContain('answers at')
  } finally {
    await other.stop(true)
  }
}, 30_000)
