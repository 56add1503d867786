import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Makes temporary files of this process go to `tmp` in the data folder, and empties it: Baileys encrypts uploads there,
 * and a killed process leaves them behind. Called at start by the process that serves.
 */
export function useTemporaryFolder(dataDir: string) {
  const folder = resolve(join(dataDir, 'tmp'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  process.env.TMPDIR = folder
}
