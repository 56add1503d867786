import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { stopCompany } from './company.commands'

const pinsWaitMsMax = 15_000
export const restartCode = 1012

interface SuspendOptions {
  /** With which its sockets are closed. */
  code: number
  reason: string
  /** Calls wait until it is resumed. */
  holdsCalls?: boolean
}

/** Ends the company's lines without log-out, its sockets and its work, and closes its file. Returns its undoing. */
export async function suspendCompany(
  platform: Platform,
  id: CompanyId,
  { code, reason, holdsCalls = false }: SuspendOptions,
) {
  const { files, live } = platform
  await stopCompany(platform, id, { keepsSessions: true })
  platform.fileSummaries.forget(id)
  const resume = files.block(id, { holdsCalls })
  try {
    live.closeCompany?.(id, code, reason)
    // A job that waits for the network must not write its result into another file.
    const deadline = Date.now() + pinsWaitMsMax
    while ((files.peek(id)?.pins ?? 0) > 0 && Date.now() < deadline) await Bun.sleep(20)
    await files.closeFinally(id)
    return resume
  } catch (error) {
    resume()
    throw error
  }
}
