import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MainProcess, signIn, startMain } from '../../testing/process/main-process'
import { runCommand } from '../../testing/process/run-command'
import { startWhatsAppServer } from '../../testing/services/whatsapp-server/start-whatsapp-server'
import type { Account } from '../../testing/services/whatsapp-server/account/phone.types'
import { until } from '../../testing/whatsapp/whatsapp-world'

const secret = { RECADO_PASSPHRASE: 'uma frase que ninguém adivinha', BACKUP_PASSPHRASE: 'outra frase para cópias' }
const limitMs = 180_000

let folder: string
let server: Awaited<ReturnType<typeof startWhatsAppServer>>
let account: Account
const hosts: Record<string, MainProcess> = {}
const dataOf = (host: string) => join(folder, host)
const backupOf = (host: string) => join(folder, `backup-${host}`)
const recado = (host: string, ...args: string[]) => runCommand(dataOf(host), args, secret)

async function start(host: string) {
  const environment = {
    WHATSAPP_WEB_URL: server.url,
    WHATSAPP_MEDIA_URL: server.mediaUrl,
    SUPER_EMAIL: `host@${host}.test`,
    SUPER_PASSWORD: 'a-long-secret',
    BACKUP_TO: backupOf(host),
    BACKUP_PASSPHRASE: secret.BACKUP_PASSPHRASE,
  }
  const main = (hosts[host] = startMain(dataOf(host), environment))
  return main.address()
}

async function callsOf(host: string, email: string, password: string, newPassword?: string) {
  const address = await (hosts[host] as MainProcess).address()
  const answer = await signIn(address, email, password, newPassword)
  const { token } = await answer.json()
  return async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' }
    const response = await fetch(address + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return { status: response.status, body: await response.json() }
  }
}

