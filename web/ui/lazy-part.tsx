import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/**
 * A component whose code is no part of the first load. It is fetched when first shown, or ahead by `fetch`; what is
 * there already is drawn at once, on the server as in the browser.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null) {
  /** Only code, the same for everybody: the one thing that may stand at module level. */
  let loaded: ComponentType<Props> | undefined

  async function fetch() {
    loaded ??= await load()
  }

  const Part = lazy(() => {
    const there = loaded
    if (!there) return load().then((part) => ({ default: part }))
    const atOnce = { then: (take: (code: { default: typeof there }) => void) => take({ default: there }) }
    return atOnce as unknown as Promise<{ default: typeof there }>
  }) as unknown as ComponentType<Props>

  function LazyPart(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(LazyPart, { fetch, isLoaded: () => loaded !== undefined })
}
