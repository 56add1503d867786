import { useTexts } from '../../i18n/i18n'
import { MessageText } from '../../message/bubble/message-text'
import { Button } from '../../ui/button/button'
import { copyText } from '../../ui/text/copy-text'
import { Dialog } from '../../ui/dialog/dialog'
import { Copy, Lock, Sparkles } from '../../ui/icons'
import { Note, SkeletonRows, ErrorState } from '../../ui/feedback/feedback'
import { useUi } from '../../ui/context/ui-context'
import { useConversation } from '../state/conversation-context'
import { useFetched } from '../../app/use-fetched'

export function SummaryDialog({ onClose }: { onClose: () => void }) {
  const { model } = useConversation()
  const t = useTexts('ticketDialog').ticketDialog.summary
  const { toast } = useUi()
  const params = { id: model.ticket.peek().id }
  const { answer, error, retry } = useFetched((api, signal) => api.post('/tickets/:id/summary', { params, signal }))
  const text = answer?.text

  function keep(body: string) {
    model.outbox.send({ body, isPrivate: true, sign: false, quoted: null })
    toast.success(t.saved)
    onClose()
  }

  const footer = text !== undefined && (
    <>
      <Button icon={Copy} onClick={() => copyText(text).then(() => toast.success(t.copied))}>
        {t.copy}
      </Button>
      <Button variant="primary" icon={Lock} onClick={() => keep(text)}>
        {t.note}
      </Button>
    </>
  )
  return (
    <Dialog open title={t.title} footer={footer} onClose={onClose}>
      <div className="stack gap-4" aria-live="polite" aria-busy={text === undefined && error === undefined}>
        {error !== undefined && <ErrorState compact error={error} onRetry={retry} />}
        {text === undefined && error === undefined && (
          <>
            <p className="subtle">{t.loading}</p>
            <SkeletonRows count={3} />
          </>
        )}
        {text !== undefined && (
          <>
            <MessageText text={text} />
            <Note icon={Sparkles}>{t.hint}</Note>
          </>
        )}
      </div>
    </Dialog>
  )
}
