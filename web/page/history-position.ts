/** Where in the browser's history the shown page stands, so that a refused way back can be undone. */
export function createHistoryPosition() {
  let position = 0
  const replace = (url: URL | string) => history.replaceState({ position }, '', url)

  return {
    replace,
    push: (url: URL) => history.pushState({ position: ++position }, '', url),
    /** Begins to follow back and forward: `show` is called for an address that the present page may be left for. */
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
