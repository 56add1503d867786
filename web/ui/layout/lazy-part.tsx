import { Component, lazy, Suspense, type ComponentType, type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../i18n/i18n'
import { useUi } from '../context/ui-context'

class PartCodeError extends Error {}

/** Its code is loaded when first rendered, or before by `fetch`. Loaded code renders synchronously, on the server, too. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null) {
  /** Only code, the same for all users, so module scope is safe. */
  let loaded: ComponentType<Props> | undefined
  let Part = createPart()

  async function fetch() {
    loaded ??= await load()
  }

  function createPart() {
    return lazy(() => {
      const there = loaded
      if (!there) return load().then((part) => ({ default: part }), refuse)
      const atOnce = { then: (take: (code: { default: typeof there }) => void) => take({ default: there }) }
      return atOnce as Promise<{ default: typeof there }>
    }) as ComponentType<Props>
  }

  function refuse(cause: unknown): never {
    throw new PartCodeError('The code of a part could not be loaded', { cause })
  }

  /** React keeps the failure of a lazy component. Renewed before the failure is shown, it would load in a loop. */
  function renew() {
    Part = createPart()
  }

  function LazyPart(props: Props) {
    return (
      <PartBoundary onCaught={renew}>
        {() => (
          <Suspense fallback={fallback}>
            <Part {...props} />
          </Suspense>
        )}
      </PartBoundary>
    )
  }

  /** For a page that has fetched its code: rendered and hydrated without a boundary of its own. */
  function LoadedPart(props: Props) {
    if (!loaded) throw new Error('The code of this part was not fetched')
    const Loaded = loaded
    return <Loaded {...props} />
  }

  return Object.assign(LazyPart, { fetch, now: LoadedPart, isLoaded: () => loaded !== undefined })
}

interface BoundaryState {
  error?: unknown
  failures: number
}

/** Handles failed loading only. Other errors go on to the boundary of the page. */
class PartBoundary extends Component<{ children: () => ReactNode; onCaught: () => void }, BoundaryState> {
  override state: BoundaryState = { failures: 0 }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error }
  }

  override componentDidCatch() {
    this.props.onCaught()
    this.setState(({ failures }) => ({ failures: failures + 1 }))
    if (this.state.failures > 0) void reloadIfReachable()
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children()
    if (!(error instanceof PartCodeError)) throw error
    return <PartFailed onRetry={() => this.setState({ error: undefined })} />
  }
}

/** Stays until it is used or dismissed, because only its action opens the part. */
const toastMs = 86_400_000

export function PartFailed({ onRetry }: { onRetry: () => void }) {
  const { toast } = useUi()
  const t = useTexts().ui
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const action = { label: t.retry, onAction: () => retry() }
    const id = toast.error(t.errorTitle, { action, durationMs: toastMs })
    return () => toast.dismiss(id)
  }, [toast, t])
  return null
}

/** Some browsers remember that a file could not be loaded, and after an update only the server knows the new names. */
export async function reloadIfReachable() {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined)
  if (answer?.ok) location.reload()
}
