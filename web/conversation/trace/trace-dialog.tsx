import { stepRetentionDays } from '../../../src/message/trace/message-trace.contract'
import { WithTexts } from '../../app/with-texts'
import { useFetched } from '../../app/use-fetched'
import { useFormat, useSendErrorText, useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { ErrorState, Note, SkeletonRows } from '../../ui/feedback/feedback'
import {
  Bot,
  CheckCheck,
  CircleAlert,
  Clock,
  FileDown,
  History,
  Inbox,
  Info,
  type LucideIcon,
  Pencil,
  Send,
  Smartphone,
  UserRound,
  Wallet,
} from '../../ui/icons'
import { exactTime, type TraceLine, traceLines } from './trace-lines'

const icons: Record<TraceLine['icon'], LucideIcon> = {
  in: Inbox,
  out: Send,
  phone: Smartphone,
  person: UserRound,
  automation: Bot,
  filed: History,
  waiting: Clock,
  sent: CheckCheck,
  problem: CircleAlert,
  change: Pencil,
  file: FileDown,
  price: Wallet,
}

interface TraceDialogProps {
  messageId: number
  onClose: () => void
}

/** What happened to a message, from its first moment to the last report about it. */
export function TraceDialog(props: TraceDialogProps) {
  return (
    <WithTexts areas={['messageTrace', 'error']}>
      <OpenDialog {...props} />
    </WithTexts>
  )
}

function OpenDialog({ messageId: id, onClose }: TraceDialogProps) {
  const t = useTexts('messageTrace').messageTrace
  const format = useFormat()
  const sendErrorText = useSendErrorText()
  const { answer, error, retry } = useFetched(
    (api, signal) => api.get('/messages/:id/trace', { params: { id }, signal }),
    { key: id },
  )
  return (
    <Dialog open title={t.title} onClose={onClose}>
      {error !== undefined && <ErrorState compact error={error} onRetry={retry} />}
      {!answer && error === undefined && <SkeletonRows count={4} />}
      {answer && (
        <div className="stack gap-4">
          <ol className="ticket-log stack gap-4">
            {traceLines(answer, { t, format, sendErrorText }).map((line, index) => (
              <Line key={index} line={line} />
            ))}
          </ol>
          {!answer.isComplete && <Note icon={Info}>{t.incomplete(stepRetentionDays)}</Note>}
          {answer.providerId !== null && (
            <p className="trace-id">
              {t.providerId}: <code>{answer.providerId}</code>
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}

function Line({ line: { icon, title, details, said, at } }: { line: TraceLine }) {
  const t = useTexts('messageTrace').messageTrace
  const format = useFormat()
  const Icon = icons[icon]
  return (
    <li className="ticket-log-entry" data-problem={icon === 'problem' || undefined}>
      <span className="ticket-log-icon">
        <Icon size={15} aria-hidden />
      </span>
      <span className="ticket-log-text">
        <strong>{title}</strong>
        <span dir="auto">{details.filter(Boolean).join(' · ')}</span>
        {said !== undefined && (
          <span className="trace-said">
            {t.said}: <code>{said}</code>
          </span>
        )}
      </span>
      {at !== undefined && <time dateTime={at}>{exactTime(format, at)}</time>}
    </li>
  )
}
