import { ChevronDown, Reply, SmilePlus } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/icon-button'
import { Menu } from '../../ui/popup/menu'
import { Popover } from '../../ui/popup/popover'
import type { useMessageActions } from '../message-actions'
import { QuickReactions } from '../../message/list/quick-reactions'

interface ToolbarProps {
  actions: ReturnType<typeof useMessageActions>
  fromMe: boolean
}

/** Shown beside the hovered or focused message. */
export function MessageToolbar({ actions, fromMe }: ToolbarProps) {
  const t = useTexts().message
  const { may, items, reply, react } = actions
  if (items.length === 0) return null
  return (
    <div className="message-toolbar">
      {may.react && (
        <Popover
          title={t.actions.react}
          hideTitle
          flush
          width={304}
          side="top"
          align={fromMe ? 'end' : 'start'}
          trigger={(trigger) => (
            <IconButton {...trigger} icon={SmilePlus} label={t.actions.react} size="s" tabIndex={-1} />
          )}
        >
          {(close) => (
            <QuickReactions
              onReact={(emoji) => {
                close()
                react(emoji)
              }}
            />
          )}
        </Popover>
      )}
      {may.reply && <IconButton icon={Reply} label={t.actions.reply} size="s" tabIndex={-1} onClick={reply} />}
      <Menu
        align={fromMe ? 'end' : 'start'}
        items={items}
        trigger={(trigger) => (
          <IconButton {...trigger} data-actions icon={ChevronDown} label={t.actions.menu} size="s" tabIndex={-1} />
        )}
      />
    </div>
  )
}
