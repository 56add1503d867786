import { MessageCircle } from '../../ui/icons'
import type { MessageData } from '../../../src/message/message.answers'
import { numbersOf } from '../../../src/message/compose/vcard.contract'
import { useTexts } from '../../i18n/i18n'
import { Avatar } from '../../ui/display/avatar'
import { formatPhone } from '../../i18n/format'
import { useConversation } from '../state/conversation-context'
import type { CardPosition } from '../state/conversation-view'
import type { ShownMessage } from '../../message/shown-message'

/** Contact cards with names, numbers and a button to start a conversation. */
export function MessageContacts({ message: { id, dataJson } }: { message: ShownMessage }) {
  return dataJson?.contacts?.map((card, index) => (
    <ContactCard key={index} card={card} place={{ messageId: id, index }} />
  ))
}

type Card = NonNullable<MessageData['contacts']>[number]

function ContactCard({ card: { name, vcard, number }, place }: { card: Card; place: CardPosition }) {
  const t = useTexts().message.contactCard
  const { view } = useConversation()
  const shown = number ?? numbersOf(vcard)[0]
  // A message that is still being sent has no id yet.
  const reachable = shown && place.messageId > 0
  return (
    <div className="message-contact">
      <div className="message-contact-who">
        <Avatar name={name} size={40} />
        <span className="message-contact-text">
          <strong dir="auto">{name}</strong>
          <span data-tabular>{shown ? formatPhone(shown) : t.noNumber}</span>
        </span>
      </div>
      {reachable && (
        <button
          type="button"
          className="message-contact-talk"
          onClick={() => (view.dialog.value = { kind: 'talk-to', name, person: place })}
        >
          <MessageCircle size={16} aria-hidden />
          {t.talk}
        </button>
      )}
    </div>
  )
}
