import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../i18n/i18n'
import { useUi } from '../context/ui-context'

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
