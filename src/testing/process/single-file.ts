import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { copyImageContext } from './image-context'

let built: Promise<string> | undefined

/**
 * Returns the product as a single file, built once for all tests of this process from what the container image is built
 * from, or the one that `RECADO_FILE` names.
 */
export function singleFile(): Promise<string> {
  return (built ??= build())
}

async function build() {
  const given = process.env['RECADO_FILE']
  if (given) return resolve(given)
  const folder = mkdtempSync(join(tmpdir(), 'recado-single-'))
  copyImageContext(folder)
  const child = Bun.spawn([process.execPath, 'src/scripts/single.ts'], {
    cwd: folder,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [code, errors] = await Promise.all([child.exited, new Response(child.stderr).text()])
  if (code !== 0) throw new Error(`The single file could not be built: ${errors}`)
  return join(folder, 'dist/recado')
}

/** Returns a copy of the file in its own folder, in which nothing else is. */
export async function copySingleFile() {
  const folder = mkdtempSync(join(tmpdir(), 'recado-alone-'))
  cpSync(await singleFile(), join(folder, 'recado'))
  return { folder, file: join(folder, 'recado') }
}
