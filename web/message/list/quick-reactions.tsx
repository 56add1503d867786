import { Plus } from '../../ui/icons'
import { useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/button'
import { lazyPart } from '../../ui/layout/lazy-part'
import { Spinner } from '../../ui/feedback/spinner'

const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

const EmojiPicker = lazyPart(() => import('../emoji/emoji-picker').then((code) => code.EmojiPicker), <Spinner />)

export function QuickReactions({ onReact }: { onReact: (emoji: string) => void }) {
  const t = useTexts().message.reactions
  const [all, setAll] = useState(false)
  if (all) {
    return <EmojiPicker columns={8} onPick={onReact} />
  }
  return (
    <div className="quick-reactions row gap-0">
      {quickEmoji.map((emoji) => (
        <button key={emoji} type="button" className="quick-reaction" onClick={() => onReact(emoji)}>
          {emoji}
        </button>
      ))}
      <IconButton icon={Plus} label={t.more} onClick={() => setAll(true)} />
    </div>
  )
}
