import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MainProcess, signIn, startMain } from '../../testing/process/main-process'

const rowCount = 6000
const secret = 'a-long-secret'

let dataDir: string
let running: MainProcess | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'recado-import-'))
})
afterEach(async () => {
  running?.kill('SIGKILL')
  await running?.exited
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the product and signs in. */
async function start() {
  running = startMain(dataDir, { SUPER_PASSWORD: secret })
  const address = await running.address()
  const { token } = (await (await signIn(address, 'super@recado.local', secret)).json()) as { token: string }
  const call = async (method: string, path: string, body?: BodyInit, type?: string): Promise<Record<string, any>> => {
    const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) }
    return (await fetch(address + path, { method, headers, body })).json()
  }
  return { child: running, call }
}

test('an import killed three times creates each row once', async () => {
  const form = new FormData()
  const rows = Array.from({ length: rowCount }, (_, n) => `Contato ${n};5511${9_1000_0000 + n};VIP`)
  form.set('file', new File([`Nome;Número;Tag\n${rows.join('\n')}`], 'contatos.csv'))
  let { child, call } = await start()
  const { uploadId } = await call('POST', '/contacts/upload', form)
  const mapping = { name: 0, number: 1, tags: 2 }
  await call('POST', `/contacts/upload/${uploadId}/import`, JSON.stringify({ mapping }), 'application/json')
  const state = () => call('GET', `/contacts/imports/${uploadId}`)
  let before = 0
  for (let kills = 0; kills < 3; kills++) {
    let now = await state()
    while (now['state'] === 'running' && now['done'] === before) now = await state()
    if (kills === 0) expect(now['state']).toBe('running')
    before = now['done']
    child.kill('SIGKILL')
    await child.exited
    ;({ child, call } = await start())
  }
  let last = await state()
  while (last['state'] === 'running') last = await state()
  expect(last).toMatchObject({ state: 'done', total: rowCount, created: rowCount, ignored: 0, failed: 0 })
  expect((await call('GET', '/contacts?searchParam=contato&pageSize=1'))['count']).toBe(rowCount)
  const [tag] = (await call('GET', '/tags/list?kanban=0')) as { name: string; id: number }[]
  expect((await call('GET', `/contacts?contactTag=[${tag?.id}]&pageSize=1`))['count']).toBe(rowCount)
}, 60_000)
