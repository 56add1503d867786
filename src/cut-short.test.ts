import { afterEach, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MainProcess, signIn, startMain } from './testing/process/main-process'
import { password, people } from './testing/world/people'
import { copyTemplate } from './testing/world/world-template'

let dataDir: string
let main: MainProcess
let address: string
beforeEach(async () => {
  dataDir = (await copyTemplate()).dataDir
  main = startMain(dataDir, { LOG_LEVEL: 'silent' })
  address = await main.address()
})
afterEach(async () => {
  main.kill('SIGKILL')
  await main.exited
  rmSync(dataDir, { recursive: true, force: true })
})

async function tokenOf({ email }: { email: string }) {
  const answer = (await (await signIn(address, email, password)).json()) as { token: string }
  return answer.token
}

async function call(token: string, method: string, path: string, body?: unknown) {
  const answer = await fetch(address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const { error } = (await answer.json()) as { error?: string }
  return `${answer.status} ${error ?? ''}`.trim()
}

const reads = ['/tags', '/queue', '/users', '/contacts/', '/tickets', '/settings', '/chats', '/tickets/counts']

async function useAll(token: string) {
  const outcomes = new Set<string>()
  for (const path of reads) outcomes.add(await call(token, 'GET', path))
  outcomes.add(await call(token, 'POST', '/tags', { name: `Nova ${crypto.randomUUID()}`, color: '#112233' }))
  return [...outcomes].sort()
}

const damaged = '503 ERR_COMPANY_DAMAGED'
/** Overwrites the file in place, like `cp` of a shorter file. */
const copyOver = (path: string) => {
  const shorter = join(dataDir, 'shorter')
  writeFileSync(shorter, 'not a database')
  copyFileSync(shorter, path)
}
const cut = (bytes: number) => (path: string) => truncateSync(path, bytes)

test.each([
  ['its file, to one page', 'company.sqlite', cut(4096)],
  ['its file, to nothing', 'company.sqlite', cut(0)],
  ['its file, by a copy over it', 'company.sqlite', copyOver],
])('truncating a company’s open file makes only that company unavailable: %s', async (_, name, damage) => {
  const [ana, gina] = [await tokenOf(people.ana), await tokenOf(people.gina)]
  damage(join(dataDir, 'companies/1', name))
  const outcomes = await useAll(ana)
  expect(outcomes).toContain(damaged)
  expect(outcomes.filter((outcome) => !/^20\d/.test(outcome))).toEqual([damaged])
  expect(await useAll(gina)).toEqual(['200'])
  expect((await fetch(`${address}/version`)).status).toBe(200)
  expect(await main.stop()).toBe(0)
})

test.each([
  ['company.sqlite-wal', cut(0)],
  ['company.sqlite-wal', copyOver],
])('truncating a file beside a company’s open database leaves other companies working: %s', async (name, damage) => {
  const [ana, gina] = [await tokenOf(people.ana), await tokenOf(people.gina)]
  await useAll(ana)
  const path = join(dataDir, 'companies/1', name)
  expect(statSync(path).size).toBeGreaterThan(0)
  damage(path)
  const outcomes = await useAll(ana)
  expect(outcomes.filter((outcome) => !/^20\d/.test(outcome) && outcome !== damaged)).toEqual([])
  expect(await useAll(gina)).toEqual(['200'])
  expect(await main.stop()).toBe(0)
})

test.each([
  ['platform.sqlite', cut(4096)],
  ['platform.sqlite', copyOver],
  ['platform.sqlite-wal', cut(0)],
])('truncating an open file of the catalog does not end the process, and is reported: %s', async (name, damage) => {
  const ana = await tokenOf(people.ana)
  const path = join(dataDir, name)
  expect(existsSync(path)).toBe(true)
  damage(path)
  const outcomes = [...(await useAll(ana)), (await signIn(address, people.gina.email, password)).status]
  expect(outcomes.filter((outcome) => !/^20\d/.test(String(outcome)) && !String(outcome).startsWith('503'))).toEqual([])
  expect((await fetch(`${address}/version`)).status).toBe(200)
  expect(await main.stop()).toBe(0)
})

async function startAgain() {
  main = startMain(dataDir, { LOG_LEVEL: 'silent' })
  address = await main.address()
}

test.each(['companies/1/company.sqlite-shm', 'platform.sqlite-shm'])(
  'truncating an open index of a WAL ends the process, and the next one serves everybody: %s',
  async (name) => {
    const ana = await tokenOf(people.ana)
    await useAll(ana)
    cut(0)(join(dataDir, name))
    await useAll(ana).catch(() => {})
    expect(await main.exited).not.toBe(0)
    await startAgain()
    for (const person of [people.ana, people.gina]) expect(await useAll(await tokenOf(person))).toEqual(['200'])
    expect(await main.stop()).toBe(0)
  },
)

test.each([
  ['to one page', cut(4096)],
  ['to nothing', cut(0)],
])('a start refuses only the company whose file was truncated before: %s', async (_, damage) => {
  expect(await main.stop()).toBe(0)
  damage(join(dataDir, 'companies/1/company.sqlite'))
  await startAgain()
  expect((await signIn(address, people.ana.email, password)).status).toBe(503)
  expect(await useAll(await tokenOf(people.gina))).toEqual(['200'])
  expect(await main.stop()).toBe(0)
})
