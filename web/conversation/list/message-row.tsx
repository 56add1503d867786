import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { memo, useState, type KeyboardEvent } from 'react'
import { useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'
import { Avatar } from '../../ui/display/avatar'
import { useConversation } from '../state/conversation-context'
import { selectionMax } from '../state/conversation-view'
import { useMessageActions } from '../message-actions'
import { MessageBubble } from '../bubble/message-bubble'
import { useAuthor } from '../bubble/message-image'
import type { ShownMessage } from '../../message/shown-message'
import { useLongPress } from '../../message/list/use-long-press'
import { ChevronDown, Reply, SmilePlus } from '../../ui/icons'
import { IconButton } from '../../ui/button/button'
import { Menu, actionForKey } from '../../ui/popup/menu'
import { Popover } from '../../ui/popup/popover'
import { QuickReactions } from '../../message/list/quick-reactions'

interface RowProps {
  message: ShownMessage
  first: boolean
  last: boolean
}

export const MessageRow = memo(function MessageRow({ message, first, last }: RowProps) {
  useSignals()
  const { view, model } = useConversation()
  const t = useTexts().message
  const [armed, setArmed] = useState(false)
  const actions = useMessageActions(message)
  const author = useAuthor(message)
  const { selection, selectable, toggle } = useSelecting(message.key, actions.may.forward)
  const { isGroup } = model.rowTicket.value
  // Renders again only when this message is highlighted or no longer.
  const isFlashed = useComputed(() => view.flashed.value === message.key).value
  const longPress = useLongPress(() => (view.dialog.value = { kind: 'sheet', message }))

  return (
    <article
      className="message"
      tabIndex={-1}
      data-key={message.key}
      data-from={message.fromMe ? 'us' : 'them'}
      data-first={first || undefined}
      data-last={last || undefined}
      data-private={message.isPrivate || undefined}
      data-selected={selection?.has(message.key) || undefined}
      data-selecting={selection !== undefined || undefined}
      data-flashed={isFlashed || undefined}
      aria-label={author.name}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setArmed(true)}
      onFocus={() => setArmed(true)}
      onKeyDown={(event) => onRowKey(event, actions.items, selectable ? toggle : undefined)}
      onClick={selectable ? toggle : undefined}
      {...longPress}
    >
      {selection && (
        <input
          type="checkbox"
          className="message-check"
          aria-label={t.selection.toggle}
          checked={selection.has(message.key)}
          disabled={!selectable}
          onChange={toggle}
          onClick={(event) => event.stopPropagation()}
        />
      )}
      {isGroup && !message.fromMe && (
        <span className="message-face">{last && <Avatar name={author.name} src={author.picture} size={28} />}</span>
      )}
      <div className="message-place grows" inert={selection !== undefined}>
        <MessageBubble message={message} first={first} actions={actions} />
        {armed && !selection && <MessageToolbar actions={actions} fromMe={message.fromMe} />}
      </div>
    </article>
  )
})

function onRowKey(
  event: KeyboardEvent<HTMLElement>,
  items: Parameters<typeof actionForKey>[0],
  toggle: (() => void) | undefined,
) {
  // Closing the menu leaves the focus on its button, where the letters go on working.
  const isOnMenu = event.target instanceof Element && event.target.matches('[data-actions]')
  if ((event.target !== event.currentTarget && !isOnMenu) || event.ctrlKey || event.metaKey || event.altKey) return
  if (isOnMenu && (event.key === ' ' || event.key === 'Enter')) return
  if (event.key === ' ' && toggle) toggle()
  else if (event.key === 'Enter') event.currentTarget.querySelector<HTMLElement>('[data-actions]')?.click()
  else {
    const action = actionForKey(items, event.key)
    if (!action) return
    action.onSelect?.()
  }
  event.preventDefault()
}

function useSelecting(key: string, may: boolean) {
  const { view } = useConversation()
  const t = useTexts().message.selection
  const { toast } = useUi()
  const selection = view.selection.value

  function toggle() {
    if (!view.toggle(key)) toast.warning(t.max(selectionMax))
  }

  return { selection, selectable: selection !== undefined && may, toggle }
}

function MessageToolbar({ actions, fromMe }: { actions: ReturnType<typeof useMessageActions>; fromMe: boolean }) {
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
