import { accessSync, chmodSync, constants, copyFileSync, linkSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type CommandCall, CommandRefused } from '../../command/command'
import { askOwn } from '../../command/own-address'
import { version } from '../../version'
import type { CopiedCompany } from './copy-data'
import { rehearseUpgrade } from './rehearse-upgrade'
import { findRunning, type RunningProduct } from './running-product'
import { watchMigrations } from './snapshots'

interface UpgradeOptions {
  file: string
  dataDir: string
  /** The program to replace when nothing runs. */
  program: string
  scratch?: string
  canary?: number
  dryRun: boolean
  readySeconds: number
}

export interface UpgradeResult {
  from: string
  to: string
  rehearsed: CopiedCompany[]
  did: 'rehearsed' | 'replaced' | 'upgraded'
  previous?: string
}

const pollMs = 100
/** One answer may be that of a process about to end. */
const readyInARow = 5

/** @throws CommandRefused when nothing was changed; Error when the earlier version runs again */
export async function upgrade(options: UpgradeOptions, call: CommandCall): Promise<UpgradeResult> {
  const { file, dataDir, scratch, canary, dryRun } = options
  const to = versionOf(file)
  const running = findRunning(dataDir)
  const program = running?.program ?? options.program
  if (!dryRun) assertReplaceable(program)
  const folder = join(scratch ?? dataDir, 'upgrade-rehearsal')
  const rehearsed = await rehearseUpgrade({ file, dataDir, folder, canary }, call)
  const result = { from: version, to, rehearsed }
  if (dryRun) return { ...result, did: 'rehearsed' }
  call.signal.throwIfAborted()
  if (!running) return { ...result, did: 'replaced', previous: replaceProgram(program, file) }
  const previous = await replaceRunning(running, options, { to, progress: call.progress })
  return { ...result, did: 'upgraded', previous }
}

function versionOf(file: string) {
  const { success, stdout } = Bun.spawnSync([file, '--version'], { env: {}, stderr: 'ignore' })
  const said = stdout.toString().trim()
  if (!success || !/^\d+\.\d+\.\d+$/.test(said)) throw new CommandRefused(`${file} is no executable of Recado.`)
  return said
}

function assertReplaceable(program: string) {
  try {
    accessSync(dirname(program), constants.W_OK)
  } catch {
    throw new CommandRefused(
      `${program} cannot be replaced: use sudo, or in a container let the platform replace the image.`,
    )
  }
}

interface Replacement {
  to: string
  progress: CommandCall['progress']
}

/** From here on an interruption at the terminal would leave a half-done upgrade, so that none is heard. */
async function replaceRunning(running: RunningProduct, options: UpgradeOptions, { to, progress }: Replacement) {
  const { dataDir, file, readySeconds } = options
  progress({ what: 'Replacing the running process' })
  await running.stop()
  const putBack = watchMigrations(dataDir)
  const previous = replaceProgram(running.program, file)
  running.start()
  if (await isReady(running, readySeconds)) return previous
  progress({ what: 'The new version is not ready; going back' })
  await running.stop()
  rmSync(`${running.program}.failed`, { force: true })
  renameSync(running.program, `${running.program}.failed`)
  renameSync(previous, running.program)
  const kept = putBack()
  running.start()
  const isBack = await isReady(running, readySeconds)
  const aside = kept.length > 0 ? ` The files that it had migrated are kept as ${kept.join(', ')}.` : ''
  throw new Error(
    `Recado ${to} was not ready within ${readySeconds} s. ${isBack ? `${version} runs again` : `${version} is not ready, either`}, with the data as before.${aside}`,
  )
}

/** Returns where the earlier one is kept. */
function replaceProgram(program: string, file: string) {
  const [fresh, previous] = [`${program}.new`, `${program}.previous`]
  rmSync(fresh, { force: true })
  copyFileSync(file, fresh)
  chmodSync(fresh, 0o755)
  rmSync(previous, { force: true })
  linkSync(program, previous)
  renameSync(fresh, program)
  return previous
}

async function isReady({ address, pid }: RunningProduct, seconds: number) {
  const deadline = performance.now() + seconds * 1000
  let inARow = 0
  while (performance.now() < deadline) {
    const answer = await askOwn(`${address}/ready`).catch(() => undefined)
    await answer?.arrayBuffer()
    inARow = answer?.status === 200 && pid() !== undefined ? inARow + 1 : 0
    if (inARow >= readyInARow) return true
    await Bun.sleep(pollMs)
  }
  return false
}
