import { canSeeTicket } from '../../../src/ticket/ticket.policy'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { links } from '../../app/links'
import { actorOf } from '../../session/session-actor'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import { ButtonLink } from '../../ui/display/link'
import type { AlreadyAssigned } from '../change-ticket'

interface AlreadyAssignedProps {
  ticket: AlreadyAssigned
  onClose: () => void
}

/** Shows that a colleague has another ticket of the contact, and in which queue; users who may see it can open it. */
export function AlreadyAssignedDialog({ ticket: { user, queue, uuid, assignment }, onClose }: AlreadyAssignedProps) {
  const texts = useTexts('ticketDialog')
  const { noOwner, noQueue } = texts.conversation
  const t = texts.ticketDialog.alreadyAssigned
  const mayOpen = canSeeTicket(actorOf(useUser()), assignment)
  return (
    <Dialog
      open
      size="s"
      title={t.title}
      description={assignment.userId === null ? t.waiting : t.text}
      onClose={onClose}
      footer={
        <>
          {uuid && mayOpen && (
            <ButtonLink href={links.ticket(uuid)} onClick={onClose}>
              {t.open}
            </ButtonLink>
          )}
          <Button variant="primary" onClick={onClose} data-autofocus>
            {texts.ui.ok}
          </Button>
        </>
      }
    >
      <dl className="already-assigned">
        <dt>{t.user}</dt>
        <dd dir="auto">{user || noOwner}</dd>
        <dt>{t.queue}</dt>
        <dd dir="auto">{queue || noQueue}</dd>
      </dl>
    </Dialog>
  )
}
