import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense } from 'react'
import { useInbox } from './inbox-context'

const OpenInboxDialog = lazy(() => import('./open-inbox-dialog').then((code) => ({ default: code.OpenInboxDialog })))

/** Whatever is open over the inbox; none of its code is fetched before. */
export function InboxDialogs() {
  useSignals()
  const { dialog } = useInbox()
  return <Suspense fallback={null}>{dialog.value && <OpenInboxDialog dialog={dialog.value} />}</Suspense>
}
