import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { UserPick } from '../../../src/user/user.calls'
import { fieldErrorText } from '../../i18n/error-text'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { Dialog, DialogFooter } from '../../ui/dialog/dialog'
import { Field } from '../../ui/field/field'
import { PickList, type PickGroup } from '../../ui/select/pick-list'
import { Select } from '../../ui/select/select'
import { TextArea } from '../../ui/field/text-area'
import { type QueueOption, useAllQueues } from '../../queue/use-queues'
import { optionsOf } from '../../ui/select/option'
import { useLookup } from '../../app/use-fetched'

export interface TransferTarget {
  /** Null: waits in the queue. */
  userId: number | null
  queueId: number
  message: string
}

interface TransferQuestionProps {
  title: string
  description?: string
  action: string
  /** The current queue, kept if the chosen user works in it. */
  queueId: number | null
  userId: number | null
  hasMessage: boolean
  onSend: (target: TransferTarget) => Promise<unknown>
  onClose: () => void
}

const messageLengthMax = 4096

/** Asks for the target of a transfer. Lists users and queues together. */
export function TransferQuestion({ title, description, action, queueId, hasMessage, ...props }: TransferQuestionProps) {
  const texts = useTexts('ticketDialog')
  const t = texts.ticketDialog.transfer
  const choice = useTransferChoice(queueId, props.userId)
  const [message, setMessage] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const { target } = choice

  async function send() {
    if (!target) {
      // Only a rendered error marks its field.
      flushSync(() => setTried(true))
      return form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    }
    setBusy(true)
    await props.onSend({ ...target, message: message.trim() })
    setBusy(false)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || busy) return
    event.preventDefault()
    void send()
  }

  return (
    <Dialog open title={title} description={description} onClose={props.onClose}>
      <div className="form" ref={form} onKeyDown={onKeyDown}>
        <TargetFields choice={choice} tried={tried} />
        {hasMessage && (
          <Field label={t.message} optional help={t.messageHelp}>
            <TextArea value={message} onValueChange={setMessage} maxLength={messageLengthMax} />
          </Field>
        )}
        <div className="form-foot">
          <DialogFooter>
            <Button onClick={props.onClose}>{texts.ui.cancel}</Button>
            <Button variant="primary" loading={busy} onClick={() => send()}>
              {action}
            </Button>
          </DialogFooter>
        </div>
      </div>
    </Dialog>
  )
}

interface TargetFieldsProps {
  choice: ReturnType<typeof useTransferChoice>
  /** Whether the user has tried to transfer, so that missing fields are marked. */
  tried: boolean
}

function TargetFields({ choice, tried }: TargetFieldsProps) {
  const texts = useTexts('ticketDialog')
  const t = texts.ticketDialog.transfer
  const { groups, picked, pick, person, queues, isElsewhere, setQueueId, target } = choice
  return (
    <>
      <Field label={t.to} error={tried && !picked ? t.choose : null} group>
        <PickList
          label={t.to}
          placeholder={t.search}
          groups={groups}
          value={picked}
          onPick={pick}
          none={t.none}
          invalid={tried && !picked}
        />
      </Field>
      {queues.length > 1 && (
        <Field
          label={t.queue}
          required
          help={isElsewhere && person ? t.queueHelp(person.name) : undefined}
          error={tried && !target ? fieldErrorText(texts, 'ERR_QUEUE_REQUIRED') : null}
        >
          <Select
            value={target?.queueId ?? null}
            onValueChange={setQueueId}
            options={optionsOf(queues)}
            placeholder={t.chooseQueue}
          />
        </Field>
      )}
    </>
  )
}

const keyOf = (kind: 'user' | 'queue', id: number) => `${kind}-${id}`

/** The chosen user and queue; a user's queue is asked only if there are several. */
function useTransferChoice(presentQueueId: number | null, firstUserId: number | null) {
  const t = useTexts('ticketDialog').ticketDialog.transfer
  const team = useTeam()
  const queues = useAllQueues()
  const [picked, pick] = useState(firstUserId === null ? null : keyOf('user', firstUserId))
  const [queueId, setQueueId] = useState(presentQueueId)
  const person = team?.find(({ id }) => picked === keyOf('user', id))
  const queue = queues?.find(({ id }) => picked === keyOf('queue', id))
  const offered = person ? queuesOf(person, queues ?? []) : []
  const chosen = queue ?? offered.find(({ id }) => id === queueId) ?? (offered.length === 1 ? offered[0] : undefined)
  const groups: PickGroup<string>[] = [
    { heading: t.people, options: (team ?? []).map((user) => personOption(user, user.online ? t.online : t.offline)) },
    {
      heading: t.queues,
      options: (queues ?? []).map(({ id, name, color }) => ({ value: keyOf('queue', id), label: name, color })),
    },
  ]
  return {
    groups,
    picked,
    pick,
    person,
    queues: offered,
    /** The person does not work in the ticket's queue. */
    isElsewhere: presentQueueId !== null && !offered.some(({ id }) => id === presentQueueId),
    setQueueId,
    target: chosen && { userId: person?.id ?? null, queueId: chosen.id },
  }
}

/** An admin may have no queues and work in all. */
const queuesOf = ({ queues }: UserPick, all: readonly QueueOption[]) => (queues.length > 0 ? queues : all)

function personOption({ id, name, profileImage, online, queues }: UserPick, state: string) {
  const description = [state, ...queues.map((queue) => queue.name)].join(' · ')
  return { value: keyOf('user', id), label: name, description, person: { picture: profileImage, online } }
}

/** Everybody of the company, those online first; undefined while loading. */
function useTeam(): readonly UserPick[] | undefined {
  return useLookup(async (api, signal) => onlineFirst(await api.get('/users/list', { signal })))
}

function onlineFirst(team: readonly UserPick[]) {
  return [...team].sort((a, b) => Number(b.online) - Number(a.online) || a.name.localeCompare(b.name))
}
