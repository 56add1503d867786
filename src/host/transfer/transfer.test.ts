import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, composeConnections, shutdown } from '../../compose'
import { contactTable } from '../../contact/contact.tables'
import { createContext } from '../../kernel/company/company-context'
import { readConfig } from '../../kernel/config/config'
import { firstBoot } from '../../platform/company/first-boot'
import { listCompanyIds } from '../../platform/company/company.queries'
import { takeMoveBack } from '../../platform/company/move-company'
import { unmuteCompany } from '../../platform/company/mute-company'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { addContact } from '../../testing/conversation/tickets'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { backUp } from '../../testing/restore/backup'
import { installRestored } from '../restore/install-restored'
import { UnusableCopy } from '../restore/stage-files'
import { exportCompany } from './export-company'
import { importCompany } from './import-company'

const passphrase = 'uma frase que ninguém adivinha'
let source: WhatsAppWorld
let folder: string
let target: Awaited<ReturnType<typeof createTarget>>
beforeEach(async () => {
  source = await createWhatsAppWorld()
  folder = mkdtempSync(join(tmpdir(), 'recado-transfer-'))
  target = await createTarget()
})
afterEach(async () => {
  await target.stop()
  await source.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Another host on the same WhatsApp server. */
async function createTarget(readSpace?: () => { freeBytes: number; totalBytes: number }) {
  const dataDir = join(folder, 'target')
  const { server } = source
  const environment = { WHATSAPP_WEB_URL: server.url, WHATSAPP_MEDIA_URL: server.mediaUrl, SUPER_PASSWORD: 'segredo' }
  const platform = compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment }), readSpace })
  await firstBoot(platform)
  const connections = composeConnections(platform, {
    whatsapp: { keepAliveMs: 20_000, ackTimeoutMs: 3_000 },
    supervisor: { startGapMs: 0, policy: { firstRetryMs: 30, retryMsMax: 200 } },
  })
  const rows = (id: number, query: string) => platform.files.use(id).sqlite.query(query).values()
  async function stop() {
    await connections.stop()
    await shutdown(platform)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { platform, connections, rows, stop, dataDir }
}

const file = () => join(folder, 'globex.recado')
const exportTo = (move: boolean, path = file()) =>
  exportCompany(source.platform, { companyId: 2, path, passphrase, move })
const importFrom = (more: object = {}) => importCompany(target.platform, { path: file(), passphrase, ...more })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => (error instanceof UnusableCopy ? error.message : String(error)),
  )

const counts = `SELECT (SELECT count(*) FROM contact), (SELECT count(*) FROM message), (SELECT count(*) FROM ticket),
  (SELECT count(*) FROM user), (SELECT count(*) FROM whatsapp_key)`

test('a moved company runs on the other host with the same line, and no longer here', async () => {
  const account = await source.pair('5511900000002', {}, 2)
  const maria = source.server.phone('5511977776666', { name: 'Maria' })
  await maria.say(account, 'antes')
  await until(() => source.messages(2).length === 1, 'the first message')
  addContact(source.ctx(2), 'Joana')
  const before = source.ctx(2).company.sqlite.query(counts).values()
  const exported = await exportTo(true)
  expect(exported).toMatchObject({ companyId: 2, name: 'Globex', moved: true, missingFiles: 0 })
  expect(source.connections.find(2, 1)).toBeUndefined()
  await maria.say(account, 'unterwegs')
  await source.connections.boot()
  await source.connections.restart(2)
  expect(source.connections.find(2, 1)).toBeUndefined()
  const sofia = await source.as(source.sofia)
  expect((await sofia.put('/companies/2/muted', { muted: false })).body.error).toBe('ERR_COMPANY_MUTED')
  expect((await sofia.get('/companies/2')).body).toMatchObject({ muted: true, status: false })

  const { companyId, ...imported } = await importFrom()
  expect(imported).toMatchObject({ name: 'Globex', moved: true, isDryRun: false })
  expect(companyId).toBe(2)
  await until(() => target.connections.find(2, 1)?.state.status === 'CONNECTED', 'the line on the other host')
  expect(target.rows(2, counts).flat().slice(0, 4)).toEqual(before.flat().slice(0, 4))
  const texts = () => target.rows(2, 'SELECT body FROM message WHERE from_me = 0 ORDER BY id').flat()
  await until(() => texts().length === 2, 'the message that was written meanwhile')
  await maria.say(account, 'depois')
  await until(() => texts().length === 3, 'the next message')
  expect(texts()).toEqual(['antes', 'unterwegs', 'depois'])
  expect(await target.platform.names.emails.find('gina@globex.test')).toEqual({ companyId: 2, recordId: 1 })
  expect(source.messages(2)).toHaveLength(1)
})

