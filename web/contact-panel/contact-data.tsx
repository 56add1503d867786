import type { ContactView } from '../../src/contact/contact.answers'
import { usePersonActions } from '../contact/person/use-person-actions'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'

/** For admins. */
export function ContactData({ contact }: { contact: ContactView }) {
  const t = useTexts('contact').contact.person
  const person = usePersonActions()
  const actions = person.of(contact)
  if (actions.length === 0) return null
  return (
    <section className="contact-part stack">
      <h4>{t.title}</h4>
      <div className="wrap-row gap-1">
        {actions.map(({ label, icon, onSelect }) => (
          <Button key={label} size="s" icon={icon} onClick={() => void onSelect()}>
            {label}
          </Button>
        ))}
      </div>
      {person.dialog}
    </section>
  )
}
