import { refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { assertErasable, eraseCompany } from '../../platform/company/erase/erase-company'
import type { Platform, PlatformActor } from '../../platform/platform'
import { isImportRunning } from '../run/import-runs'
import { getImported } from './imported-companies'

/** @throws Refusal ERR_NOT_IMPORTED for a company that was not, and as `assertErasable` */
export function assertUndoable(platform: Platform, actor: PlatformActor, id: CompanyId) {
  const company = getImported(platform, id)
  assertErasable(platform, actor, id)
  if (isImportRunning(platform)) refuse('ERR_IMPORT_RUNNING')
  return company
}

/** Erases an imported company; its source may be imported again. @throws Refusal as `assertUndoable` and `eraseCompany` */
export async function undoImport(
  platform: Platform,
  actor: PlatformActor,
  id: CompanyId,
  progress?: (what: string) => void,
) {
  const { name } = assertUndoable(platform, actor, id)
  const { path } = await eraseCompany(platform, actor, id, progress)
  return { companyId: id, name, report: path }
}