test('promises move along: targets, priority, clocks, verdicts and holidays', async () => {
  const gina = await source.as(source.gina)
  const none = { firstAnswer: null, nextAnswer: null, resolve: null, warnBefore: null }
  const targets = { firstAnswer: 10, nextAnswer: null, resolve: 600, warnBefore: null }
  const sla = { hours: 'always', low: none, normal: none, high: targets, urgent: none }
  expect((await gina.put('/queue/1', { sla })).status).toBe(200)
  expect((await gina.post('/holidays', { day: '2030-12-26', name: 'Ponte' })).status).toBe(200)
  receive(source, 2, messageEvent({ text: 'Oi', phone: '5511988880002' }))
  setTicketQueue(source.ctx(2), 1, 1)
  expect((await gina.put('/tickets/1', { priority: 'high', status: 'open', queueId: 1 })).status).toBe(200)
  expect((await gina.post('/messages/1', { body: 'Olá' })).status).toBe(200)
  const kept = [
    'SELECT sla FROM queue ORDER BY id',
    'SELECT day, name FROM holiday',
    'SELECT id, priority, due_kind, due_at, due_warn_at FROM ticket ORDER BY id',
    'SELECT * FROM ticket_sla ORDER BY ticket_id, kind',
    'SELECT * FROM sla_result ORDER BY id',
  ]
  const before = kept.map((query) => source.ctx(2).company.sqlite.query(query).values())
  expect(before.map((rows) => rows.length)).toEqual([2, 1, 1, 2, 1])
  await exportTo(true)
  const { companyId = 0 } = await importFrom()
  expect(kept.map((query) => target.rows(companyId, query))).toEqual(before)
})

test('what is imported of a company that goes on is a copy without lines, which nothing starts', async () => {
  const account = await source.pair('5511900000002', {}, 2)
  await exportTo(false)
  expect((await importFrom({ dryRun: true })).companyId).toBeUndefined()
  expect(listCompanyIds(target.platform)).toEqual([1])
  const { companyId = 0, moved } = await importFrom({ asId: 40 })
  expect([companyId, moved]).toEqual([40, false])
  await target.connections.boot()
  await target.connections.restart(40)
  expect(target.connections.find(40, 1)).toBeUndefined()
  expect(target.rows(40, 'SELECT status FROM connection WHERE id = 1').flat()).toEqual(['DISCONNECTED'])
  expect(await target.platform.names.emails.find('gina@globex.test')).toBeUndefined()
  await source.server.phone('5511977776666', { name: 'Maria' }).say(account, 'ainda aqui')
  await until(() => source.messages(2).length === 1, 'the message at the first host')
  expect(source.connections.find(2, 1)?.state.status).toBe('CONNECTED')
})

