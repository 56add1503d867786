import type { QuickMessageRecord } from '../../src/quick-message/quick-message.calls'
import { useTexts } from '../i18n/i18n'
import { Dialog } from '../ui/dialog/dialog'
import { Info, Paperclip } from '../ui/icons'
import { Note } from '../ui/feedback/note'

/** A colleague's message that is shown and not shared. */
export function ReadQuickMessage({ message, close }: { message: QuickMessageRecord; close: () => void }) {
  const t = useTexts('quickMessage').quickMessage
  return (
    <Dialog open title={<bdi>/{message.shortcode}</bdi>} onClose={close}>
      <div className="quick-message-read">
        <Note icon={Info}>{t.readOnly(message.user?.name ?? t.noOwner)}</Note>
        <p dir="auto">{message.message}</p>
        {message.mediaPath && (
          <a className="quick-message-file" href={message.mediaPath} target="_blank" rel="noopener noreferrer">
            <Paperclip size={14} aria-hidden />
            <bdi className="truncate">{message.mediaName}</bdi>
          </a>
        )}
      </div>
    </Dialog>
  )
}
