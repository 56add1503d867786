import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useApp, useUser } from '../../app/app-context'
import { links } from '../../app/links'
import { isAdmin } from '../../app/screen-access'
import { useFetched } from '../../app/use-fetched'
import { flowOptions, listFlows } from '../../flow/flow.choice'
import { useTexts } from '../../i18n/i18n'
import { Combobox } from '../../ui/select/combobox'
import { ActionDialog } from '../../ui/dialog/action-dialog'
import { useBusyAttempt } from '../../ui/form/use-attempt'
import { Field } from '../../ui/field/field'
import { Bot } from '../../ui/icons'
import { Link } from '../../ui/display/link'
import { ErrorState } from '../../ui/feedback/error-state'
import { Note } from '../../ui/feedback/note'
import { useConversation } from '../state/conversation-context'

export function SendFlowDialog({ onClose }: { onClose: () => void }) {
  useSignals()
  const texts = useTexts('ticketDialog')
  const t = texts.ticketDialog.sendFlow
  const { model } = useConversation()
  const [flowId, setFlowId] = useState<number | null>(null)
  const { sending, send } = useSendFlow(onClose)
  const { answer, error, retry } = useFetched(listFlows)
  const flows = answer?.filter(({ active }) => active)
  const { bot, contact } = model.ticket.value
  return (
    <ActionDialog
      size="s"
      title={t.title(contact.name)}
      onClose={onClose}
      action={t.send}
      onAction={() => flowId !== null && void send(flowId)}
      busy={sending}
      disabled={flowId === null}
    >
      <div className="form">
        {bot && <Note icon={Bot}>{t.replaces}</Note>}
        {error !== undefined ? (
          <ErrorState title={t.listFailed} error={error} onRetry={retry} compact />
        ) : flows?.length === 0 ? (
          <NoFlows />
        ) : (
          <Field label={t.flow} help={t.help}>
            <Combobox<number> value={flowId} options={flowOptions(flows, '')} onValueChange={setFlowId} />
          </Field>
        )}
      </div>
    </ActionDialog>
  )
}

function NoFlows() {
  const t = useTexts('ticketDialog').ticketDialog.sendFlow
  const mayDraw = isAdmin(useUser())
  return (
    <p>
      {t.none} {mayDraw && <Link href={links.flows()}>{t.draw}</Link>}
    </p>
  )
}

function useSendFlow(onSent: () => void) {
  const { api } = useApp()
  const { model } = useConversation()
  const { busy, attempt } = useBusyAttempt()
  const t = useTexts('ticketDialog').ticketDialog.sendFlow

  async function send(flowId: number) {
    const params = { flowId, ticketId: model.ticket.peek().id }
    if (await attempt(() => api.post('/messages/flow/:flowId/:ticketId', { params }), t.sent, t.failed)) onSent()
  }

  return { sending: busy, send }
}
