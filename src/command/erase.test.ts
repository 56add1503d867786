import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shutdown } from '../compose'
import { signIn, startMain } from '../testing/process/main-process'
import { runCommand } from '../testing/process/run-command'
import { password } from '../testing/world/people'
import { createWorld } from '../testing/world/world'

const environment = { WHATSAPP_WEB_URL: 'ws://127.0.0.1:1' }

let dataDir: string
const inFolder = (...parts: string[]) => join(dataDir, ...parts)
const recado = (...args: string[]) => runCommand(dataDir, args, environment)

/** Acme and Globex, stopped; Globex with enough files that deleting them takes a while. */
beforeEach(async () => {
  const world = await createWorld()
  dataDir = world.dataDir
  for (let n = 0; n < 3000; n++) await Bun.write(inFolder('companies', '2', 'media', '2026-01', `${n}`), 'x')
  await shutdown(world.platform)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const firstLine = ({ code, errors }: Awaited<ReturnType<typeof recado>>) => [code, errors.split('\n')[0]]

test('asks for the name, refuses the host’s own company, and shows what it would do', async () => {
  expect(firstLine(await recado('erase', '2'))).toEqual([
    1,
    "Company 2 (Globex) will be deleted with all conversations, files and backups. To confirm, add --yes 'Globex'.",
  ])
  expect(firstLine(await recado('erase', '2', '--yes', 'Acme'))[1]).toContain('"Acme" is not its name.')
  expect(firstLine(await recado('erase', '1', '--yes', 'Acme'))).toEqual([1, 'Company 1 is the host’s own. It stays.'])
  expect(firstLine(await recado('erase', '9', '--yes', 'X'))).toEqual([1, 'There is no such company.'])
  expect(firstLine(await recado('erase'))).toEqual([1, 'Name the company, or a report with --verify.'])
  const dry = await recado('erase', '2', '--dry-run')
  expect([dry.code, dry.output]).toEqual([0, expect.stringContaining('300')])
  expect(existsSync(inFolder('erased'))).toBe(false)
  expect(existsSync(inFolder('companies', '2', 'media', '2026-01', '2999'))).toBe(true)
}, 60_000)

test('erases in the running process, which signs its people out at once', async () => {
  const main = startMain(dataDir, environment)
  const address = await main.address()
  const { token } = (await (await signIn(address, 'gina@globex.test', password)).json()) as { token: string }
  const call = () => fetch(`${address}/queue`, { headers: { authorization: `Bearer ${token}` } })
  expect((await call()).status).toBe(200)
  const { code, output } = await recado('erase', '2', '--yes', 'Globex', '--json')
  expect(code).toBe(0)
  const { path, signed } = JSON.parse(output)
  expect(signed.report).toMatchObject({ company: { id: 2, name: 'Globex' }, by: 'command' })
  expect((await call()).status).toBe(401)
  expect((await signIn(address, 'gina@globex.test', password)).status).toBe(401)
  expect((await signIn(address, 'ana@acme.test', password)).status).toBe(200)
  expect((await recado('erase', '--verify', path)).output).toBe(`${path}: signed by this host, unchanged.\n`)
  writeFileSync(path, readFileSync(path, 'utf8').replace('Globex', 'Initech'))
  const altered = await recado('erase', '--verify', path)
  expect([altered.code, altered.output]).toEqual([1, `${path}: changed since it was signed.\n`])
  expect(firstLine(await recado('erase', '--verify', '/nowhere'))).toEqual([1, '/nowhere cannot be read (ENOENT).'])
  await main.stop()
}, 60_000)

test('a second run completes one that was killed', async () => {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'recado.ts'), 'erase', '2', '--yes', 'Globex'], {
    env: { ...process.env, ...environment, DATA_DIR: dataDir },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  while (!existsSync(inFolder('erased', '2.json')) && child.exitCode === null) await Bun.sleep(1)
  child.kill('SIGKILL')
  await child.exited
  expect(existsSync(inFolder('erased', '2.json'))).toBe(true)
  const { code, output } = await recado('erase', '2', '--yes', 'Globex', '--json')
  expect(code).toBe(0)
  const { report } = JSON.parse(output).signed
  expect(report.folder.files).toBeGreaterThanOrEqual(3000)
  expect(report.rows).toMatchObject({ company: 1, user_index: 3 })
  expect(readdirSync(inFolder('erased'))).toEqual([expect.stringMatching(/^2-\d{4}-\d\d-\d\d\.json$/)])
  expect([existsSync(inFolder('companies', '2')), existsSync(inFolder('companies', '1'))]).toEqual([false, true])
}, 60_000)
