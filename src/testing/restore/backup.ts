import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { World } from '../world/world'

/** Copies a company as the README says: the database with VACUUM INTO, and its files. Returns the folder. */
export function backUp(world: Pick<World, 'ctx'>, companyId: number, { media = true } = {}) {
  const { company } = world.ctx(companyId)
  const folder = mkdtempSync(join(tmpdir(), 'recado-backup-'))
  company.sqlite.run('VACUUM INTO ?', [join(folder, 'company.sqlite')])
  const files = join(company.folder, 'media')
  if (media && existsSync(files)) cpSync(files, join(folder, 'media'), { recursive: true })
  else mkdirSync(join(folder, 'media'), { recursive: true })
  return folder
}
