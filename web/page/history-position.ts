/** Tracks the page's position in the browser's history, so that a blocked back navigation can be undone. */
export function createHistoryPosition() {
  let position = 0
  const replace = (url: URL | string) => history.replaceState({ position }, '', url)

  return {
    replace,
    push: (url: URL) => history.pushState({ position: ++position }, '', url),
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
