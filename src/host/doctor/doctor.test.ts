import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shutdown } from '../../compose'
import { recordFile, stageFile } from '../../kernel/file/media-store'
import { startMain } from '../../testing/process/main-process'
import { runCommand } from '../../testing/process/run-command'
import { startS3Server } from '../../testing/services/s3-server/s3-server'
import { createWorld } from '../../testing/world/world'

/** Nobody is asked for the time. */
const environment = { WHATSAPP_WEB_URL: 'ws://127.0.0.1:1', GRAPH_API_URL: 'http://127.0.0.1:1' }

let dataDir: string
const inFolder = (...parts: string[]) => join(dataDir, ...parts)

/** Acme with a file, and Globex; stopped. A copy, because this process holds the original's files for a while. */
beforeEach(async () => {
  const world = await createWorld()
  const ctx = world.ctx(1)
  recordFile(ctx, await stageFile(ctx, new Uint8Array([1, 2, 3]), 'a.bin'), 'message', 1)
  await shutdown(world.platform)
  dataDir = mkdtempSync(join(tmpdir(), 'recado-doctor-'))
  cpSync(world.dataDir, dataDir, { recursive: true })
  rmSync(world.dataDir, { recursive: true, force: true })
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

interface Told {
  check: string
  level: string
  code: string
  says: string
  advice: string
  facts: Record<string, unknown>
}

async function ask(more: Record<string, string> = {}) {
  const { code, output, errors } = await runCommand(dataDir, ['doctor', '--json'], { ...environment, ...more })
  const { findings, running } = JSON.parse(output || errors) as { findings: Told[]; running: boolean }
  return { code, running, findings, of: (check: string) => findings.filter((finding) => finding.check === check) }
}

const codes = (findings: readonly Told[]) => findings.map(({ code }) => code)

/** Overwrites pages in the middle, as a failing disk does. */
function damage(path: string) {
  const bytes = readFileSync(path)
  bytes.fill(0xa5, 4096, 4096 * 12)
  writeFileSync(path, bytes)
}

function change(path: string, work: (db: Database) => void) {
  const db = new Database(path, { readwrite: true })
  work(db)
  db.close()
}

const contents = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/-(wal|shm)$/.test(file.name))
    .map(({ parentPath, name }) => [join(parentPath, name), Bun.hash(readFileSync(join(parentPath, name)))])
    .toSorted()

test('a folder in order has no bad news but the missing backup, and stays as it is', async () => {
  const before = contents()
  const { code, running, findings } = await ask()
  expect([code, running]).toEqual([1, false])
  expect(findings.filter(({ level }) => level === 'bad').map(({ code }) => code)).toEqual(['backupNone'])
  expect(findings.every(({ level, advice }) => level === 'good' || advice !== '')).toBe(true)
  expect(codes(findings)).toContain('catalogGood')
  expect(contents()).toEqual(before)
  const { output } = await runCommand(dataDir, ['doctor'], environment)
  expect(output).toContain('BAD    No backup is made.\n       Set BACKUP_TO')
}, 60_000)

test('a damaged catalog is named, and the rest is still looked at', async () => {
  damage(inFolder('platform.sqlite'))
  const { code, of } = await ask()
  expect(code).toBe(1)
  expect(of('integrity')[0]).toMatchObject({
    code: 'catalogDamaged',
    says: expect.stringContaining(`${inFolder('platform.sqlite')} is damaged: `),
    advice: 'Stop Recado and put it back: recado restore catalog --from BACKUP.',
  })
  writeFileSync(inFolder('platform.sqlite'), 'no database')
  const text = await ask()
  expect(text.of('integrity')[0]?.says).toContain('file is not a database')
  expect(codes(text.of('disk'))).toEqual(['diskGood'])
}, 60_000)

test('only the damaged company is named', async () => {
  damage(inFolder('companies', '2', 'company.sqlite'))
  const { code, of } = await ask()
  expect(code).toBe(1)
  expect(of('integrity').map(({ code, facts }) => [code, facts['company']])).toEqual([['companyDamaged', 2]])
  expect(of('integrity')[0]?.advice).toContain('recado restore 2 --from BACKUP --replace')
}, 60_000)

test('files and folders that are missing, foreign or left over are named', async () => {
  rmSync(inFolder('companies', '2', 'company.sqlite'))
  mkdirSync(inFolder('companies', '9'))
  mkdirSync(inFolder('companies', '2.replaced-20261121T120000'))
  rmSync(inFolder('host.key'))
  const { of } = await ask()
  expect(codes(of('integrity'))).toEqual(['hostKeyBad', 'companyMissing', 'companyUnlisted', 'companyReplaced'])
  expect(of('integrity')[3]?.facts).toMatchObject({ company: 2, until: expect.stringContaining('2026-11-28') })
  cpSync(inFolder('companies', '1', 'company.sqlite'), inFolder('companies', '2', 'company.sqlite'))
  writeFileSync(inFolder('host.key'), 'short')
  const swapped = await ask()
  expect(codes(swapped.of('integrity'))).toEqual(['hostKeyBad', 'companyForeign', 'companyUnlisted', 'companyReplaced'])
  expect(swapped.of('integrity')[1]?.says).toMatch(/company 2 .* belongs to company 1/)
}, 60_000)

test('a file that is gone is named with its company, and one without a record only when the sweep has failed', async () => {
  const [month = ''] = readdirSync(inFolder('companies', '1', 'media'))
  const [key = ''] = readdirSync(inFolder('companies', '1', 'media', month))
  writeFileSync(inFolder('companies', '1', 'media', month, `${month}-new`), 'of an upload that is being stored')
  expect(codes((await ask()).of('media'))).toEqual(['mediaGood'])
  rmSync(inFolder('companies', '1', 'media', month, key))
  expect((await ask()).of('media')).toMatchObject([
    { code: 'mediaLost', level: 'bad', facts: { company: 1, count: 1, example: expect.stringContaining(key) } },
  ])
}, 60_000)

test('a write-ahead log that nobody shortens is named', async () => {
  writeFileSync(inFolder('companies', '2', 'company.sqlite-wal'), '')
  truncateSync(inFolder('companies', '2', 'company.sqlite-wal'), 300 * 1024 * 1024)
  expect((await ask()).of('writeAheadLogs')).toMatchObject([
    { code: 'walLarge', level: 'bad', facts: { path: inFolder('companies', '2', 'company.sqlite'), megabytes: 300 } },
  ])
}, 60_000)

test('the growth of the last week tells how long the disk lasts', async () => {
  change(inFolder('companies', '1', 'company.sqlite'), (db) => db.run(`UPDATE media SET size = ${2e12}`))
  const { of } = await ask()
  expect(of('disk')).toMatchObject([{ code: 'diskFilling', level: 'bad', facts: { days: 0 } }])
  const monthAgo = Date.now() - 31 * 86_400_000
  change(inFolder('companies', '1', 'company.sqlite'), (db) => db.run(`UPDATE media SET created_at = ${monthAgo}`))
  expect(codes((await ask()).of('disk'))).toEqual(['diskGood'])
}, 60_000)

test('few open files are bad', async () => {
  const limited = `ulimit -n 2000; exec "$0" "$@"`
  const child = Bun.spawn(
    [
      'sh',
      '-c',
      limited,
      process.execPath,
      join(import.meta.dir, '..', '..', 'command', 'recado.ts'),
      'doctor',
      '--json',
    ],
    { env: { ...process.env, ...environment, DATA_DIR: dataDir }, stdout: 'pipe' },
  )
  const { findings } = (await new Response(child.stdout).json()) as { findings: Told[] }
  expect(findings.filter(({ check }) => check === 'fileLimit')).toMatchObject([
    { code: 'fileLimitLow', level: 'bad', facts: { limit: 2000 } },
  ])
}, 60_000)

test('a process that answers, hangs, or was killed', async () => {
  const main = startMain(dataDir, environment)
  await main.address()
  const { running, of } = await ask()
  expect([running, codes(of('lock'))]).toEqual([true, ['lockHeld']])
  main.kill('SIGSTOP')
  expect((await ask()).of('lock')).toMatchObject([{ code: 'lockElsewhere', level: 'bad', facts: { pid: main.pid } }])
  main.kill('SIGCONT')
  expect(codes((await ask()).of('lock'))).toEqual(['lockHeld'])
  main.kill('SIGKILL')
  await main.exited
  expect(codes((await ask()).of('lock'))).toEqual(['notRunningCrashed'])
  // Looking has not made it forget that it crashed.
  expect(codes((await ask()).of('lock'))).toEqual(['notRunningCrashed'])
}, 120_000)

test('a bucket that answers, refuses or is no longer named is told, and so are files that wait for it', async () => {
  expect(codes((await ask()).of('bucket'))).toEqual(['bucketNone'])
  const s3 = await startS3Server()
  try {
    const askWith = async (more: Record<string, string> = {}) =>
      (await ask({ ...s3.environment, ...more })).of('bucket')
    expect(codes(await askWith())).toEqual(['bucketGood'])
    const refused = await askWith({ S3_SECRET_ACCESS_KEY: 'mistyped' })
    expect(refused).toMatchObject([
      { level: 'bad', code: 'bucketBad', says: expect.stringContaining('SignatureDoesNotMatch') },
    ])
    expect(await askWith({ MEDIA_URL: 's3://another' })).toMatchObject([
      { says: expect.stringContaining('check its name') },
    ])
    change(inFolder('companies', '1', 'company.sqlite'), (db) =>
      db.run('INSERT INTO media_upload SELECT id FROM media'),
    )
    expect(codes(await askWith())).toEqual(['bucketGood', 'bucketWaiting'])
    expect(s3.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  } finally {
    await s3.stop()
  }
  expect(codes((await ask(s3.environment)).of('bucket'))).toEqual(['bucketBad', 'bucketWaiting'])
  change(inFolder('companies', '1', 'company.sqlite'), (db) => db.run('UPDATE media SET object_key = key'))
  rmSync(inFolder('companies', '1', 'media'), { recursive: true })
  const { of } = await ask()
  expect([codes(of('bucket')), codes(of('media'))]).toEqual([['bucketUnset'], ['mediaGood']])
})
