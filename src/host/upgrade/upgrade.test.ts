import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../kernel/database/database'
import { freePort } from '../../testing/process/free-port'
import { signIn, startMain } from '../../testing/process/main-process'
import {
  copyFailingFile,
  copySingleFile,
  nextSingleFile,
  nextVersion,
  singleFile,
} from '../../testing/process/single-file'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { password, people } from '../../testing/world/people'
import { copyTemplate } from '../../testing/world/world-template'
import { version } from '../../version'
import { findHolder, isFolderFree } from '../../kernel/company/folder-lock'

beforeAll(() => {
  singleFile()
  nextSingleFile()
}, 240_000)

let folder: string
let file: string
let dataDir: string
let address: string
beforeEach(async () => {
  ;({ folder, file } = copySingleFile())
  dataDir = (await copyTemplate()).dataDir
  const main = startMain(dataDir, { PORT: String(await freePort()) }, { alone: file })
  address = await main.address()
})
afterEach(async () => {
  await stopRunning()
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
})

async function stopRunning() {
  const pid = findHolder(dataDir)?.pid
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  await until(() => isFolderFree(dataDir), 'the end of the process', 60_000)
}

/** `recado upgrade` as somebody types it on the host. */
const upgrade = (...args: string[]) => upgradeWith({}, ...args)

