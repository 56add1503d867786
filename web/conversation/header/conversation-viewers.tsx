import { useSignals } from '@preact/signals-react/runtime'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Avatar } from '../../ui/display/avatar'
import { tooltip } from '../../ui/popup/tooltip'
import { useConversation } from '../state/conversation-context'

const shownMax = 3

/** Colleagues who have the conversation open; a pen marks those who write. */
export function ConversationViewers() {
  useSignals()
  const { model } = useConversation()
  const { id: me } = useUser()
  const t = useTexts().conversation.viewers
  const others = model.viewers.value.filter(({ id }) => id !== me)
  if (others.length === 0) return null
  const shown = others.toSorted((a, b) => Number(b.state === 'writing') - Number(a.state === 'writing'))
  const describe = ({ name, state }: (typeof others)[number]) => t[state](name)
  return (
    <ul className="conversation-viewers" aria-label={t.list}>
      {shown.slice(0, shownMax).map((viewer) => (
        <li key={viewer.id} data-state={viewer.state} {...tooltip(describe(viewer), { side: 'bottom' })}>
          <Avatar name={viewer.name} src={viewer.profileImage} size={26} label={describe(viewer)} />
          {viewer.state === 'writing' && <span className="viewer-writing" aria-hidden />}
        </li>
      ))}
      {shown.length > shownMax && (
        <li className="viewers-more" {...tooltip(shown.slice(shownMax).map(describe).join(', '), { side: 'bottom' })}>
          +{shown.length - shownMax}
        </li>
      )}
    </ul>
  )
}
