import { useState } from 'react'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { links } from '../../app/links'
import { isAdmin } from '../../app/screen-access'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import { ButtonLink } from '../../ui/display/link'
import { SkeletonRows } from '../../ui/feedback/feedback'
import { useOwnQueues, type QueueOption } from '../../queue/use-queues'
import { ChevronRight } from '../../ui/icons'
import { attendedStatus, canSeeTicket } from '../../../src/ticket/ticket.policy'
import { actorOf } from '../../session/session-actor'
import type { AlreadyAssigned, ChangeRequest } from '../change-ticket'
import type { TicketView } from '../../../src/ticket/ticket.answers'

interface QueueButtonsProps {
  label: string
  queues: readonly QueueOption[]
  disabled: boolean
  onChoose: (queueId: number) => void
}

/** A ticket without a queue gets one when it is accepted. */
export function AcceptDialog({ ticket, change, onClose }: TicketDialogProps) {
  const { done } = useTexts().conversation
  const user = useUser()
  const accept = (queueId: number) =>
    change({ body: { status: attendedStatus(ticket), userId: user.id, queueId }, takes: true, done: done.accept })
  return <QueueQuestion onChoose={accept} onClose={onClose} />
}

interface QueueQuestionProps {
  onChoose: (queueId: number) => Promise<unknown>
  onClose: () => void
}

/** Asks in which of the user's queues tickets without one are accepted. */
export function QueueQuestion({ onChoose, onClose }: QueueQuestionProps) {
  const texts = useTexts('ticketDialog')
  const t = texts.ticketDialog.accept
  const user = useUser()
  const queues = useOwnQueues()
  const [busy, setBusy] = useState(false)
  const isEmpty = queues?.length === 0
  // Admins can create the first queue; others can only ask for one.
  const mayCreate = isEmpty && isAdmin(user)

  async function choose(queueId: number) {
    setBusy(true)
    await onChoose(queueId)
    setBusy(false)
  }

  return (
    <Dialog
      open
      size="s"
      title={t.title}
      description={mayCreate ? t.noFirstQueue : isEmpty ? t.noQueues : t.text}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          {mayCreate && (
            <ButtonLink variant="primary" href={links.queues()}>
              {t.createQueue}
            </ButtonLink>
          )}
        </>
      }
    >
      {!queues && <SkeletonRows count={2} />}
      {queues && !isEmpty && (
        <QueueButtons label={t.queue} queues={queues} disabled={busy} onChoose={(id) => void choose(id)} />
      )}
    </Dialog>
  )
}

/** One button a queue: choosing is answering. */
function QueueButtons({ label, queues, disabled, onChoose }: QueueButtonsProps) {
  return (
    <div className="queue-buttons stack" role="group" aria-label={label}>
      {queues.map(({ id, name, color }, index) => (
        <button
          key={id}
          type="button"
          className="queue-button row"
          disabled={disabled}
          data-autofocus={index === 0 || undefined}
          style={{ '--option-colour': color }}
          onClick={() => onChoose(id)}
        >
          <span className="option-dot" />
          <span className="truncate">{name}</span>
          <ChevronRight size={16} aria-hidden />
        </button>
      ))}
    </div>
  )
}

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

export interface TicketDialogProps {
  ticket: TicketView
  change: (request: ChangeRequest) => Promise<boolean>
  onClose: () => void
}
