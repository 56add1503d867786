import { Smile } from '../../ui/icons'
import type { RefObject } from 'react'
import { useActionCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/button'
import type { PopupTrigger } from '../../ui/popup/menu'
import { lazyPart } from '../../ui/layout/lazy-part'
import { Popover } from '../../ui/popup/popover'
import { Spinner } from '../../ui/feedback/spinner'
import { useMedia } from '../../ui/layout/use-media'
import { flushSync } from 'react-dom'

const EmojiPicker = lazyPart(() => import('./emoji-picker').then((code) => code.EmojiPicker), <Spinner />)

interface EmojiPopoverProps {
  text: RefObject<HTMLTextAreaElement | null>
  onText: (value: string) => void
}

/** The emoji button: sixteen columns, stays open; eight under a finger, and on a phone it closes after one. */
export function EmojiPopover({ text, onText }: EmojiPopoverProps) {
  const t = useTexts().message.composer
  const wide = useMedia('(min-width: 768px)', { onServer: true })
  const isTouch = useMedia('(pointer: coarse)', { onServer: false })
  const roomy = wide && !isTouch
  return (
    <Popover
      title={t.emoji}
      hideTitle
      flush
      side="top"
      // Not under a finger, where the keyboard would cover the conversation.
      returnTo={isTouch ? undefined : text}
      width={roomy ? 580 : isTouch ? 400 : 344}
      trigger={(trigger) => <EmojiButton trigger={trigger} />}
    >
      {(close) => (
        <EmojiPicker
          columns={roomy ? 16 : 8}
          onPick={(emoji) => {
            insertText(text.current, emoji, onText)
            if (!wide) close()
          }}
        />
      )}
    </Popover>
  )
}

function EmojiButton({ trigger }: { trigger: PopupTrigger }) {
  const texts = useTexts()
  const { emoji: label } = texts.message.composer
  useActionCommands(texts.frame.palette.actions, [{ label, icon: Smile, run: trigger.onClick }])
  return <IconButton {...trigger} icon={Smile} label={label} />
}

function insertText(element: HTMLTextAreaElement | null, text: string, change: (value: string) => void) {
  if (!element) return
  const { selectionStart: start, selectionEnd: end, value } = element
  flushSync(() => change(value.slice(0, start) + text + value.slice(end)))
  element.setSelectionRange(start + text.length, start + text.length)
}
