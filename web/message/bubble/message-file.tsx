import { useTexts } from '../../i18n/i18n'
import { FileCard } from './file-card'
import { MissingMedia } from './media-state'
import type { ShownMessage } from '../shown-message'

export function MessageFile({ message }: { message: ShownMessage }) {
  const t = useTexts().message
  const file = message.dataJson?.file
  const src = message.localUrl ?? message.mediaUrl
  if (!src) return <MissingMedia kind="file" />
  return <FileCard src={src} name={file?.name || t.file.unnamed} type={file?.type ?? ''} size={file?.size} />
}
