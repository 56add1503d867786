import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { usePage } from './page-context'
import type { OpenedPart, PartState } from './opened-part'
import { PageCodeError, PageRedirect } from './page-definition'

/** Follows the loading of a part, and redirects after a refusal; null when nothing is open. */
export function useOpenedPart<Data>(part: OpenedPart<Data> | null): PartState<Data> | null {
  useSignals()
  const { navigation } = usePage()
  const loaded = useMemo(() => (part && 'data' in part ? { kind: 'ready' as const, data: part.data } : null), [part])
  const state = part && 'state' in part ? part.state.value : loaded
  const cause = state?.kind === 'failed' ? state.cause : undefined
  const leaves = cause instanceof PageRedirect || (cause instanceof PageCodeError && navigator.onLine)

  useEffect(() => {
    if (cause instanceof PageRedirect) void navigation.go(cause.to, { replace: true })
    // Only the server knows the new file names.
    else if (leaves) location.reload()
  }, [cause, leaves, navigation])

  return leaves ? { kind: 'loading' } : state
}