async function upgradeWith(environment: Record<string, string>, ...args: string[]) {
  const env = { DATA_DIR: dataDir, PATH: process.env['PATH'] ?? '', ...environment }
  const child = Bun.spawn([file, 'upgrade', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [code, output, errors] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code, output, errors }
}

const runningVersion = async () => ((await (await fetch(`${address}/version`)).json()) as { version: string }).version

/** Somebody creates one contact after the other, and knows which were acknowledged. */
async function writeContacts() {
  const { token } = (await (await signIn(address, people.ana.email, password)).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const acknowledged: string[] = []
  let isWriting = true
  const writing = (async () => {
    for (let number = 0; isWriting; number++) {
      const name = `Contato ${number}`
      const body = JSON.stringify({ name, number: `55119${String(10_000_000 + number)}` })
      const answer = await fetch(`${address}/contacts`, { method: 'POST', headers, body }).catch(() => undefined)
      if (answer?.ok) acknowledged.push(name)
      await Bun.sleep(answer ? 1 : 20)
    }
  })()
  return {
    acknowledged,
    async stop() {
      isWriting = false
      await writing
    },
  }
}

function query<Row>(sql: string, path = 'companies/1/company.sqlite'): Row[] {
  const db = openDatabase(join(dataDir, path), { readonly: true })
  try {
    return db.query<Row, []>(sql).all()
  } finally {
    db.close()
  }
}

const storedNames = () =>
  query<{ name: string }>("SELECT name FROM contact WHERE name LIKE 'Contato %'").map(({ name }) => name)
const tableOfNext = `SELECT name FROM sqlite_master WHERE name = 'only_of_the_next_version'`

test('a good version replaces the running one, keeps the earlier one, and loses nothing that was acknowledged', async () => {
  const writer = await writeContacts()
  const { code, output, errors } = await upgrade(nextSingleFile(), '--json')
  const before = writer.acknowledged.length
  await Bun.sleep(500)
  await writer.stop()
  expect([code, errors.includes('rror')]).toEqual([0, false])
  expect(JSON.parse(output)).toMatchObject({
    from: version,
    to: nextVersion,
    did: 'upgraded',
    previous: `${file}.previous`,
    rehearsed: [{ id: 1 }, { id: 2 }],
  })
  expect(await runningVersion()).toBe(nextVersion)
  expect(before).toBeGreaterThan(10)
  expect(writer.acknowledged.length).toBeGreaterThan(before)
  const stored = storedNames()
  expect(writer.acknowledged.filter((name) => !stored.includes(name))).toEqual([])
  expect(new Set(stored).size).toBe(stored.length)
  expect([query(tableOfNext).length, query(tableOfNext, 'platform.sqlite').length]).toEqual([1, 1])
  expect([existsSync(join(dataDir, 'upgrade-rehearsal')), existsSync(`${file}.new`)]).toEqual([false, false])
  expect(readFileSync(`${file}.previous`).equals(readFileSync(singleFile()))).toBe(true)
}, 240_000)

/** Stands for systemd, of which tests have none: starts and stops one process, and says which. */
function writeSystemctl(pid: number | undefined) {
  const state = join(folder, 'main-pid')
  writeFileSync(state, String(pid))
  const environment = `DATA_DIR=${dataDir} HOST=127.0.0.1 PORT=${new URL(address).port} LOG_LEVEL=error`
  const script = `#!/bin/sh
echo "$@" >> ${folder}/asked
case "$1" in
  show) [ "$4" = recado.service ] && cat ${state} ;;
  stop) kill -TERM $(cat ${state}); while kill -0 $(cat ${state}); do sleep 0.05; done ;;
  start) env ${environment} ${file} start > /dev/null 2>&1 & echo $! > ${state} ;;
esac
`
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/systemctl'), script, { mode: 0o755 })
  return `${folder}/bin:${process.env['PATH']}`
}

test('a service is stopped and started by systemd', async () => {
  const PATH = writeSystemctl(findHolder(dataDir)?.pid)
  expect((await upgradeWith({ PATH }, nextSingleFile())).code).toBe(0)
  expect(await runningVersion()).toBe(nextVersion)
  const asked = readFileSync(join(folder, 'asked'), 'utf8').split('\n')
  expect(asked.filter((line) => !line.startsWith('show'))).toEqual([
    'stop recado.service',
    'start --no-block recado.service',
    '',
  ])
}, 240_000)

test('a version that cannot migrate is refused on the copies, and the running one notices nothing', async () => {
  const holder = findHolder(dataDir)
  const failing = join(folder, 'failing')
  copyFailingFile(failing)
  const { code, errors } = await upgrade(failing)
  expect([code, errors]).toEqual([
    1,
    expect.stringMatching(/The new version does not start on a copy of the data: .*TABEL/),
  ])
  expect(findHolder(dataDir)).toEqual(holder)
  expect([await runningVersion(), query(tableOfNext).length, existsSync(`${file}.previous`)]).toEqual([
    version,
    0,
    false,
  ])
  const nothing = join(folder, 'nothing')
  writeFileSync(nothing, '#!/bin/sh\necho hello\n', { mode: 0o755 })
  expect(await upgrade(nothing)).toMatchObject({ code: 1, errors: `${nothing} is no executable of Recado.\n` })
}, 240_000)

test('a version that is never ready is taken back, with the data as before', async () => {
  const unready = join(folder, 'unready')
  const onCopies = 'case "$DATA_DIR" in *upgrade-rehearsal) ;; *) export HOST=127.0.0.2 ;; esac'
  writeFileSync(unready, `#!/bin/sh\n${onCopies}\nexec ${nextSingleFile()} "$@"\n`, { mode: 0o755 })
  const writer = await writeContacts()
  const { code, errors } = await upgrade(unready, '--wait', '3')
  await Bun.sleep(300)
  await writer.stop()
  expect(code).toBe(2)
  expect(errors).toContain(
    `Recado ${nextVersion} was not ready within 3 s. ${version} runs again, with the data as before.`,
  )
  expect(errors).toContain(`${dataDir}/platform.sqlite.failed-upgrade`)
  expect(await runningVersion()).toBe(version)
  expect([query(tableOfNext).length, query(tableOfNext, 'platform.sqlite').length]).toEqual([0, 0])
  const stored = storedNames()
  expect(writer.acknowledged.filter((name) => !stored.includes(name))).toEqual([])
  expect(readFileSync(file).equals(readFileSync(singleFile()))).toBe(true)
  expect(existsSync(`${file}.failed`)).toBe(true)
}, 240_000)

test('companies that are off, expired, muted or a copy of another are opened, too', async () => {
  const catalog = openDatabase(join(dataDir, 'platform.sqlite'))
  const changes = ['status = 0', "due_date = '2000-01-01'", 'copy_of = 1, muted = 1', 'muted = 1']
  for (const change of changes) {
    catalog.run(`UPDATE company SET status = 1, due_date = '2999-12-31', copy_of = NULL, muted = 0 WHERE id = 2`)
    catalog.run(`UPDATE company SET ${change} WHERE id = 2`)
    const { code, output, errors } = await upgrade(nextSingleFile(), '--canary', '2', '--dry-run')
    expect([change, code, output.split('\n')[0], errors]).toEqual([
      change,
      0,
      `Recado ${nextVersion} opened and showed copies of 1 company, with all rows.`,
      expect.any(String),
    ])
  }
  catalog.close()
}, 240_000)

test('while nothing runs only the program is replaced, and a process that runs from its sources is left alone', async () => {
  await stopRunning()
  const replaced = await upgrade(nextSingleFile())
  expect([replaced.code, replaced.output]).toEqual([
    0,
    `Recado ${nextVersion} opened and showed copies of 2 companies, with all rows.\nStart it now.\nRecado ${version} is kept as ${file}.previous.\n`,
  ])
  expect([readFileSync(file).equals(readFileSync(nextSingleFile())), query(tableOfNext).length]).toEqual([true, 0])
  const sources = Bun.spawn([process.execPath, join(import.meta.dir, '../../main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  await until(() => findHolder(dataDir)?.pid === sources.pid, 'the start from sources', 60_000)
  const refused = await upgrade(singleFile())
  expect([refused.code, refused.errors]).toEqual([1, 'Recado runs from its sources: update these, and restart it.\n'])
}, 240_000)

test('a dry run tries the canary only and replaces nothing', async () => {
  const { code, output } = await upgrade(nextSingleFile(), '--canary', '2', '--dry-run')
  expect([code, output]).toEqual([
    0,
    `Recado ${nextVersion} opened and showed copies of 1 company, with all rows.\nNothing was replaced.\n`,
  ])
  expect([await runningVersion(), query(tableOfNext).length]).toEqual([version, 0])
  expect(await upgrade(nextSingleFile(), '--canary', '7')).toMatchObject({
    code: 1,
    errors: 'There is no such company.\n',
  })
}, 240_000)
