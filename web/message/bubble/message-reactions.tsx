import type { MessageView } from '../../../src/message/message.answers'
import { useTexts } from '../../i18n/i18n'
import { tooltip } from '../../ui/popup/tooltip'

interface ReactionsProps {
  reactions: MessageView['reactions']
  /** Omitted where reactions are not allowed. */
  onReact: ((emoji: string) => void) | undefined
}

/** The reactions of a message. Pressing the own one removes it, pressing another adds the same. */
export function MessageReactions({ reactions, onReact }: ReactionsProps) {
  const t = useTexts().message
  const groups = Map.groupBy(reactions, ({ emoji }) => emoji)
  return (
    <ul className="message-reactions" aria-label={t.reactions.list}>
      {[...groups].map(([emoji, list]) => {
        const mine = list.some(({ fromMe }) => fromMe)
        const names = list.map(({ fromMe, name }) => (fromMe ? t.you : name)).join(', ')
        return (
          <li key={emoji}>
            <button
              type="button"
              className="message-reaction"
              data-mine={mine || undefined}
              disabled={!onReact}
              {...tooltip(mine && onReact ? t.reactions.remove : names)}
              aria-label={t.reactions.from(emoji, names)}
              onClick={() => onReact?.(mine ? '' : emoji)}
            >
              {emoji}
              {list.length > 1 && <span data-tabular>{list.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
