import { MessageCircle } from 'lucide-react'
import { useTexts } from '../i18n/i18n'
import { Avatar } from '../ui/avatar'
import { formatPhone } from '../i18n/format'
import { useConversation } from './conversation-context'
import { numbersOf } from './vcard'

/** Cards of people: their names and numbers, and a conversation with them one press away. */
export function MessageContacts({ contacts }: { contacts: readonly { name: string; vcard: string }[] }) {
  return contacts.map((contact, index) => <ContactCard key={index} {...contact} />)
}

function ContactCard({ name, vcard }: { name: string; vcard: string }) {
  const t = useTexts().message.contactCard
  const { view } = useConversation()
  const [number] = numbersOf(vcard)
  return (
    <div className="message-contact">
      <div className="message-contact-who">
        <Avatar name={name} size={40} />
        <span className="message-contact-text">
          <strong dir="auto">{name}</strong>
          <span data-tabular>{number ? formatPhone(number) : t.noNumber}</span>
        </span>
      </div>
      {number && (
        <button
          type="button"
          className="message-contact-talk"
          onClick={() => (view.dialog.value = { kind: 'talk-to', name, number })}
        >
          <MessageCircle size={16} aria-hidden />
          {t.talk}
        </button>
      )}
    </div>
  )
}
