import { useState } from 'react'
import { useApp, useUser } from '../../app/app-context'
import type { ApiClient } from '../../api/api-client'
import { fieldErrorText } from '../../i18n/error-text'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button'
import { Combobox } from '../../ui/combobox'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import type { Option } from '../../ui/option'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { cutText } from '../../ui/cut-text'
import { queueOptions, type QueueOption, useAllQueues } from '../../queue/use-queues'
import type { TicketDialogProps } from './ticket-dialog'

const searchLengthMin = 3
type Person = Option<number> & { queues: readonly QueueOption[] }

interface TransferProps extends TicketDialogProps {
  /** A closed ticket without a queue is reopened this way, for the user. */
  reopening: boolean
}

/** Transfers the ticket to a queue, optionally to one of its members. */
export function TransferDialog({ ticket, change, reopening, onClose }: TransferProps) {
  const texts = useTexts()
  const t = texts.conversation
  const { api } = useApp()
  const me = useUser()
  const queues = useAllQueues() ?? []
  const [search] = useState(() => searchPeople(api))
  const [person, setPerson] = useState<Person | null>(
    reopening ? { value: me.id, label: me.name, queues: me.queues } : null,
  )
  const [queueId, setQueueId] = useState<number | null>(ticket.queueId)
  const [message, setMessage] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  // A user is offered with their queues only; an admin may have none.
  const offered = person && person.queues.length > 0 ? person.queues : queues
  const chosen = offered.find(({ id }) => id === queueId) ?? (offered.length === 1 ? offered[0] : undefined)

  async function transfer() {
    setTried(true)
    if (!chosen) return
    const { isGroup } = ticket
    const status = person ? (isGroup ? ('group' as const) : ('open' as const)) : ('pending' as const)
    const body = {
      status,
      userId: person?.value ?? null,
      queueId: chosen.id,
      msgTransfer: message.trim() || null,
      isTransfered: true,
    }
    setBusy(true)
    await change({
      body,
      takes: reopening && person?.value === me.id,
      done: reopening ? t.done.reopen : t.done.transfer,
    })
    setBusy(false)
  }

  return (
    <Dialog
      open
      title={reopening ? t.actions.reopen : t.transfer.title}
      description={cutText(ticket.contact.name, 60)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          <Button variant="primary" loading={busy} onClick={() => void transfer()}>
            {reopening ? t.actions.reopen : t.transfer.send}
          </Button>
        </>
      }
    >
      <div className="form">
        <Field label={t.transfer.user} optional help={t.transfer.userHelp}>
          <Combobox
            value={person?.value ?? null}
            onValueChange={(_, option) => setPerson(option as Person | null)}
            selected={person}
            search={search}
            lengthMin={searchLengthMin}
            placeholder={t.transfer.userSearch}
          />
        </Field>
        <Field
          label={t.transfer.queue}
          required
          error={tried && !chosen ? fieldErrorText(texts, 'ERR_QUEUE_REQUIRED') : null}
        >
          <Select value={chosen?.id ?? null} onValueChange={setQueueId} options={queueOptions(offered)} />
        </Field>
        {!reopening && (
          <Field label={t.transfer.message} optional help={t.transfer.messageHelp}>
            <TextArea value={message} onValueChange={setMessage} maxLength={4096} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}

function searchPeople(api: ApiClient) {
  return async (searchParam: string, signal: AbortSignal): Promise<Person[]> => {
    const { users } = await api.get('/users', { query: { searchParam, pageNumber: 1 }, signal })
    return users.map(({ id, name, queues }) => ({
      value: id,
      label: name,
      description: queues.map((queue) => queue.name).join(', '),
      queues,
    }))
  }
}
