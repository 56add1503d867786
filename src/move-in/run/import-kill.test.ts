import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { shutdown } from '../../compose'
import { dumpFolder } from '../../testing/move-in/dumps'
import { type MainProcess, signIn, startMain } from '../../testing/process/main-process'
import { password } from '../../testing/world/people'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { createWorld } from '../../testing/world/world'

/** The import has the lowest priority. */
const longMs = 110_000
const environment = { WHATSAPP_WEB_URL: 'ws://127.0.0.1:1' }

let dataDir: string
const started: MainProcess[] = []
beforeEach(async () => {
  const world = await createWorld()
  dataDir = world.dataDir
  await shutdown(world.platform)
})
afterEach(async () => {
  for (const main of started.splice(0)) await main.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function startProduct() {
  const main = startMain(dataDir, environment)
  started.push(main)
  const address = await main.address()
  const { token } = (await (await signIn(address, 'sofia@acme.test', password)).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${address}/system-import${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    })
    return (await answer.json()) as {
      state?: string
      current?: { state: string; phase: string }
      companies?: unknown[]
    }
  }
  return { main, address, call }
}

test('an import that a kill has interrupted says so, and is continued', async () => {
  const first = await startProduct()
  const order = {
    system: 'whaticket',
    source: join(dumpFolder, 'T.sql.gz'),
    media: '',
    company: '',
    redis: '',
    since: '',
    keepSuper: false,
    suffixEmail: false,
    dryRun: false,
  }
  expect(await first.call('POST', '', order)).toMatchObject({ state: 'running' })
  await until(async () => (await first.call('GET', '')).current?.phase === 'building', 'the building', longMs)
  first.main.kill('SIGKILL')
  await first.main.exited

  const second = await startProduct()
  expect((await second.call('GET', '')).current).toMatchObject({ state: 'interrupted' })
  expect(await second.call('POST', '/continue')).toMatchObject({ state: 'running' })
  await until(async () => (await second.call('GET', '')).current?.state === 'done', 'the end', longMs)
  expect((await second.call('GET', '')).companies).toHaveLength(2)
  const folders = readdirSync(join(dataDir, 'companies'))
  expect([folders.length, folders.filter((name) => !/^\d+$/.test(name))]).toEqual([4, []])
  expect((await signIn(second.address, 'ana2@casa.test', 'senha-antiga')).status).toBe(200)
}, 240_000)
