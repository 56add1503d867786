import { computed, signal, type ReadonlySignal } from '@preact/signals-react'

export interface RowSelection {
  readonly ids: ReadonlySignal<ReadonlySet<number>>
  /** Rows are being selected, or `begin` was called. */
  readonly isActive: ReadonlySignal<boolean>
  /** Shows the checkboxes before any row is selected, for screens without hover. */
  begin(): void
  toggle(id: number): void
  extendTo(id: number, listed: readonly number[]): void
  select(ids: readonly number[]): void
  keep(listed: readonly number[]): void
  clear(): void
}

export function createRowSelection(): RowSelection {
  const ids = signal<ReadonlySet<number>>(new Set())
  const begun = signal(false)
  let anchor: number | undefined

  return {
    ids,
    isActive: computed(() => begun.value || ids.value.size > 0),
    begin: () => void (begun.value = true),
    toggle(id) {
      const next = new Set(ids.peek())
      if (!next.delete(id)) next.add(id)
      anchor = id
      ids.value = next
    },
    extendTo(id, listed) {
      const [from, to] = [listed.indexOf(anchor ?? id), listed.indexOf(id)]
      if (from < 0 || to < 0) {
        anchor = id
        ids.value = new Set(ids.peek()).add(id)
        return
      }
      ids.value = new Set([...ids.peek(), ...listed.slice(Math.min(from, to), Math.max(from, to) + 1)])
    },
    select(selected) {
      if (selected.length === 0) begun.value = false
      ids.value = new Set(selected)
    },
    keep(listed) {
      if (ids.peek().size === 0) return
      const present = new Set(listed)
      const kept = [...ids.peek()].filter((id) => present.has(id))
      if (kept.length < ids.peek().size) ids.value = new Set(kept)
    },
    clear() {
      anchor = undefined
      begun.value = false
      if (ids.peek().size > 0) ids.value = new Set()
    },
  }
}
