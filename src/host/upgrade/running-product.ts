import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { CommandRefused } from '../../command/command'
import { ownAddress } from '../../command/own-address'
import { findHolder, isFolderFree } from '../../kernel/company/folder-lock'
import { readConfig } from '../../kernel/config/config'
import { installed } from '../install/installed-files'

const stopMsMax = 60_000
const pollMs = 50

export interface RunningProduct {
  /** The executable, which is replaced. */
  program: string
  address: string
  pid(): number | undefined
  /** Resolves when the data folder is free. */
  stop(): Promise<void>
  start(): void
}

/** Returns undefined when nothing runs on the folder. @throws CommandRefused when it cannot be replaced from here */
export function findRunning(dataDir: string): RunningProduct | undefined {
  if (isFolderFree(dataDir)) return undefined
  const holder = findHolder(dataDir)
  if (!holder || holder.host !== hostname()) {
    throw new CommandRefused(`Recado runs on another machine${holder ? ` (${holder.host})` : ''}; upgrade it there.`)
  }
  const { pid } = holder
  if (pid === 1) throw new CommandRefused('In a container the platform does it: let it replace the image.')
  const program = readlinkSync(`/proc/${pid}/exe`)
  if (/\/bun(\.exe)?$/.test(program)) {
    throw new CommandRefused('Recado runs from its sources: update these, and restart it.')
  }
  const environment = Object.fromEntries(listOf(pid, 'environ').map((pair) => splitAt(pair, '=')))
  const address = ownAddress(readConfig(environment))
  const unit = unitOf(pid)
  const process = unit ? serviceOf(unit) : plainProcess(pid, program, environment)
  const holderPid = () => (isFolderFree(dataDir) ? undefined : findHolder(dataDir)?.pid)
  return {
    program,
    address,
    pid: holderPid,
    start: process.start,
    async stop() {
      process.stop(holderPid())
      const deadline = performance.now() + stopMsMax
      while (!isFolderFree(dataDir)) {
        if (performance.now() > deadline) process.kill(holderPid())
        await Bun.sleep(pollMs)
      }
    },
  }
}

const listOf = (pid: number, name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').filter(Boolean)

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** The systemd unit whose main process it is: by the process's group, or as `recado install` names it. */
function unitOf(pid: number) {
  if (!Bun.which('systemctl')) return undefined
  const [, ofGroup] = /([\w@.-]+\.service)\s*$/m.exec(readFileSync(`/proc/${pid}/cgroup`, 'utf8')) ?? []
  return [ofGroup, basename(installed.unit)].find((unit) => {
    if (!unit) return false
    const { stdout } = Bun.spawnSync(['systemctl', 'show', '--property=MainPID', '--value', unit], { stderr: 'ignore' })
    return Number(stdout.toString()) === pid
  })
}

interface Restartable {
  stop(pid: number | undefined): void
  kill(pid: number | undefined): void
  start(): void
}

function serviceOf(unit: string): Restartable {
  const control = (verb: string, ...further: string[]) => {
    const { success, stderr } = Bun.spawnSync(['systemctl', verb, ...further, unit])
    if (!success) throw new Error(`systemctl ${verb} ${unit}: ${stderr.toString().trim()}`)
  }
  return {
    stop: () => control('stop'),
    kill: () => control('kill', '--signal=SIGKILL'),
    start: () => control('start', '--no-block'),
  }
}

/** Started again as it was: same arguments, environment, folder, user and log files. */
function plainProcess(pid: number, program: string, env: Record<string, string>): Restartable {
  const [, ...args] = listOf(pid, 'cmdline')
  const cwd = readlinkSync(`/proc/${pid}/cwd`)
  const { uid, gid } = statSync(`/proc/${pid}`)
  const logs = [1, 2].map((number) => logFile(pid, number))
  /** Perhaps not the holder of the folder yet. */
  let started: number | undefined
  const signal = (name: NodeJS.Signals) => (holder: number | undefined) => {
    const of = holder ?? started
    try {
      if (of !== undefined) process.kill(of, name)
    } catch {
      // It has ended meanwhile.
    }
  }
  return {
    stop: signal('SIGTERM'),
    kill: signal('SIGKILL'),
    start() {
      const files = logs.map((path) => (path ? openSync(path, 'a') : 'ignore'))
      const [output = 'ignore', errors = 'ignore'] = files
      const user = process.getuid?.() === 0 ? { uid, gid } : {}
      const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', output, errors], ...user })
      child.unref()
      started = child.pid
      for (const file of files) if (typeof file === 'number') closeSync(file)
    },
  }
}

/** A terminal or pipe ends with whoever reads it. */
function logFile(pid: number, number: number) {
  const path = readlinkSync(`/proc/${pid}/fd/${number}`)
  return path.startsWith('/') && statSync(path, { throwIfNoEntry: false })?.isFile() ? path : undefined
}
