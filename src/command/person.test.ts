import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { shutdown } from '../compose'
import { startMain } from '../testing/process/main-process'
import { runCommand } from '../testing/process/run-command'
import { messageEvent, receive } from '../testing/conversation/inbound'
import { readZip } from '../testing/read-zip'
import { createWorld } from '../testing/world/world'

const environment = { WHATSAPP_WEB_URL: 'ws://127.0.0.1:1' }

let dataDir: string
const recado = (...args: string[]) => runCommand(dataDir, args, environment)
const said = ({ code, errors }: Awaited<ReturnType<typeof recado>>) => [code, errors.split('\n')[0]]
const file = () => join(dataDir, 'maria.zip')

/** Stopped. Dona Maria also wrote on Instagram. */
beforeEach(async () => {
  const world = await createWorld()
  dataDir = world.dataDir
  receive(world, 1, messageEvent({ text: 'Meu segredo' }))
  world.ctx(1).company.sqlite.run(`INSERT INTO contact (name, number, channel, search_text, created_at, updated_at)
      VALUES ('maria.silva', '551188880001', 'instagram', 'maria.silva', 0, 0)`)
  await shutdown(world.platform)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function contacts() {
  const db = new Database(join(dataDir, 'companies/1/company.sqlite'))
  const names = db.query('SELECT name FROM contact').values().flat()
  const texts = db.query('SELECT body FROM message').values().flat()
  db.close()
  return [...names, ...texts]
}

test('exports and erases all contacts of a number while Recado is stopped', async () => {
  expect(said(await recado('person-export', '1', '+5511999990000', '--to', file()))).toEqual([
    1,
    'Company 1 has no contact with the number +5511999990000.',
  ])
  expect(said(await recado('person-export', '1', '+5511988880001'))[0]).toBe(1)
  const exported = await recado('person-export', '1', '+55 (11) 98888-0001', '--to', file(), '--json')
  expect(exported.code).toBe(0)
  expect(JSON.parse(exported.output)).toMatchObject({ contactIds: [1, 2], path: file(), messages: 1 })
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  const page = readZip(readFileSync(file())).get('index.html')?.toString()
  for (const text of ['Meu segredo', 'Dona Maria', 'maria.silva']) expect(page).toContain(text)
  expect(said(await recado('person-export', '1', '5511988880001', '--to', file()))).toEqual([
    1,
    `${file()} exists already.`,
  ])

  const dry = await recado('person-erase', '1', '+5511988880001', '--dry-run')
  expect([dry.code, dry.output]).toEqual([
    0,
    expect.stringMatching(/of contacts 1, 2:[^]*^ {2}contact: 2$[^]*^ {2}message: 1$/m),
  ])
  expect(said(await recado('person-erase', '1', '+5511988880001'))).toEqual([
    1,
    "Everything that company 1 stores of Dona Maria (contact 1), maria.silva (contact 2) will be erased. To confirm, add --yes 'Dona Maria'.",
  ])
  expect(contacts()).toEqual(['Dona Maria', 'maria.silva', 'Meu segredo'])
  const erased = await recado('person-erase', '1', '+5511988880001', '--yes', 'Dona Maria')
  expect([erased.code, erased.output]).toEqual([0, 'Erased: contacts 1, 2.\n'])
  expect(contacts()).toEqual([])
  expect(existsSync(file())).toBe(true)
}, 60_000)

test('the running process does the same', async () => {
  const main = startMain(dataDir, environment)
  try {
    await main.address()
    const exported = await recado('person-export', '1', '+5511988880001', '--to', file())
    expect([exported.code, exported.output]).toEqual([0, expect.stringContaining('1 messages of contacts 1, 2')])
    expect((await recado('person-erase', '1', '+5511988880001', '--yes', 'Dona Maria')).code).toBe(0)
    expect(contacts()).toEqual([])
    expect((await recado('person-erase', '1', '+5511988880001', '--yes', 'Dona Maria')).code).toBe(1)
  } finally {
    await main.stop()
  }
}, 60_000)
