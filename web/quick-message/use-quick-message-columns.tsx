import type { QuickMessageRecord } from '../../src/quick-message/quick-message.record'
import { useTexts } from '../i18n/i18n'
import type { Column } from '../ui/table/data-table'
import { CircleCheck, Eye, Lock, type LucideIcon, Paperclip } from '../ui/icons'
import { tooltip } from '../ui/popup/tooltip'

export function useQuickMessageColumns(): Column<QuickMessageRecord>[] {
  const t = useTexts('quickMessage').quickMessage
  return [
    {
      id: 'shortcode',
      header: t.columns.shortcode,
      width: '150px',
      cell: ({ shortcode }) => <bdi>/{shortcode}</bdi>,
    },
    {
      id: 'message',
      compact: 'value',
      header: t.columns.message,
      cell: ({ message }) => <span className="two-lines subtle">{message}</span>,
    },
    {
      id: 'attachment',
      header: t.columns.attachment,
      width: '170px',
      cell: ({ mediaPath, mediaName }) =>
        mediaPath && (
          <a className="quick-message-file" href={mediaPath} target="_blank" rel="noopener noreferrer">
            <Paperclip size={14} aria-hidden />
            <bdi className="truncate">{mediaName}</bdi>
          </a>
        ),
    },
    {
      id: 'user',
      header: t.columns.user,
      width: '160px',
      wideOnly: true,
      cell: ({ user }) => user?.name ?? <span className="subtle">{t.noOwner}</span>,
    },
    {
      id: 'status',
      header: t.columns.status,
      width: '90px',
      cell: (message) => <Visibility {...visibilityOf(message)} />,
    },
  ]
}

type VisibilityName = 'geral' | 'visao' | 'own'

const icons: Record<VisibilityName, LucideIcon> = { geral: CircleCheck, visao: Eye, own: Lock }

const visibilityOf = ({ geral, visao }: QuickMessageRecord): { name: VisibilityName } => ({
  name: geral ? 'geral' : visao ? 'visao' : 'own',
})

/** A green tick where all share the message. */
function Visibility({ name }: { name: VisibilityName }) {
  const text = useTexts('quickMessage').quickMessage.visibility[name]
  const Icon = icons[name]
  return (
    <span className="quick-message-visibility" data-kind={name} {...tooltip(text)}>
      <Icon size={18} aria-hidden />
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
