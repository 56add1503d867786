import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installed, settingsText, unitText, userText } from './installed-files'

interface InstallOptions {
  /** The executable that becomes the program. */
  program: string
  /** Written below this folder, in which nothing is run. */
  root?: string
  dryRun: boolean
}

export interface InstallStep {
  does: 'write' | 'keep' | 'folder' | 'run'
  /** A path below the root, or a command. */
  what: string
}

const own = [
  { path: installed.unit, text: unitText },
  { path: installed.user, text: userText },
]

const commands = [
  ['systemd-sysusers', installed.user],
  ['chown', 'recado:recado', installed.data],
  ['chgrp', 'recado', installed.settings],
  ['systemctl', 'daemon-reload'],
  ['systemctl', 'enable', '--now', 'recado'],
]

/** Returns what was, or would be, done. @throws Error when something cannot be written or run */
export function install({ program, root, dryRun }: InstallOptions): InstallStep[] {
  const at = (path: string) => join(root ?? '/', path)
  const steps: InstallStep[] = []
  const step = (does: InstallStep['does'], what: string, work: () => void) => {
    steps.push({ does, what })
    if (!dryRun && does !== 'keep') work()
  }
  step('write', installed.program, () =>
    replaceFile(at(installed.program), 0o755, (path) => copyFileSync(program, path)),
  )
  for (const { path, text } of own) {
    step('write', path, () => replaceFile(at(path), 0o644, (fresh) => writeFileSync(fresh, text)))
  }
  const settings = at(installed.settings)
  step(existsSync(settings) ? 'keep' : 'write', installed.settings, () => {
    replaceFile(settings, 0o640, (fresh) => writeFileSync(fresh, settingsText))
  })
  step('folder', installed.data, () => {
    mkdirSync(at(installed.data), { recursive: true })
    chmodSync(at(installed.data), 0o700)
  })
  if (root === undefined) for (const command of commands) step('run', command.join(' '), () => run(command))
  return steps
}

/** A running program is replaced by a new file, because its own cannot be written. */
function replaceFile(path: string, mode: number, write: (fresh: string) => void) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  const fresh = `${path}.new`
  write(fresh)
  chmodSync(fresh, mode)
  if (existsSync(path)) keepOwner(path, fresh)
  renameSync(fresh, path)
}

function keepOwner(path: string, fresh: string) {
  const { uid, gid } = statSync(path)
  chownSync(fresh, uid, gid)
}

function run(command: string[]) {
  const { exitCode, stderr } = Bun.spawnSync(command, { stdout: 'ignore', stderr: 'pipe' })
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}: ${stderr.toString().trim()}`)
}