test('neither a copy nor what was moved can be moved', async () => {
  const folderOf2 = backUp(source, 2)
  const { companyId } = await installRestored(source.platform, {
    companyId: 2,
    folder: folderOf2,
    mode: 'beside',
    stateOf: null,
  })
  const move = (id: number) =>
    refusal(exportCompany(source.platform, { companyId: id, path: join(folder, `${id}`), passphrase, move: true }))
  expect(await move(companyId)).toContain('is a copy: its lines are those of another company')
  expect(await move(2)).toBe('done')
  rmSync(join(folder, '2'))
  expect(await move(2)).toBe('Globex was moved already.')
})

test('a move is taken back, and one that fails leaves the company running', async () => {
  await source.pair('5511900000002', {}, 2)
  expect(await refusal(exportTo(true, join(folder, 'none', 'x.recado')))).toContain('There is no folder')
  writeFileSync(file(), 'in the way')
  expect(await refusal(exportTo(true))).toContain('exists already')
  rmSync(file())
  expect(source.connections.find(2, 1)?.state.status).toBe('CONNECTED')
  const controller = new AbortController()
  const aborted = exportCompany(source.platform, {
    companyId: 2,
    path: file(),
    passphrase,
    move: true,
    signal: controller.signal,
    progress: () => controller.abort(new Error('ended')),
  })
  expect(await refusal(aborted)).not.toBe('done')
  await until(() => source.connections.find(2, 1)?.state.status === 'CONNECTED', 'the line after the failure')
  expect(readdirSync(folder)).toEqual(['target'])
  await exportTo(true)
  await takeMoveBack(source.platform, 2)
  await until(() => source.connections.find(2, 1)?.state.status === 'CONNECTED', 'the line after the undoing')
  expect(
    await refusal(exportCompany(source.platform, { companyId: 1, path: `${file()}1`, passphrase, move: true })),
  ).toContain('ERR_INITIAL_RECORD')
})

test('a file that is wrong in any way is refused in a sentence, and nothing is left behind', async () => {
  addContact(source.ctx(2), 'Joana')
  await exportTo(true)
  const whole = readFileSync(file())
  const companies = () => readdirSync(join(target.dataDir, 'companies')).toSorted()
  const refused = async (sentence: string, more: object = {}) => {
    expect(await refusal(importFrom(more))).toContain(sentence)
    expect([companies(), listCompanyIds(target.platform)]).toEqual([['1'], [1]])
  }
  await refused('The passphrase is another one', { passphrase: 'outra frase qualquer' })
  const head = whole.indexOf(10) + 1
  for (const at of [head + 30, Math.floor(whole.length / 2), whole.length - 3]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    writeFileSync(file(), changed)
    await refused('changed')
  }
  for (const length of [whole.length - 1, Math.floor(whole.length / 2), head + 10]) {
    writeFileSync(file(), whole)
    truncateSync(file(), length)
    await refused('cut short')
  }
  writeFileSync(file(), whole.toString('latin1').replace('"format":1', '"format":9'), 'latin1')
  await refused('written by a newer Recado')
  writeFileSync(file(), 'SQLite format 3\0 or anything else')
  await refused('This is no file of recado export')
  rmSync(file())
  await refused('There is no file')
  writeFileSync(file(), whole)
  await refused('This host has a company 1', { asId: 1 })
  expect((await importFrom()).companyId).toBe(2)
  expect(await refusal(importFrom())).toContain(
    'This host has a company named Globex.\nPeople of this host have the e-mails',
  )
  const { db } = createContext(target.platform.files.use(2))
  expect(
    db
      .select()
      .from(contactTable)
      .all()
      .some(({ name }) => name === 'Joana'),
  ).toBe(true)
  await unmuteCompany(target.platform, {}, 2)
})

test('a disk without room is named before anything is written', async () => {
  await exportTo(true)
  await target.stop()
  target = await createTarget(() => ({ freeBytes: 20_000, totalBytes: 1e9 }))
  expect(await refusal(importFrom())).toMatch(/It needs \d+ MB and 1 MB are free\.\nNothing was imported\./)
  expect(listCompanyIds(target.platform)).toEqual([1])
})
