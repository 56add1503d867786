/** What a page leaves for the way back to its place in the browser's history. */
export interface HistoryPlace {
  /** How far its content was scrolled, in pixels. */
  scrollTop: number
  /** Kept up to date until `stop` is called. */
  left?: { value: unknown; stop: () => void } | undefined
}

/** How many places may have something kept up to date. */
const leftMax = 3

/** Tracks the page's position in the browser's history, so that a blocked back navigation can be undone. */
export function createHistoryPosition() {
  let position = 0
  const places = new Map<number, HistoryPlace & { path: string }>()

  function forget(place: HistoryPlace) {
    place.left?.stop()
    place.left = undefined
  }

  function push(url: URL) {
    position++
    // The places after this one cannot be returned to.
    for (const [at, place] of places) if (at >= position && places.delete(at)) forget(place)
    history.pushState({ position }, '', url)
  }

  const replace = (url: URL | string) => history.replaceState({ position }, '', url)

  return {
    replace,
    push,
    /** Returns the place of the page that is shown at this path. */
    place(path: string): HistoryPlace {
      const known = places.get(position)
      if (known?.path === path) return known
      if (known) forget(known)
      const place = { path, scrollTop: 0 }
      places.set(position, place)
      const withLeft = [...places.values()].filter(({ left }) => left)
      for (const oldest of withLeft.slice(0, -leftMax)) forget(oldest)
      return place
    },
    /** Starts to follow back and forward. `show` is called for an address if the current page may be left. */
    follow(mayLeave: () => Promise<boolean>, show: (url: URL) => Promise<void>) {
      replace(location.href)
      async function move({ state }: PopStateEvent) {
        const there = positionIn(state)
        if (there === position) return
        const url = new URL(location.href)
        if (!(await mayLeave())) return history.go(position - there)
        position = there
        await show(url)
      }
      window.addEventListener('popstate', (event) => void move(event))
    },
  }
}

function positionIn(state: unknown) {
  return typeof state === 'object' && state !== null && 'position' in state ? Number(state.position) : 0
}
