import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shutdown } from '../compose'
import { chatwootDump, chatwootRows } from '../testing/move-in/chatwoot-dump'
import { dumpFolder } from '../testing/move-in/dumps'
import { type MainProcess, signIn, startMain } from '../testing/process/main-process'
import { runCommand } from '../testing/process/run-command'
import { createWorld } from '../testing/world/world'

const environment = { WHATSAPP_WEB_URL: 'ws://127.0.0.1:1' }
const dump = join(dumpFolder, 'T.sql.gz')

let dataDir: string
let main: MainProcess | undefined
const recado = (...args: string[]) => runCommand(dataDir, args, environment)
const companies = () => readdirSync(join(dataDir, 'companies')).toSorted()

beforeEach(async () => {
  const world = await createWorld()
  dataDir = world.dataDir
  await shutdown(world.platform)
})
afterEach(async () => {
  await main?.stop()
  main = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

const refusalOf = ({ code, errors }: Awaited<ReturnType<typeof recado>>) => [code, errors.trim()]

test('rehearses, imports, goes live once, and takes the company away again, while Recado runs', async () => {
  main = startMain(dataDir, environment)
  const address = await main.address()
  const rehearsal = await recado('import', 'whaticket', dump, '--dry-run')
  expect([rehearsal.code, rehearsal.errors]).toEqual([0, expect.any(String)])
  expect(rehearsal.output).toContain('would be imported')
  expect(rehearsal.output).toContain('Nothing was changed.')
  expect(companies()).toEqual(['1', '2'])

  const { code, output } = await recado('import', 'whaticket', dump, '--json')
  expect(code).toBe(0)
  const report = JSON.parse(output)
  const [first, second] = report.companies
  expect(first).toMatchObject({ error: '', isNew: true, companyId: 3 })
  expect(companies()).toEqual(['1', '2', '3', '4'])
  expect(existsSync(join(dataDir, 'move-in', 'scratch.sqlite'))).toBe(false)
  expect((await signIn(address, 'ana1@casa.test', 'senha-antiga')).status).toBe(200)
  expect((await signIn(address, 'ana1@casa.test', 'senha-nova')).status).toBe(401)
  const { token } = (await (await signIn(address, 'admin@admin.com', 'senha-antiga')).json()) as { token: string }
  // A super user of theirs.
  expect((await fetch(`${address}/host`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(403)

  expect(refusalOf(await recado('go-live', '--company', '2'))).toEqual([
    1,
    'This company was not imported from another system.',
  ])
  const asked = await recado('go-live', '--company', '3')
  expect(asked.code).toBe(1)
  expect(asked.errors).toContain('The other system has to be stopped')
  expect(asked.errors).toContain(`--yes '${first.name}'`)
  const live = await recado('go-live', '--company', '3', '--yes', first.name)
  expect([live.code, live.output.split('\n')[0]]).toEqual([0, `${first.name} is live.`])
  expect(refusalOf(await recado('go-live', '--company', '3', '--yes', first.name))).toEqual([
    1,
    'This company is live here already.',
  ])

  expect(refusalOf(await recado('import', '--undo', '2', '--yes', 'Globex'))).toEqual([
    1,
    'This company was not imported from another system.',
  ])
  expect((await recado('import', '--undo', '4', '--yes', first.name)).code).toBe(1)
  const undone = await recado('import', '--undo', '4', '--yes', second.name)
  expect([undone.code, undone.output]).toEqual([
    0,
    expect.stringContaining(`${second.name} (company 4) was taken away.`),
  ])
  expect(companies()).toEqual(['1', '2', '3'])
  expect((await signIn(address, 'ana1@casa.test', 'senha-antiga')).status).toBe(200)
  expect((await signIn(address, 'ana2@casa.test', 'senha-antiga')).status).toBe(401)
}, 120_000)

test('imports while Recado is stopped, one company of several, and what is new the second time', async () => {
  const first = await recado('import', 'whaticket', dump, '--company', '2', '--json')
  expect(first.code).toBe(0)
  const report = JSON.parse(first.output)
  expect(report.companies).toHaveLength(1)
  expect(report.companiesLeftOut).toHaveLength(1)
  expect(companies()).toEqual(['1', '2', '3'])
  const second = await recado('import', 'whaticket', dump, '--company', '2', '--json')
  expect(JSON.parse(second.output).companies[0]).toMatchObject({ companyId: 3, isNew: false })
  expect(companies()).toEqual(['1', '2', '3'])
  const undone = await recado('import', 'whaticket', '--undo', '3', '--yes', report.companies[0].name)
  expect(undone.code).toBe(0)
  expect(companies()).toEqual(['1', '2'])
}, 120_000)

test('refuses a source that cannot be read, in a sentence', async () => {
  const refusals: [string[], string][] = [
    [[], 'Name a dump, or postgres://user@host/database.'],
    [['/nowhere.dump'], 'There is no file /nowhere.dump.'],
    [[import.meta.path], ''],
    [[dump, '--redis', 'redis://:segredo@127.0.0.1:1'], 'Redis cannot be read'],
    [[dump, '--since', 'ontem'], '--since: this is no day, such as 2025-01-31.'],
    [[dump, '--company', '77'], 'The source holds no such company.'],
  ]
  for (const [args, sentence] of refusals) {
    const { code, errors } = await recado('import', 'whaticket', ...args)
    expect([args, code, errors]).toEqual([args, 1, expect.stringContaining(sentence)])
    expect(errors).not.toContain('segredo')
    expect(errors).not.toContain('    at ')
  }
  expect(companies()).toEqual(['1', '2'])
}, 120_000)

test('imports the accounts of Chatwoot, whose people keep their passwords', async () => {
  const file = join(dataDir, 'chatwoot.sql')
  const known = await Bun.password.hash('senha-antiga', { algorithm: 'bcrypt', cost: 11 })
  writeFileSync(file, chatwootDump(chatwootRows(known.replace('$2b$', '$2a$'))))
  expect((await recado('import', 'whaticket', file)).errors).toContain('This is no database of Whaticket')
  const { code, output } = await recado('import', 'chatwoot', file)
  expect([code, output]).toEqual([0, expect.stringContaining('Floricultura is company 3')])
  expect(output).toContain('conversations of other channels 1')
  main = startMain(dataDir, environment)
  const address = await main.address()
  expect((await signIn(address, 'jorge@flor.test', 'senha-errada')).status).toBe(401)
  const { token } = (await (await signIn(address, 'iris@flor.test', 'senha-antiga')).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const listed = await fetch(`${address}/tickets?showAll=true`, { headers }).then((answer) => answer.json())
  expect(listed).toMatchObject({
    tickets: [
      { status: 'open', priority: 'urgent' },
      { status: 'closed', priority: 'normal' },
    ],
  })
}, 120_000)
