import { Database } from 'bun:sqlite'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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
  return given ? resolve(given) : findOrBuild('this', () => {})
}

export const nextVersion = '99.0.0'
const nextMigration = 'CREATE TABLE only_of_the_next_version (id INTEGER PRIMARY KEY);'

/** The same as a later version, with a migration more for the catalog and for companies. */
export function nextSingleFile(): string {
  return findOrBuild('next', (folder) => {
    const path = join(folder, 'package.json')
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version: nextVersion }))
    for (const of of ['platform', 'company']) {
      const number = readdirSync(join(folder, 'migrations', of)).length + 1
      const name = `${String(number).padStart(4, '0')}-only-of-the-next-version.sql`
      writeFileSync(join(folder, 'migrations', of, name), nextMigration)
    }
  })
}

/** Writes a copy of that, whose migrations fail. */
export function copyFailingFile(path: string) {
  const bytes = readFileSync(nextSingleFile())
  const failing = nextMigration.replace('CREATE TABLE', 'CREATE TABEL')
  for (let at = bytes.indexOf(nextMigration); at >= 0; at = bytes.indexOf(nextMigration)) bytes.write(failing, at)
  writeFileSync(path, bytes, { mode: 0o755 })
}

function findOrBuild(name: string, change: (folder: string) => void) {
  mkdirSync(builds, { recursive: true })
  const lock = new Database(join(builds, 'lock.sqlite'))
  lock.run(`PRAGMA busy_timeout = ${buildMsMax}`)
  // The first process builds, and the others wait.
  return lock.transaction(() => build(`${hashContext()}-${name}`, change)).exclusive()
}

function hashContext() {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const file of imageContext().sort()) hasher.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hasher.digest('hex').slice(0, 16)
}

function build(key: string, change: (folder: string) => void) {
  const folder = join(builds, key)
  const file = join(folder, 'dist/recado')
  if (existsSync(file)) return file
  const [hash = ''] = key.split('-')
  for (const name of readdirSync(builds)) {
    if (!name.startsWith('lock.sqlite') && !name.startsWith(hash)) rmSync(join(builds, name), { recursive: true })
  }
  copyImageContext(folder)
  change(folder)
  const { success, stderr } = Bun.spawnSync([process.execPath, 'src/scripts/single.ts'], { cwd: folder })
  if (!success) throw new Error(`The single file could not be built: ${stderr}`)
  return file
}

/** Returns a copy of the file in its own folder, in which nothing else is. */
export function copySingleFile() {
  const folder = mkdtempSync(join(tmpdir(), 'recado-alone-'))
  cpSync(singleFile(), join(folder, 'recado'))
  return { folder, file: join(folder, 'recado') }
}