/** What is stored, read beside the running process. */
function rows(host: string, company: number, query: string) {
  const db = new Database(join(dataOf(host), 'companies', String(company), 'company.sqlite'), { readonly: true })
  try {
    return db.query(query).values().flat()
  } finally {
    db.close()
  }
}
const texts = (host: string, company: number) =>
  rows(host, company, 'SELECT body FROM message WHERE from_me = 0 ORDER BY id')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recado-two-hosts-'))
  server = await startWhatsAppServer()
  await start('old')
  const sofia = await callsOf('old', 'host@old.test', 'a-long-secret')
  const plan = (await sofia('GET', '/plans/list')).body[0]
  const made = await sofia('POST', '/companies', {
    name: 'Acme',
    email: 'ana@acme.test',
    password: 'segredo-um',
    planId: plan.id,
  })
  expect(made.status).toBe(200)
  const ana = await callsOf('old', 'ana@acme.test', 'segredo-um', 'segredo-dois')
  const { id } = (await ana('POST', '/whatsapp', { name: 'Linha', queueIds: [] })).body
  await ana('POST', `/whatsappsession/${id}`)
  const qrcode = async () => String((await ana('GET', `/whatsapp/${id}`)).body.qrcode)
  await until(async () => (await qrcode()) !== '', 'the code')
  account = await server.phone('5511900000002', { name: 'Acme' }).scan(await qrcode())
  await until(() => rows('old', 2, 'SELECT status FROM connection')[0] === 'CONNECTED', 'the line')
}, limitMs)
afterAll(async () => {
  for (const main of Object.values(hosts)) await main.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Progress of long runs is on the standard error. */
async function done(host: string, ...args: string[]) {
  const { code, output, errors } = await recado(host, ...args)
  if (code !== 0) throw new Error(errors)
  return output
}

/** The process may be making one by itself. */
const backUpNow = () => until(async () => (await recado('old', 'backup')).code === 0, 'a backup', 60_000)

const maria = () => server.phone('5511977776666', { name: 'Maria' })

test(
  'a running company goes back to a moment of its backup, beside and in place, and its line goes on',
  async () => {
    await maria().say(account, 'antes da cópia')
    await until(() => texts('old', 2).length === 1, 'the message')
    await backUpNow()
    const then = new Date(Date.now() + 1_000)
    await Bun.sleep(2_100)
    await maria().say(account, 'depois da cópia')
    await until(() => texts('old', 2).length === 2, 'the message after the backup')
    const at = then.toISOString().slice(0, 19)
    const beside = await done('old', 'restore', '2', '--at', `${at}Z`, '--json')
    expect(texts('old', JSON.parse(beside).companyId)).toEqual(['antes da cópia'])
    const unsure = await recado('old', 'restore', '2', '--at', `${at}Z`, '--replace')
    expect([unsure.code, unsure.errors]).toEqual([1, expect.stringContaining("To confirm, add --yes 'Acme'")])
    const checked = await done('old', 'restore', '2', '--from', backupOf('old'), '--replace', '--dry-run')
    expect(checked).toContain('Nothing was changed')
    await done('old', 'restore', '2', '--at', `${at}Z`, '--replace', '--yes', 'Acme')
    expect(texts('old', 2)).toEqual(['antes da cópia'])
    await maria().say(account, 'depois da volta')
    await until(() => texts('old', 2).length === 2, 'the message after the restore')
    expect(texts('old', 2)).toEqual(['antes da cópia', 'depois da volta'])
    const ana = await callsOf('old', 'ana@acme.test', 'segredo-dois')
    const { stateOf, held } = (await ana('GET', '/restore/held')).body
    expect([Math.abs(then.getTime() - Date.parse(stateOf)) < 5_000, held]).toEqual([true, []])
    // The archive of writes begins anew with the restored file.
    await backUpNow()
    await maria().say(account, 'depois da segunda cópia')
    await until(() => texts('old', 2).length === 3, 'the message after the second backup')
    await Bun.sleep(1_500)
    const latest = await done('old', 'restore', '2', '--json')
    expect(texts('old', JSON.parse(latest).companyId)).toEqual(texts('old', 2))
  },
  limitMs,
)

test(
  'a company moves from one running host to another: the same rows, its line there, and no longer here',
  async () => {
    await start('new')
    const file = join(folder, 'acme.recado')
    await done('old', 'export', '2', file, '--move', '--yes', 'Acme')
    const counts = 'SELECT (SELECT count(*) FROM contact), (SELECT count(*) FROM user), (SELECT count(*) FROM message)'
    const before = rows('old', 2, counts)
    await maria().say(account, 'no caminho')
    const wrong = await runCommand(dataOf('new'), ['import', file], { RECADO_PASSPHRASE: 'uma frase errada' })
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining('The passphrase is another one')])
    const imported = await done('new', 'import', file, '--as-id', '7', '--json')
    expect(JSON.parse(imported)).toMatchObject({ companyId: 7, name: 'Acme', moved: true })
    expect(rows('new', 7, counts).slice(0, 2)).toEqual(before.slice(0, 2))
    await until(() => texts('new', 7).includes('no caminho'), 'the message that was written meanwhile')
    await maria().say(account, 'no novo')
    await until(() => texts('new', 7).includes('no novo'), 'a message at the new host')
    expect(rows('old', 2, counts)).toEqual(before)
    const ana = await callsOf('new', 'ana@acme.test', 'segredo-dois')
    expect((await ana('GET', '/whatsapp')).body).toMatchObject([{ name: 'Linha', status: 'CONNECTED' }])
    // After a start, too, the old host leaves the line alone.
    await hosts['old']?.stop()
    await start('old')
    const sofia = await callsOf('old', 'host@old.test', 'a-long-secret')
    expect((await sofia('GET', '/companies/2')).body).toMatchObject({ muted: true, status: false })
    expect((await sofia('PUT', '/companies/2/muted', { muted: false })).status).toBe(409)
    await maria().say(account, 'ainda no novo')
    await until(() => texts('new', 7).includes('ainda no novo'), 'another message at the new host')
    expect(rows('old', 2, counts)).toEqual(before)
  },
  limitMs,
)
