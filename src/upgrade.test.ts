import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { type MainProcess, signIn, startMain } from './testing/process/main-process'
import { makeOldCompany } from './testing/world/old-company'
import { password, people } from './testing/world/people'
import { copyTemplate } from './testing/world/world-template'

const oldVersion = 13
let dataDir: string
let main: MainProcess | undefined
beforeEach(async () => {
  dataDir = (await copyTemplate()).dataDir
})
afterEach(async () => {
  main?.kill('SIGKILL')
  await main?.exited
  rmSync(dataDir, { recursive: true, force: true })
})

test('other companies are answered normally while a large one is migrated', async () => {
  const path = makeOldCompany(dataDir, 1, oldVersion, 200_000)
  main = startMain(dataDir, { LOG_LEVEL: 'silent' })
  const address = await main.address()
  const { token } = (await (await signIn(address, people.gina.email, password)).json()) as { token: string }
  const tags = () => fetch(`${address}/tags`, { headers: { authorization: `Bearer ${token}` } })
  await tags()

  const began = performance.now()
  let tookMs: number | undefined
  // The first request of the company waits for its file, and is then answered.
  const ana = signIn(address, people.ana.email, password).finally(() => (tookMs = performance.now() - began))
  const waits: number[] = []
  while (tookMs === undefined) {
    const requested = performance.now()
    expect((await tags()).status).toBe(200)
    waits.push(performance.now() - requested)
  }
  expect((await ana).status).toBe(200)
  expect(existsSync(`${path}.before-${oldVersion + 1}`)).toBe(true)
  waits.sort((a, b) => a - b)
  expect(waits.length).toBeGreaterThan(20)
  expect(waits[Math.floor(waits.length * 0.99)]).toBeLessThan(tookMs / 2)
  expect(await main.stop()).toBe(0)
}, 120_000)
