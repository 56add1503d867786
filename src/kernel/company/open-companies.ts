import type { Database } from 'bun:sqlite'
import type { FileCheckpoints } from '../database/checkpoints'
import { setCacheSize } from '../database/database'
import type { CompanyId } from '../ids'

interface OpenCompany {
  readonly id: CompanyId
  readonly sqlite: Database
  readonly kept: Map<unknown, unknown>
  readonly checkpoints: FileCheckpoints
  pending: unknown
  pins: number
  lastUsedAtMs: number
  cacheShare: number
}

/** Smaller caches cost little, because the operating system caches too: 256 KiB was as fast as 2 MiB. */
const pageKib = { total: 192 * 1024, most: 32 * 1024, least: 512 }
const largestRowCaches = 16

export function createOpenCompanies<Handle extends OpenCompany>(openMax: number) {
  const open = new Map<CompanyId, Handle>()
  let shares = sharesOf(1)

  function closeLeastUsed() {
    const idle = [...open.values()].filter((handle) => handle.pins === 0 && !handle.pending)
    idle.sort((a, b) => a.lastUsedAtMs - b.lastUsedAtMs)
    for (const handle of idle.slice(0, Math.max(0, open.size + 1 - openMax))) close(handle.id)
  }

  function shareCache() {
    const next = sharesOf(open.size)
    if (next.pageKib === shares.pageKib && next.rows === shares.rows) return
    shares = next
    for (const handle of open.values()) setShare(handle)
  }

  function setShare(handle: Handle) {
    handle.cacheShare = shares.rows
    setCacheSize(handle.sqlite, shares.pageKib)
  }

  function close(id: CompanyId) {
    const handle = open.get(id)
    if (!handle) return
    open.delete(id)
    handle.kept.clear()
    const closed = handle.checkpoints.end()
    handle.sqlite.close()
    closed()
    shareCache()
  }

  return {
    get: (id: CompanyId) => open.get(id),
    ids: () => [...open.keys()],
    add(handle: Handle) {
      // Before it is one of them: if all others are in use, it would be closed itself.
      closeLeastUsed()
      open.set(handle.id, handle)
      setShare(handle)
      shareCache()
    },
    close,
  }
}

/** Powers of two, so that opening a company rarely changes the shares of others. */
function sharesOf(companies: number) {
  const share = (total: number) => 2 ** Math.floor(Math.log2(total / Math.max(1, companies)))
  return {
    pageKib: Math.max(pageKib.least, Math.min(pageKib.most, share(pageKib.total))),
    rows: Math.min(1, share(largestRowCaches)),
  }
}
