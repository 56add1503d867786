import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CompanyId } from '../../kernel/ids'
import { measureFolder } from '../../platform/company/measure-company-folder'
import type { ErasedPart, Platform } from '../../platform/platform'
import { spoolFolder } from './spool'

/** What the data folder keeps besides a company's own folder: what a restore replaced, and writes on their way to the backup. */
export async function eraseKeptCopies({ config, archive }: Platform, id: CompanyId): Promise<ErasedPart[]> {
  // Sent later, they would be in the backup again.
  await archive?.flush()
  archive?.forget(String(id))
  const companies = join(config.dataDir, 'companies')
  const replaced = existsSync(companies) ? readdirSync(companies).filter((name) => name.startsWith(`${id}.`)) : []
  const places = [...replaced.map((name) => join(companies, name)), join(spoolFolder(config.dataDir), String(id))]
  const parts: ErasedPart[] = []
  for (const place of places.filter((path) => existsSync(path))) {
    parts.push({ place, ...(await measureFolder(place)) })
    rmSync(place, { recursive: true, force: true })
  }
  return parts
}
