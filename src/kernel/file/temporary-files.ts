import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Baileys encrypts uploads there, which a killed process leaves behind. */
export function useTemporaryFolder(dataDir: string) {
  const folder = resolve(join(dataDir, 'tmp'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  process.env.TMPDIR = folder
}
