import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dumpFolder } from '../../testing/move-in/dumps'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import type { SystemImportPage } from './move-in.calls'
import type { SystemImportBody } from './system-import.contract'

let world: World
let sofia: Caller
beforeEach(async () => {
  world = await createWorld({ environment: { WHATSAPP_WEB_URL: 'ws://127.0.0.1:1', LOG_LEVEL: 'silent' } })
  world.noBystander()
  sofia = await world.as(world.sofia)
})
afterEach(() => world.stop())

const dump = join(dumpFolder, 'T.sql.gz')
const order = (given: Partial<SystemImportBody> = {}): SystemImportBody => ({
  system: 'whaticket',
  source: dump,
  media: '',
  company: '',
  redis: '',
  since: '',
  keepSuper: false,
  suffixEmail: false,
  dryRun: true,
  ...given,
})

const page = async () => (await sofia.get<SystemImportPage>('/system-import')).body

async function ended() {
  await until(async () => (await page()).current?.state !== 'running', 'the end of the import')
  return page()
}

test('is for super users only', async () => {
  for (const person of [world.ana, world.gina, world.bruno]) {
    const caller = await world.as(person)
    expect((await caller.get('/system-import')).status).toBe(403)
    expect((await caller.get('/system-import/report?as=json')).status).toBe(403)
    for (const path of ['', '/cancel', '/continue', '/start', '/forget', '/companies/2/undo', '/companies/2/go-live']) {
      const body = { ...order(), name: 'Globex', isStopped: true }
      expect([path, (await caller.post(`/system-import${path}`, body)).status]).toEqual([path, 403])
    }
    expect((await caller.post('/system-import/uploads', { name: 'a', bytes: 9, changedAt: 1 })).status).toBe(403)
  }
  expect((await world.nobody.get('/system-import')).status).toBe(401)
  expect(await page()).toEqual({ current: null, report: null, companies: [] })
})

async function send(bytes: Uint8Array, { at = 0, to = bytes.length, id }: { at?: number; to?: number; id: string }) {
  const form = new FormData()
  form.set('from', String(at))
  form.set('file', new File([bytes.slice(at, to)], 'piece'))
  return sofia.post(`/system-import/uploads/${id}/pieces`, form)
}

