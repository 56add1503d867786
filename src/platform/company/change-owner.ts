import { elsewhereCode } from '../../kernel/live/live-socket'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { startCompany, stopCompany } from './company.commands'
import { suspendCompany } from './suspend-company'

/** The node owns it from now on: its lines and jobs begin. */
export async function beginOwning(platform: Platform, id: CompanyId) {
  platform.catalog.jobHints.note(id, 0)
  await startCompany(platform, id)
}

/** For a planned takeover: ends lines without log-out and work, and closes the file. Calls wait until the returned function is called. */
export function stopOwning(platform: Platform, id: CompanyId, nextNode: string): Promise<() => void> {
  return suspendCompany(platform, id, { code: elsewhereCode, reason: nextNode, holdsCalls: true })
}

/** Another node owns it already: nothing is written, sent or confirmed any more. `isOwned` is false by now. */
export async function loseOwnership(platform: Platform, id: CompanyId, nextNode = '') {
  const { files, live } = platform
  const resume = files.block(id)
  try {
    live.closeCompany?.(id, elsewhereCode, nextNode)
    await stopCompany(platform, id, { keepsSessions: true })
    platform.fileSummaries.forget(id)
  } finally {
    files.close(id)
    resume()
  }
}
