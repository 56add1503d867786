import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMain } from '../../testing/process/main-process'
import { singleFile } from '../../testing/process/single-file'
import { installed, unitText } from './installed-files'

let file: string
let root: string
beforeAll(() => {
  file = singleFile()
  root = mkdtempSync(join(tmpdir(), 'recado-root-'))
  chmodSync(root, 0o755)
}, 120_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

const at = (path: string) => join(root, path)
const modeOf = (path: string) => (statSync(at(path)).mode & 0o777).toString(8)

/** As somebody types it: without variables of Recado. */
function type(program: string, ...args: string[]) {
  const child = Bun.spawnSync([program, ...args], { env: { PATH: process.env['PATH'] ?? '' }, cwd: tmpdir() })
  return { code: child.exitCode, output: child.stdout.toString(), errors: child.stderr.toString() }
}

test('a dry run says what would be written and run, and does nothing', () => {
  const { code, output } = type(file, 'install', '--dry-run')
  expect(code).toBe(0)
  expect(output.split('\n').slice(0, 2)).toEqual(['Nothing was done. It would be:', 'writes  /usr/bin/recado'])
  expect(output).toContain('runs    systemd-sysusers /usr/lib/sysusers.d/recado.conf\n')
  expect(output).toContain('runs    systemctl enable --now recado\n')
  const below = type(file, 'install', '--root', root, '--dry-run')
  expect([below.code, below.output.includes('runs'), readdirSync(root)]).toEqual([0, false, []])
})

test('below a folder it writes the layout of a Debian package, and keeps settings', () => {
  expect(type(file, 'install', '--root', root).code).toBe(0)
  const modes = Object.entries(installed).map(([name, path]) => [name, modeOf(path)])
  expect(Object.fromEntries(modes)).toEqual({ program: '755', settings: '640', data: '700', unit: '644', user: '644' })
  writeFileSync(at(installed.settings), 'PORT=3999\n')
  const again = type(file, 'install', '--root', root)
  expect([again.code, again.output]).toEqual([0, expect.stringContaining(`keeps   ${installed.settings}`)])
  expect(readFileSync(at(installed.settings), 'utf8')).toBe('PORT=3999\n')
  expect(readdirSync(at('/usr/bin'))).toEqual(['recado'])
})

test('the service runs alone, is started again, stops in order, and may write its data only', () => {
  const directives = new Map([...unitText.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
  expect(Object.fromEntries(directives)).toMatchObject({
    User: 'recado',
    ExecStart: '/usr/bin/recado start',
    Restart: 'always',
    TimeoutStopSec: '30',
    LimitNOFILE: '65536',
    ProtectSystem: 'strict',
    ReadWritePaths: '/var/lib/recado',
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
  })
  // The engine writes machine code.
  expect(directives.has('MemoryDenyWriteExecute')).toBe(false)
  if (Bun.which('systemd-sysusers')) {
    expect(type('systemd-sysusers', `--root=${root}`, 'recado.conf')).toMatchObject({ code: 0 })
    expect(readFileSync(at('/etc/passwd'), 'utf8')).toMatch(
      /^recado:x:\d+:\d+:Recado:\/var\/lib\/recado:\/\S*nologin$/m,
    )
  }
  if (!Bun.which('systemd-analyze')) return
  const verified = type('systemd-analyze', 'verify', '--recursive-errors=no', `--root=${root}`, installed.unit)
  expect([verified.code, verified.errors]).toEqual([0, ''])
})

test('a command typed at the installed program works on its data, with its settings, as the owner of the data', async () => {
  const main = startMain(at(installed.data), { SUPER_EMAIL: 'host@example.test' }, { alone: at(installed.program) })
  expect(await main.address()).toContain('http://127.0.0.1:')
  expect(await main.stop()).toBe(0)
  const files = () =>
    readdirSync(at(installed.data), { recursive: true }).map((name) => join(at(installed.data), String(name)))
  if (process.getuid?.() === 0) for (const path of [at(installed.data), ...files()]) chownSync(path, 12_345, 12_345)
  writeFileSync(at(installed.settings), "PORT=3999\nPUBLIC_URL='https://recado.example.com'\n")
  const { code, output, errors } = type(at(installed.program), 'user', 'reset-password', 'host@example.test')
  expect([code, errors]).toEqual([0, ''])
  expect(output).toContain('https://recado.example.com/invite/')
  const owner = statSync(at(installed.data)).uid
  expect(files().filter((path) => statSync(path).uid !== owner)).toEqual([])
  expect(existsSync(join(tmpdir(), 'data'))).toBe(false)
  const health = type(at(installed.program), 'health')
  expect([health.code, health.errors]).toEqual([
    1,
    expect.stringContaining('http://127.0.0.1:3999/live does not answer'),
  ])
}, 60_000)
