import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useApp } from './app-context'
import type { Area } from '../i18n/areas'
import { PartFailed, reloadIfReachable } from '../ui/layout/lazy-part'

/** Renders the children once additional texts are loaded. If they cannot be, a message offers to try again. */
export function WithTexts({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  const { texts, loadTexts } = useApp()
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>(() =>
    areas.every((area) => texts[area] !== undefined) ? 'ready' : 'loading',
  )
  const failures = useRef(0)
  useEffect(() => {
    if (state !== 'loading') return
    loadTexts(areas).then(
      () => setState('ready'),
      () => {
        if (failures.current++ > 0) void reloadIfReachable()
        setState('failed')
      },
    )
  }, [state, loadTexts])
  if (state === 'failed') return <PartFailed onRetry={() => setState('loading')} />
  return state === 'ready' ? children : null
}
