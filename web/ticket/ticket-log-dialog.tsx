import {
  ArrowLeftRight,
  Bot,
  CheckCheck,
  Eye,
  Flag,
  Inbox,
  Route,
  ListTree,
  TriangleAlert,
  MessageCircle,
  Plus,
  RotateCcw,
  Shuffle,
  Undo2,
  UserCheck,
  type LucideIcon,
} from '../ui/icons'
import type { TicketLogEntry } from '../../src/ticket/ticket.answers'
import { useFormat, useTexts } from '../i18n/i18n'
import { Dialog } from '../ui/dialog/dialog'
import { EmptyState, SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { useFetched } from '../app/use-fetched'
import { contactEditIcons } from './contact-edit-icons'

const icons: Record<TicketLogEntry['type'], LucideIcon> = {
  create: Plus,
  chatBot: Bot,
  queue: ListTree,
  open: MessageCircle,
  access: Eye,
  transfered: ArrowLeftRight,
  receivedTransfer: Inbox,
  pending: Undo2,
  closed: CheckCheck,
  reopen: RotateCcw,
  redirect: Shuffle,
  priority: Flag,
  assigned: UserCheck,
  rule: Route,
  ruleFailed: TriangleAlert,
  ruleOff: TriangleAlert,
  ...contactEditIcons,
}

export function TicketLogDialog({ ticketId, onClose }: { ticketId: number; onClose: () => void }) {
  const texts = useTexts('ticketDialog')
  const t = texts.ticketDialog.log
  const params = { id: ticketId }
  const { answer, error, retry } = useFetched((api, signal) => api.get('/tickets-log/:id', { params, signal }), {
    key: ticketId,
  })
  const entries = answer?.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  return (
    <Dialog open title={`${t.title} ${texts.conversation.number(ticketId)}`} onClose={onClose}>
      {error !== undefined && <ErrorState compact error={error} onRetry={retry} />}
      {!entries && error === undefined && <SkeletonRows count={4} />}
      {entries?.length === 0 && <EmptyState compact title={t.empty} />}
      {entries && (
        <ol className="ticket-log stack gap-4">
          {entries.map((entry) => (
            <LogRow key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function LogRow({ entry: { type, user, queue, reason, text, steps, createdAt } }: { entry: TicketLogEntry }) {
  const texts = useTexts('ticketDialog')
  const t = texts.ticketDialog.log
  const priorities: Partial<Record<string, string>> = texts.ticket.priority.names
  const said = reason ? t.reasons[reason](text) : type === 'priority' ? priorities[text] : text
  const kinds: Partial<Record<string, string>> = texts.conversation.macros.kinds
  const done = steps.map((kind) => kinds[kind]).join(', ')
  const format = useFormat()
  const Icon = icons[type]
  return (
    <li className="ticket-log-entry">
      <span className="ticket-log-icon">
        <Icon size={15} aria-hidden />
      </span>
      <span className="ticket-log-text">
        <strong>{t.types[type]}</strong>
        <span dir="auto">{[user?.name ?? t.automatic, queue?.name, said, done].filter(Boolean).join(' · ')}</span>
      </span>
      <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
    </li>
  )
}
