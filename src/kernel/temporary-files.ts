import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Lets everything in this process that asks the system for a temporary folder write to `tmp` in the data folder, and empties
 * it: Baileys encrypts a file there before it uploads it, and a killed process leaves that behind. For the one process that
 * serves, at its start.
 */
export function useTemporaryFolder(dataDir: string) {
  const folder = resolve(join(dataDir, 'tmp'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  process.env.TMPDIR = folder
}
