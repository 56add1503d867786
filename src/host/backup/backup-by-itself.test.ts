import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Server } from '../../testing/services/s3-server/s3-server'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { type MainProcess, signIn, startMain } from '../../testing/process/main-process'
import { runCommand } from '../../testing/process/run-command'

const sender = { SUPER_EMAIL: 'host@example.test', SUPER_PASSWORD: 'a-long-secret' }
const passphrase = 'a long passphrase'

let folder: string
let running: MainProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recado-backup-'))
})
afterEach(async () => {
  running?.kill('SIGKILL')
  await running?.exited
  running = undefined
  rmSync(folder, { recursive: true, force: true })
})

const dataDir = () => join(folder, 'data')
const target = () => join(folder, 'backup')

function start(environment: Record<string, string>, at = dataDir()) {
  running = startMain(at, { ...sender, BACKUP_PASSPHRASE: passphrase, LOG_LEVEL: 'info', ...environment })
  return running
}

async function signedIn(main: MainProcess) {
  const address = await main.address()
  const { token } = (await (await signIn(address, sender.SUPER_EMAIL, sender.SUPER_PASSWORD)).json()) as {
    token: string
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    addTag: async (name: string) => {
      const body = JSON.stringify({ name, color: '#336699', kanban: 0 })
      expect((await fetch(`${address}/tags`, { method: 'POST', headers, body })).status).toBe(200)
    },
    tags: async () => {
      const { tags } = (await (await fetch(`${address}/tags`, { headers })).json()) as { tags: { name: string }[] }
      return tags.map(({ name }) => name).sort()
    },
    setting: async () => fetch(`${address}/version`),
  }
}

const backUp = (...more: string[]) => runCommand(dataDir(), ['backup', ...more], { BACKUP_PASSPHRASE: passphrase })

test('what was acknowledged before a machine is lost is on the next one', async () => {
  const main = start({ BACKUP_TO: target() })
  const host = await signedIn(main)
  await host.addTag('antes')
  await main.logged(/A backup was made/)
  await host.addTag('depois')
  await host.addTag('por fim')
  const log = join(target(), 'log', '1')
  const sizes = () => (existsSync(log) ? readdirSync(log).map((name) => readFileSync(join(log, name)).length) : [])
  const before = sizes().join()
  await until(() => sizes().join() !== before && sizes().length > 0, 'the writes in the backup', 30_000)
  await Bun.sleep(1_500)
  main.kill('SIGKILL')
  await main.exited
  rmSync(dataDir(), { recursive: true })

  const restore = (secret: string) =>
    runCommand(dataDir(), ['restore', 'all', '--from', target()], { BACKUP_PASSPHRASE: secret })
  expect(await restore('another passphrase')).toMatchObject({
    code: 1,
    errors: 'This is not the passphrase of the backup, or host/host.key.sealed was changed.\n',
  })
  const { code, output, errors } = await restore(passphrase)
  expect([code, errors, output]).toEqual([0, '', expect.stringContaining('1 companies were restored')])
  expect(await (await signedIn(start({}))).tags()).toEqual(['antes', 'depois', 'por fim'])
}, 120_000)

describe('what goes wrong is told, and loses nothing', () => {
  test('at the terminal', async () => {
    const main = start({})
    await main.address()
    const said = async (...args: string[]) => {
      const { code, errors } = await runCommand(dataDir(), args, {})
      return [code, errors.split('\n')[0]]
    }
    expect(await said('backup')).toEqual([1, 'Where to? Name a folder with --to, or set BACKUP_TO.'])
    expect(await said('backup', '--to', target())).toEqual([1, expect.stringContaining('BACKUP_PASSPHRASE')])
    writeFileSync(join(folder, 'a file'), '')
    const { code, errors } = await backUp('--to', join(folder, 'a file'))
    expect([code, errors]).toEqual([2, expect.stringContaining('a file')])
    const both = await Promise.all([backUp('--to', target()), backUp('--to', target())])
    expect(both.map((one) => one.code).sort()).toEqual([0, 1])
    expect(both.find((one) => one.code === 1)?.errors).toBe('A backup is being made already.\n')

    const elsewhere = start({}, join(folder, 'other'))
    await elsewhere.address()
    const other = await runCommand(join(folder, 'other'), ['backup', '--to', target()], {
      BACKUP_PASSPHRASE: passphrase,
    })
    expect([other.code, other.errors]).toEqual([1, expect.stringContaining('holds the backup of another host')])
    await elsewhere.stop()
    running = main
    expect(await main.stop()).toBe(0)

    writeFileSync(join(dataDir(), 'platform.sqlite'), 'no database')
    rmSync(join(dataDir(), 'host.key'))
    const broken = start({})
    expect(await broken.exited).toBe(1)
    expect(broken.errors()).toContain('platform.sqlite is damaged. Put it back with recado restore')
    const put = (from: string) =>
      runCommand(dataDir(), ['restore', 'catalog', '--from', from], { BACKUP_PASSPHRASE: passphrase })
    expect(await put(target())).toMatchObject({ code: 0, output: expect.stringContaining('The catalog is that of') })
    const whole = start({})
    await signedIn(whole)
    expect(await whole.stop()).toBe(0)

    const restore = (...more: string[]) =>
      runCommand(join(folder, 'new'), ['restore', 'all', '--from', target(), ...more], {
        BACKUP_PASSPHRASE: passphrase,
      })
    const early = await restore('--at', '2020-01-01 12:00')
    expect([early.code, early.errors]).toEqual([1, expect.stringContaining('The oldest backup in')])
    const [manifest = ''] = readdirSync(join(target(), 'backups'))
    const path = join(target(), 'backups', manifest)
    const listed = readFileSync(path, 'utf8')
    writeFileSync(path, listed.replace('"recado"', '"Recado"'))
    const changed = await restore()
    expect([changed.code, changed.errors]).toEqual([2, expect.stringContaining('was changed or is incomplete')])
    writeFileSync(path, listed)
    const [base = ''] = readdirSync(join(target(), 'bases/1')).filter((name) => name.endsWith('.zst'))
    appendFileSync(join(target(), 'bases/1', base), 'x')
    const damaged = await restore('--json')
    expect(damaged.code).toBe(1)
    expect(JSON.parse(damaged.output).failed).toMatchObject([
      { id: 1, reason: expect.stringContaining('was changed or is incomplete') },
    ])
  }, 120_000)

  test('by a bucket that is away for a while', async () => {
    const s3 = await startS3Server()
    s3.fail({ status: 503, code: 'SlowDown' })
    const { MEDIA_URL: _, ...keys } = s3.environment
    const main = start({ ...keys, BACKUP_TO: 's3://recado-files/backup' })
    const host = await signedIn(main)
    await host.addTag('antes')
    await main.logged(/A backup failed; it is tried again/)
    expect(s3.objects.size).toBe(0)
    s3.fail('half')
    await main.stop()
    s3.fail(undefined)
    const again = start({ ...keys, BACKUP_TO: 's3://recado-files/backup' })
    await again.logged(/A backup was made/)
    await again.stop()
    const environment = { ...keys, BACKUP_PASSPHRASE: passphrase }
    const restored = await runCommand(
      join(folder, 'new'),
      ['restore', 'all', '--from', 's3://recado-files/backup'],
      environment,
    )
    expect([restored.code, restored.errors]).toEqual([0, ''])
    expect(await (await signedIn(start({}, join(folder, 'new')))).tags()).toEqual(['antes'])
    await s3.stop()
  }, 120_000)
})
