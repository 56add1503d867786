import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../app/app-context'
import { searchContacts, searchLengthMin } from '../../contact/search-contacts'
import { useTexts } from '../../i18n/i18n'
import { ActionDialog } from '../../ui/dialog/action-dialog'
import { Field } from '../../ui/field/field'
import { MultiCombobox } from '../../ui/select/combobox'
import { Switch } from '../../ui/field/switch'
import { useUi } from '../../ui/context/ui-context'
import { useConversation } from '../state/conversation-context'
import { summaryOf } from '../../message/message-summary'
import type { ShownMessage } from '../../message/shown-message'
import { useSignature } from '../composer/use-signature'
import type { ApiClient } from '../../api/api-client'
import { forwardMessage, type ForwardRequest } from '../../message/message-api'

/** Pause between two messages, because providers treat bursts as spam. */
export const forwardPauseMs = 900

interface ForwardOptions {
  onProgress: (done: number) => void
  signal: AbortSignal
  pause?: (ms: number) => Promise<void>
}

const contactsMax = 20
const previewMax = 3

export function ForwardDialog({ messages, onClose }: { messages: readonly ShownMessage[]; onClose: () => void }) {
  const texts = useTexts('ticketDialog')
  const t = texts.ticketDialog.forward
  const { api } = useApp()
  const { toast } = useUi()
  const signature = useSignature()
  const [search] = useState(() => searchContacts(api))
  const [contactIds, setContactIds] = useState<number[]>([])
  const [sign, setSign] = useState(false)
  const total = messages.length * contactIds.length
  const { done, forward } = useForwarding(messages, onClose)

  function choose(ids: number[]) {
    if (ids.length > contactsMax) toast.warning(t.max(contactsMax))
    else setContactIds(ids)
  }

  return (
    <ActionDialog
      title={t.title(messages.length)}
      onClose={onClose}
      action={done === undefined ? t.send : t.sending(Math.min(done + 1, total), total)}
      onAction={() => forward(contactIds, sign)}
      busy={done !== undefined}
      disabled={contactIds.length === 0}
    >
      <div className="form">
        <ul className="forward-preview">
          {messages.slice(0, previewMax).map((message) => (
            <li key={message.key} className="truncate" dir="auto">
              {summaryOf(message, texts.message)}
            </li>
          ))}
          {messages.length > previewMax && <li>+{messages.length - previewMax}</li>}
        </ul>
        <Field label={t.to}>
          <MultiCombobox
            value={contactIds}
            onValueChange={choose}
            search={search}
            lengthMin={searchLengthMin}
            placeholder={t.search}
            disabled={done !== undefined}
          />
        </Field>
        {signature.enabled && <Switch label={t.sign} checked={sign} onCheckedChange={setSign} />}
      </div>
    </ActionDialog>
  )
}

/** Sends the messages to each contact. `done` counts them; undefined before the start. Closing the dialog stops it. */
function useForwarding(messages: readonly ShownMessage[], onClose: () => void) {
  const t = useTexts('ticketDialog').ticketDialog.forward
  const { api } = useApp()
  const { view } = useConversation()
  const { toast } = useUi()
  const [done, setDone] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function forward(contactIds: readonly number[], signMessage: boolean) {
    setDone(0)
    stop.current = new AbortController()
    const { signal } = stop.current
    const requests = contactIds.flatMap((contactId) =>
      messages.map(({ id }) => ({ messageId: id, contactId, signMessage })),
    )
    const sent = await forwardAll(api, requests, { onProgress: setDone, signal })
    if (signal.aborted) return
    if (sent === requests.length) toast.success(t.done(sent))
    else toast.error(t.partly(sent, requests.length), { durationMs: 6000 })
    view.selection.value = undefined
    onClose()
  }

  return { done, forward }
}

/** Forwards one message at a time; a failure does not stop the others. Resolves to the number sent. */
export async function forwardAll(api: ApiClient, requests: readonly ForwardRequest[], options: ForwardOptions) {
  const { onProgress, signal, pause = wait } = options
  let sent = 0
  for (const [index, request] of requests.entries()) {
    if (index > 0) await pause(forwardPauseMs)
    if (signal.aborted) break
    sent += await forwardMessage(api, request).then(
      () => 1,
      () => 0,
    )
    onProgress(index + 1)
  }
  return sent
}

function wait(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}
