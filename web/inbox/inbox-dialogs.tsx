import { useSignals } from '@preact/signals-react/runtime'
import { lazyPart } from '../ui/lazy-part'
import { useInbox } from './inbox-context'

const OpenInboxDialog = lazyPart(() => import('./open-inbox-dialog').then((code) => code.OpenInboxDialog))

/** Whatever is open over the inbox; none of its code is fetched before. */
export function InboxDialogs() {
  useSignals()
  const { dialog } = useInbox()
  return dialog.value && <OpenInboxDialog dialog={dialog.value} />
}
