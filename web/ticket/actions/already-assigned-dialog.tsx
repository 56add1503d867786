import { canSeeTicket } from '../../../src/ticket/ticket.policy'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { links } from '../../app/links'
import { actorOf } from '../../session/session-actor'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import { ButtonLink } from '../../ui/display/link'
import type { AlreadyAssigned } from '../change-ticket'

interface ElsewhereProps {
  elsewhere: AlreadyAssigned
  onClose: () => void
}

/** Shows that a colleague has another ticket of the contact, and in which queue; users who may see it can open it. */
export function AlreadyAssignedDialog({ elsewhere: { user, queue, uuid, place }, onClose }: ElsewhereProps) {
  const texts = useTexts()
  const t = texts.conversation
  const mayOpen = canSeeTicket(actorOf(useUser()), place)
  return (
    <Dialog
      open
      size="s"
      title={t.elsewhere.title}
      description={place.userId === null ? t.elsewhere.waiting : t.elsewhere.text}
      onClose={onClose}
      footer={
        <>
          {uuid && mayOpen && (
            <ButtonLink href={links.ticket(uuid)} onClick={onClose}>
              {t.elsewhere.open}
            </ButtonLink>
          )}
          <Button variant="primary" onClick={onClose} data-autofocus>
            {texts.ui.ok}
          </Button>
        </>
      }
    >
      <dl className="elsewhere">
        <dt>{t.elsewhere.user}</dt>
        <dd dir="auto">{user || t.noOwner}</dd>
        <dt>{t.elsewhere.queue}</dt>
        <dd dir="auto">{queue || t.noQueue}</dd>
      </dl>
    </Dialog>
  )
}
