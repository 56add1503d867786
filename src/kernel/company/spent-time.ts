import type { CompanyId } from '../ids'

/** Main-thread time per company, without waiting, so that pieces never overlap. One for the process, as all companies share its thread. */
let current: CompanyId | undefined
let sinceMs = 0
let spent = new Map<CompanyId, number>()

/** Returns what `leave` needs. Call it in the same turn, also after an error. */
export function enter(id: CompanyId): CompanyId | undefined {
  const outer = current
  if (outer !== id) switchTo(id)
  return outer
}

export function leave(outer: CompanyId | undefined) {
  if (outer !== current) switchTo(outer)
}

function switchTo(next: CompanyId | undefined) {
  const nowMs = performance.now()
  if (current !== undefined) spent.set(current, (spent.get(current) ?? 0) + nowMs - sinceMs)
  current = next
  sinceMs = nowMs
}

/** Of an asynchronous function only the part before its first wait. */
export function spendOn<T>(id: CompanyId, work: () => T): T {
  const outer = enter(id)
  try {
    return work()
  } finally {
    leave(outer)
  }
}

/** In ms, since the last call. */
export function takeSpent(): Map<CompanyId, number> {
  const taken = spent
  spent = new Map()
  return taken
}
