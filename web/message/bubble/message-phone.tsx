import { createContext, use } from 'react'
import { useTexts } from '../../i18n/i18n'
import { copyText } from '../../ui/text/copy-text'
import { Copy, MessageCircle } from '../../ui/icons'
import { Menu, type MenuItem } from '../../ui/popup/menu'
import { useUi } from '../../ui/context/ui-context'

/** Starts a conversation with a number; undefined where that is not possible. */
export const PhoneContext = createContext<((number: string, shown: string) => void) | undefined>(undefined)

export function MessagePhone({ text, number }: { text: string; number: string }) {
  const t = useTexts().message.phone
  const { toast } = useUi()
  const talk = use(PhoneContext)
  const items: MenuItem[] = [
    ...(talk ? [{ label: t.talk, icon: MessageCircle, onSelect: () => talk(number, text) }] : []),
    {
      label: t.copy,
      icon: Copy,
      onSelect: () => copyText(text).then(() => toast.success(t.copied), reportError),
    },
  ]
  return (
    <Menu
      items={items}
      trigger={(trigger) => (
        <button type="button" {...trigger} className="message-phone" aria-label={t.actions(text)}>
          {text}
        </button>
      )}
    />
  )
}
