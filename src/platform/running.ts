import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileOf = (dataDir: string) => join(dataDir, 'product.pid')

/** Notes that this process serves the folder, for scripts that must not write beneath it. */
export function markRunning(dataDir: string) {
  writeFileSync(fileOf(dataDir), String(process.pid))
}

export function unmarkRunning(dataDir: string) {
  if (runningPid(dataDir) === process.pid) rmSync(fileOf(dataDir), { force: true })
}

/** The process that serves the folder; undefined when there is none, or it died without saying so. */
export function runningPid(dataDir: string): number | undefined {
  if (!existsSync(fileOf(dataDir))) return undefined
  const pid = Number(readFileSync(fileOf(dataDir), 'utf8'))
  try {
    process.kill(pid, 0)
    return pid
  } catch (error) {
    // It exists and is another user's.
    return (error as { code?: string }).code === 'EPERM' ? pid : undefined
  }
}
