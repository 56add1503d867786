import { useRef, type RefObject } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Avatar } from '../../ui/display/avatar'
import { usePopup } from '../../ui/popup/use-popup'
import type { Mentions } from './use-mentions'

interface ListProps {
  id: string
  anchor: RefObject<HTMLElement | null>
  mentions: Mentions
}

/** The colleagues above the text. The focus stays in the text, which references the active one. */
export function MentionList({ id, anchor, mentions }: ListProps) {
  const t = useTexts().message.composer
  const list = useRef<HTMLUListElement>(null)
  const popup = usePopup({
    open: true,
    onClose: mentions.close,
    anchor,
    side: 'top',
    matchWidth: true,
    returnFocus: false,
  })
  return (
    <div ref={popup} popover="manual" className="popup quick-replies">
      {mentions.found.length === 0 && <p className="quick-reply-none">{t.noColleagues}</p>}
      <ul ref={list} role="listbox" id={id} aria-label={t.mention} onPointerDown={(event) => event.preventDefault()}>
        {mentions.found.map((colleague, index) => (
          <li
            key={colleague.id}
            id={`${id}-${index}`}
            role="option"
            className="quick-reply row gap-3 mention"
            aria-selected={index === mentions.active}
            aria-disabled={!colleague.canSee || undefined}
            onPointerMove={() => mentions.setActive(index)}
            onClick={() => mentions.pick(colleague)}
          >
            <Avatar name={colleague.name} src={colleague.profileImage} size={24} />
            <span className="truncate" dir="auto">
              {colleague.name}
            </span>
            {mentions.found.some(({ id, name }) => id !== colleague.id && name === colleague.name) && (
              <span className="mention-email truncate">{colleague.email}</span>
            )}
            {!colleague.canSee && <em>{t.noAccess}</em>}
          </li>
        ))}
      </ul>
    </div>
  )
}
