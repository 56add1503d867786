import { askOwn } from '../../command/own-address'
import { createContext } from '../../kernel/company/company-context'
import { minuteMs } from '../../kernel/time/durations.contract'
import { isCopy } from '../../platform/company/mute-company'
import type { Platform } from '../../platform/platform'
import { refreshCookieName } from '../../user/session/authenticate'
import { beginSession } from '../../user/session/sign-in'
import { findFirstAdmin } from '../../user/user.queries'
import { countRows, type RowCounts } from './row-counts.view'

/** A large file is migrated for minutes. */
const migrationMsMax = 30 * minuteMs

const pageMsMax = 30_000

export interface OpenedCompany {
  id: number
  rows: RowCounts
  /** Status of the inbox as an admin gets it; 0 where nobody may sign in. */
  page: number
}

/** @throws Refusal when its file cannot be migrated or opened */
export async function openCompany(platform: Platform, id: number, address: string): Promise<OpenedCompany> {
  const ctx = createContext(await platform.files.ready(id, migrationMsMax))
  const rows = countRows(ctx.db)
  const admin = findFirstAdmin(ctx)
  if (!admin || isCopy(platform, id)) return { id, rows, page: 0 }
  const { refreshToken } = beginSession(platform, ctx, admin, undefined)
  const cookie = `${refreshCookieName}=${refreshToken}`
  const answer = await askOwn(`${address}/tickets`, { accept: 'text/html', cookie, timeoutMs: pageMsMax })
  await answer.text()
  return { id, rows, page: answer.status }
}
