import type { Database } from 'bun:sqlite'
import type { FileCheckpoints } from '../database/checkpoints'
import { setCacheSize } from '../database/database'
import type { CompanyId } from '../ids'

/** What the set of open files needs to know of each. */
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

/** Limits of the page caches: of all open companies together, and per company. */
const cacheKib = { total: 512 * 1024, most: 32 * 1024, least: 1024 }

/** The open files. Beyond `openMax`, those least recently used are closed; all share the memory for caches. */
export function createOpenCompanies<Handle extends OpenCompany>(openMax: number) {
  const open = new Map<CompanyId, Handle>()
  let cacheKibEach = cacheKib.most

  function closeLeastUsed() {
    const idle = [...open.values()].filter((handle) => handle.pins === 0 && !handle.pending)
    idle.sort((a, b) => a.lastUsedAtMs - b.lastUsedAtMs)
    for (const handle of idle.slice(0, Math.max(0, open.size - openMax))) close(handle.id)
  }

  /** Rounded to powers of two, so that opening or closing a company rarely changes the share of the others. */
  function shareCache() {
    const share = 2 ** Math.floor(Math.log2(cacheKib.total / Math.max(1, open.size)))
    const each = Math.max(cacheKib.least, Math.min(cacheKib.most, share))
    if (each === cacheKibEach) return
    cacheKibEach = each
    for (const handle of open.values()) setShare(handle)
  }

  function setShare(handle: Handle) {
    handle.cacheShare = cacheKibEach / cacheKib.most
    setCacheSize(handle.sqlite, cacheKibEach)
  }

  function close(id: CompanyId) {
    const handle = open.get(id)
    if (!handle) return
    open.delete(id)
    handle.kept.clear()
    handle.checkpoints.end()
    handle.sqlite.close()
    shareCache()
  }

  return {
    get: (id: CompanyId) => open.get(id),
    ids: () => [...open.keys()],
    add(handle: Handle) {
      open.set(handle.id, handle)
      closeLeastUsed()
      setShare(handle)
      shareCache()
    },
    close,
  }
}
