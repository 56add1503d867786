import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildSingleFile } from '../../scripts/single-file'

let built: Promise<string> | undefined

/** Returns the product as a single file, built once for all tests of this process, or the one that `RECADO_FILE` names. */
export function singleFile(): Promise<string> {
  return (built ??= build())
}

async function build() {
  const given = process.env['RECADO_FILE']
  if (given) return resolve(given)
  const outfile = join(mkdtempSync(join(tmpdir(), 'recado-single-')), 'recado')
  await buildSingleFile({ outfile })
  return outfile
}

/** Returns a copy of the file in its own folder, in which nothing else is. */
export async function copySingleFile() {
  const folder = mkdtempSync(join(tmpdir(), 'recado-alone-'))
  cpSync(await singleFile(), join(folder, 'recado'))
  return { folder, file: join(folder, 'recado') }
}
