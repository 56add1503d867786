import { useSignals } from '@preact/signals-react/runtime'
import { byText } from '../../src/kernel/text/sort-order.contract'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import type { QuickMessageRecord } from '../../src/quick-message/quick-message.record'
import { canChangeQuickMessage, canOwnQuickMessage } from '../../src/quick-message/quick-message.policy'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import type { RecordList } from '../records/record-list'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { actorOf } from '../session/session-actor'
import { Zap, CircleCheck, Eye, Lock, type LucideIcon, Paperclip } from '../ui/icons'
import { Select } from '../ui/select/select'
import { QuickMessageDialog } from './quick-message-dialog'
import type { Column } from '../ui/table/data-table'
import { tooltip } from '../ui/popup/tooltip'

type Filter = 'mine'

const quickMessages = recordSource<'/quick-messages', Filter>('/quick-messages', {
  query: ({ filters }) => ({ mine: filters.mine ? 'true' : undefined }),
  compare: byText(({ shortcode }) => shortcode),
  matches: ({ shortcode, message, userId }, { search, filters }) =>
    (!filters.mine || filters.mine === String(userId)) && matchesSearch(`${shortcode} ${message}`, search),
  filters: ['mine'],
  live: 'quickMessage',
})
export const load = recordLoader(quickMessages)

export function page({ data }: PageProps<ListPage<QuickMessageRecord>>) {
  const t = useTexts('quickMessage').quickMessage
  const actor = actorOf(useUser())
  const list = useRecordList(quickMessages, data)
  return (
    <RecordsPage
      list={list}
      texts={t}
      icon={Zap}
      columns={useQuickMessageColumns()}
      form={(message, close) => <QuickMessageDialog message={message} close={close} />}
      mayEdit={(message) => canChangeQuickMessage(actor, message)}
      opensReadOnly
      remove={{
        name: ({ shortcode }) => shortcode,
        may: (message) => canOwnQuickMessage(actor, message),
        path: '/quick-messages/:id',
      }}
      filters={<OwnerFilter list={list} />}
    />
  )
}

function OwnerFilter({ list }: { list: RecordList<QuickMessageRecord, Filter> }) {
  useSignals()
  const t = useTexts('quickMessage').quickMessage
  const { id } = useUser()
  return (
    <div className="quick-message-filter">
      <Select<string>
        label={t.filter}
        value={list.filters.value.mine}
        options={[
          { value: '', label: t.all },
          { value: String(id), label: t.mine },
        ]}
        onValueChange={(value) => list.setFilter('mine', value)}
      />
    </div>
  )
}

function useQuickMessageColumns(): Column<QuickMessageRecord>[] {
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
          <a className="quick-message-file inline-row" href={mediaPath} target="_blank" rel="noopener noreferrer">
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
