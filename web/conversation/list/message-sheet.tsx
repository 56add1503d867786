import { useFormat, useTexts } from '../../i18n/i18n'
import { useMessageActions } from '../message-actions'
import { MessageActionsSheet } from '../../message/list/message-actions-sheet'
import { summaryOf } from '../../message/message-summary'
import { QuickReactions } from '../../message/list/quick-reactions'
import type { ShownMessage } from '../../message/shown-message'

interface SheetProps {
  message: ShownMessage
  onClose: () => void
}

export function MessageSheet({ message, onClose }: SheetProps) {
  const t = useTexts().message
  const format = useFormat()
  const { items, may, react } = useMessageActions(message)
  return (
    <MessageActionsSheet
      title={summaryOf(message, t)}
      description={format.dateTime(message.createdAt)}
      items={items}
      onClose={onClose}
    >
      {may.react && (
        <QuickReactions
          onReact={(emoji) => {
            onClose()
            react(emoji)
          }}
        />
      )}
    </MessageActionsSheet>
  )
}
