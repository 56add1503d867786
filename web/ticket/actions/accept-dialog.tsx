import { useState } from 'react'
import { attendedStatus } from '../../../src/ticket/ticket-status'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { links } from '../../app/links'
import { isAdmin } from '../../app/screen-access'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { ButtonLink } from '../../ui/link'
import { Select } from '../../ui/select'
import { queueOptions, useOwnQueues } from '../../queue/use-queues'
import type { TicketDialogProps } from './ticket-dialog'

/** A ticket without a queue gets one when it is accepted. */
export function AcceptDialog({ ticket, change, onClose }: TicketDialogProps) {
  const texts = useTexts()
  const t = texts.conversation
  const user = useUser()
  const queues = useOwnQueues()
  const [chosen, setQueueId] = useState<number | null>(null)
  const queueId = chosen ?? (queues?.length === 1 ? (queues[0]?.id ?? null) : null)
  const [busy, setBusy] = useState(false)
  const isEmpty = queues?.length === 0
  // Admins can create the first queue; others can only ask for one.
  const mayCreate = isEmpty && isAdmin(user)

  async function accept() {
    setBusy(true)
    await change({
      body: { status: attendedStatus(ticket), userId: user.id, queueId },
      takes: true,
      done: t.done.accept,
    })
    setBusy(false)
  }

  return (
    <Dialog
      open
      size="s"
      title={t.accept.title}
      description={mayCreate ? t.accept.noFirstQueue : isEmpty ? t.accept.noQueues : t.accept.text}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          {mayCreate ? (
            <ButtonLink variant="primary" href={links.queues()}>
              {t.accept.createQueue}
            </ButtonLink>
          ) : (
            <Button variant="primary" disabled={queueId === null} loading={busy} onClick={() => void accept()}>
              {t.actions.accept}
            </Button>
          )}
        </>
      }
    >
      {!isEmpty && (
        <Field label={t.accept.queue} required>
          <Select value={queueId} onValueChange={setQueueId} options={queueOptions(queues)} />
        </Field>
      )}
    </Dialog>
  )
}
