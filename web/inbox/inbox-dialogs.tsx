import { useSignals } from '@preact/signals-react/runtime'
import { lazyPart } from '../ui/layout/lazy-part'
import { useInbox } from './state/inbox-context'

const OpenInboxDialog = lazyPart(() => import('./open-inbox-dialog').then((code) => code.OpenInboxDialog))

/** Renders the dialog open over the inbox. Its code is loaded on first use. */
export function InboxDialogs() {
  useSignals()
  const { dialog } = useInbox()
  return dialog.value && <OpenInboxDialog dialog={dialog.value} />
}
