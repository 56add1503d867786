import { Paperclip } from '../../ui/icons'
import { useEffect, useRef, type RefObject } from 'react'
import { useTexts } from '../../i18n/i18n'
import { usePopup } from '../../ui/popup/use-popup'
import type { QuickReplies } from './use-quick-replies'

const previewLength = 90

interface ListProps {
  id: string
  anchor: RefObject<HTMLElement | null>
  quick: QuickReplies
}

/** The quick replies above the text. The focus stays in the text, which references the active one. */
export function QuickReplyList({ id, anchor, quick }: ListProps) {
  const t = useTexts().message.composer
  const popup = usePopup({
    open: true,
    onClose: quick.close,
    anchor,
    side: 'top',
    matchWidth: true,
    returnFocus: false,
  })
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[quick.active]?.scrollIntoView({ block: 'nearest' })
  }, [quick.active])
  return (
    <div ref={popup} popover="manual" className="popup quick-replies">
      {quick.found.length === 0 && <p className="quick-reply-none">{t.noQuickReplies}</p>}
      <ul
        ref={list}
        role="listbox"
        id={id}
        aria-label={t.quickReplies}
        onPointerDown={(event) => event.preventDefault()}
      >
        {quick.found.map((reply, index) => (
          <li
            key={reply.id}
            id={`${id}-${index}`}
            role="option"
            className="quick-reply row gap-3"
            aria-selected={index === quick.active}
            onPointerMove={() => quick.setActive(index)}
            onClick={() => quick.pick(reply)}
          >
            <strong>/{reply.shortcode}</strong>
            <span dir="auto">{cut(reply.message)}</span>
            {reply.mediaPath && <Paperclip size={14} aria-hidden />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function cut(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > previewLength ? `${line.slice(0, previewLength)}…` : line
}
