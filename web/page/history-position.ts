/** What a page stores with its entry in the browser's history, for the way back to it. */
export interface HistoryEntry {
  scrollTop: number
  /** Kept up to date until `stop` is called. */
  kept?: { value: unknown; stop: () => void } | undefined
}

interface Followers {
  mayLeave: () => Promise<boolean>
  show: (url: URL) => Promise<void>
  showPart: (url: URL) => void
}

/** How many entries may have something kept up to date. */
const keptMax = 3

/** Tracks the page's position in the browser's history, so that a blocked back navigation can be undone. */
export function createHistoryPosition() {
  let position = 0
  const entries = new Map<number, HistoryEntry & { path: string }>()

  function forget(entry: HistoryEntry) {
    entry.kept?.stop()
    entry.kept = undefined
  }

  function push(url: URL) {
    position++
    // The entries after this one cannot be returned to.
    for (const [at, entry] of entries) {
      if (at >= position && entries.delete(at) && ![...entries.values()].includes(entry)) forget(entry)
    }
    history.pushState({ position }, '', url)
  }

  const replace = (url: URL | string) => history.replaceState({ position }, '', url)

  return {
    replace,
    push,
    /** For the same page with a part of it open: what is stored with its entry counts for both. */
    pushPart(url: URL) {
      const entry = entries.get(position)
      push(url)
      if (entry) entries.set(position, entry)
    },
    entry(path: string): HistoryEntry {
      const known = entries.get(position)
      if (known?.path === path) return known
      if (known) forget(known)
      const entry = { path, scrollTop: 0 }
      entries.set(position, entry)
      const withKept = [...new Set(entries.values())].filter(({ kept }) => kept)
      for (const oldest of withKept.slice(0, -keptMax)) forget(oldest)
      return entry
    },
    /** `show`: if the page may be left. `showPart`: a part of it opens or closes. */
    follow({ mayLeave, show, showPart }: Followers) {
      replace(location.href)
      async function move({ state }: PopStateEvent) {
        const there = positionIn(state)
        if (there === position) return
        const url = new URL(location.href)
        if (!(await mayLeave())) return history.go(position - there)
        const entry = entries.get(position)
        position = there
        if (entry && entries.get(there) === entry) return showPart(url)
        await show(url)
      }
      window.addEventListener('popstate', (event) => void move(event))
    },
  }
}

function positionIn(state: unknown) {
  return typeof state === 'object' && state !== null && 'position' in state ? Number(state.position) : 0
}
