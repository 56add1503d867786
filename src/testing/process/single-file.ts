import { Database } from 'bun:sqlite'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { copyImageContext, imageContext, root } from './image-context'

const builds = join(root, 'dist/single-files')
const buildMsMax = 120_000

/**
 * Returns the product as a single file, or the one that `RECADO_FILE` names. It is built from what the container image is built
 * from, once for all processes of a test run, and again when one of the files has changed.
 */
export function singleFile(): string {
  const given = process.env['RECADO_FILE']
  if (given) return resolve(given)
  mkdirSync(builds, { recursive: true })
  const lock = new Database(join(builds, 'lock.sqlite'))
  lock.run(`PRAGMA busy_timeout = ${buildMsMax}`)
  // The first process builds, and the others wait.
  return lock.transaction(findOrBuild).exclusive()
}

function findOrBuild() {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const file of imageContext().sort()) hasher.update(`${file}\n`).update(readFileSync(join(root, file)))
  const key = hasher.digest('hex').slice(0, 16)
  const file = join(builds, key, 'dist/recado')
  if (existsSync(file)) return file
  for (const name of readdirSync(builds)) {
    if (!name.startsWith('lock.sqlite')) rmSync(join(builds, name), { recursive: true, force: true })
  }
  copyImageContext(join(builds, key))
  const { success, stderr } = Bun.spawnSync([process.execPath, 'src/scripts/single.ts'], { cwd: join(builds, key) })
  if (!success) throw new Error(`The single file could not be built: ${stderr}`)
  return file
}

/** Returns a copy of the file in its own folder, in which nothing else is. */
export function copySingleFile() {
  const folder = mkdtempSync(join(tmpdir(), 'recado-alone-'))
  cpSync(singleFile(), join(folder, 'recado'))
  return { folder, file: join(folder, 'recado') }
}