test('takes a dump in pieces, rehearses with it, imports it, goes live and is undone', async () => {
  const bytes = readFileSync(dump)
  const file = { name: 'antigo.sql.gz', bytes: bytes.length, changedAt: 1 }
  const { body: begun } = await sofia.post('/system-import/uploads', file)
  expect(begun).toEqual({ id: expect.any(String), received: 0 })
  const { id } = begun as { id: string }
  expect((await send(bytes, { id, to: 1000 })).body).toEqual({ id, received: 1000 })
  // A piece whose answer was lost is sent again; one that is not the next is not taken.
  expect((await send(bytes, { id, to: 1000 })).body).toEqual({ id, received: 1000 })
  expect((await send(bytes, { id, at: 5000 })).body).toEqual({ id, received: 1000 })
  expect((await sofia.post('/system-import/uploads', file)).body).toEqual({ id, received: 1000 })
  expect((await send(bytes, { id, at: 1000 })).body).toEqual({ id, received: bytes.length })

  const started = await sofia.post('/system-import', order({ source: `upload:${id}`, company: '2' }))
  expect([started.status, started.body]).toEqual([200, expect.objectContaining({ state: 'running', isDryRun: true })])
  expect((await sofia.post('/system-import', order())).body.error).toBe('ERR_IMPORT_RUNNING')
  expect((await sofia.post('/system-import/forget')).body.error).toBe('ERR_IMPORT_RUNNING')
  const rehearsed = await ended()
  expect(rehearsed.current).toMatchObject({ state: 'done', error: '', hasReport: true })
  expect(rehearsed.report?.companies).toMatchObject([{ companyId: null, isNew: true, error: '' }])
  expect(rehearsed.companies).toEqual([])

  expect((await sofia.post('/system-import/start')).body).toMatchObject({ state: 'running', isDryRun: false })
  const imported = await ended()
  const [company] = imported.companies
  expect(imported.companies).toMatchObject([{ id: 3, liveAt: null }])
  expect(imported.report?.companies).toMatchObject([{ companyId: 3, isNew: true }])
  const json = await sofia.get('/system-import/report?as=json')
  expect(json.body).toMatchObject({ system: 'whaticket', dialect: 'T' })
  const html = await sofia.get<string>('/system-import/report?as=html&language=pt')
  expect(html.headers.get('content-disposition')).toBe('attachment; filename="import.html"')
  expect(html.body).toContain('Relatório da importação')
  expect(html.body).not.toContain('<script')
  expect(existsSync(join(world.dataDir, 'move-in', 'uploads'))).toBe(false)

  const live = (companyId: number, body: object) => sofia.post(`/system-import/companies/${companyId}/go-live`, body)
  expect((await live(3, { isStopped: false })).status).toBe(400)
  expect((await live(2, { isStopped: true })).body.error).toBe('ERR_NOT_IMPORTED')
  expect((await live(3, { isStopped: true })).body.waiting).not.toEqual([])
  expect((await live(3, { isStopped: true })).body.error).toBe('ERR_LIVE_ALREADY')

  const undo = (companyId: number, name = '') => sofia.post(`/system-import/companies/${companyId}/undo`, { name })
  expect((await undo(2, 'Globex')).body.error).toBe('ERR_NOT_IMPORTED')
  expect((await undo(3, 'Globex')).status).toBe(400)
  expect((await undo(3, company?.name)).body).toEqual({ ok: true })
  expect((await page()).companies).toEqual([])
  expect((await sofia.get('/companies')).body.count ?? 2).toBe(2)
}, 120_000)

test('says what went wrong, is canceled and continued, and remembers that after a restart', async () => {
  const broken = join(world.dataDir, 'broken.sql')
  writeFileSync(broken, 'Olá')
  await sofia.post('/system-import', order({ source: broken, redis: '' }))
  const failed = await ended()
  expect(failed.current).toMatchObject({ state: 'failed', error: expect.stringMatching(/\w+/), hasReport: false })
  await sofia.post('/system-import', order({ dryRun: false }))
  expect((await sofia.post('/system-import/cancel')).body).toEqual({ ok: true })
  expect((await page()).current).toMatchObject({ state: 'canceled' })
  expect((await page()).companies).toEqual([])
  expect((await sofia.post('/system-import/continue')).body).toMatchObject({ state: 'running' })
  expect((await ended()).companies.length).toBeGreaterThan(0)

  const state = join(world.dataDir, 'move-in', 'state.json')
  const kept = readFileSync(state, 'utf8')
  writeFileSync(state, kept.replace('"state":"done"', '"state":"running"'))
  expect((await page()).current).toMatchObject({ state: 'interrupted' })
  const unfinished = join(world.dataDir, 'companies', 'abc.importing')
  mkdirSync(unfinished)
  await sofia.post('/system-import/forget')
  expect((await page()).current).toBeNull()
  expect(existsSync(unfinished)).toBe(false)
  expect((await page()).companies.length).toBeGreaterThan(0)
}, 120_000)

test('keeps no password where it can be read', async () => {
  const source = 'postgres://dono:segredo-do-banco@127.0.0.1:1/chat'
  await sofia.post('/system-import', order({ source }))
  const { current } = await ended()
  expect(current).toMatchObject({ state: 'failed', source: 'postgres://dono:…@127.0.0.1:1/chat' })
  expect(JSON.stringify(current)).not.toContain('segredo')
  expect(readFileSync(join(world.dataDir, 'move-in', 'state.json'), 'utf8')).not.toContain('segredo')
  expect((await sofia.post('/system-import', order({ source: 'upload:../../host.key' }))).status).toBe(400)
}, 60_000)
