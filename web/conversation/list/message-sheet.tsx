import { useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { useMessageActions } from '../message-actions'
import { summaryOf } from '../../message/message-summary'
import { QuickReactions } from '../../message/list/quick-reactions'
import type { ShownMessage } from '../../message/shown-message'

interface SheetProps {
  message: ShownMessage
  onClose: () => void
}

/** The actions of a message on a phone, opened by a long press. */
export function MessageSheet({ message, onClose }: SheetProps) {
  const t = useTexts().message
  const { items, may, react } = useMessageActions(message)
  return (
    <Dialog open title={<span className="message-sheet-title">{summaryOf(message, t)}</span>} onClose={onClose}>
      <div className="message-sheet">
        {may.react && (
          <QuickReactions
            onReact={(emoji) => {
              onClose()
              react(emoji)
            }}
          />
        )}
        {items.map(({ label, icon: Icon, danger, onSelect }) => (
          <button
            key={label}
            type="button"
            className="message-sheet-item"
            data-danger={danger || undefined}
            onClick={() => {
              onClose()
              onSelect?.()
            }}
          >
            {Icon && <Icon size={18} aria-hidden />}
            {label}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
