import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/**
 * Creates a component whose code is not part of the first load. It is loaded when first rendered, or before by `fetch`.
 * Loaded code renders synchronously, on the server and in the browser.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null) {
  /** Only code, the same for all users, so module scope is safe. */
  let loaded: ComponentType<Props> | undefined

  async function fetch() {
    loaded ??= await load()
  }

  const Part = lazy(() => {
    const there = loaded
    if (!there) return load().then((part) => ({ default: part }))
    const atOnce = { then: (take: (code: { default: typeof there }) => void) => take({ default: there }) }
    return atOnce as Promise<{ default: typeof there }>
  }) as ComponentType<Props>

  function LazyPart(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(LazyPart, { fetch, isLoaded: () => loaded !== undefined })
}
