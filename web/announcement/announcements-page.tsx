import type { AnnouncementView } from '../../src/platform/announcement/announcement.calls'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { Megaphone, Paperclip } from '../ui/icons'
import { StatusPill } from '../ui/display/status-pill'
import { AnnouncementFormDialog } from './announcement-form-dialog'
import { announcementRecords } from './announcement-records'
import { PriorityPill } from './priority-pill'
import { TableMoment } from '../ui/table/table-moment'

export function page({ data }: PageProps<ListPage<AnnouncementView>>) {
  const t = useTexts('announcement').announcement
  return (
    <RecordsPage
      list={useRecordList(announcementRecords('all'), data)}
      texts={t}
      icon={Megaphone}
      columns={useColumns()}
      form={(announcement, close) => <AnnouncementFormDialog announcement={announcement} close={close} />}
      remove={{
        name: ({ title }) => title,
        path: '/announcements/:id',
      }}
    />
  )
}

function useColumns(): Column<AnnouncementView>[] {
  const t = useTexts('announcement').announcement
  return [
    { id: 'title', header: t.columns.title, cell: ({ title }) => <bdi className="announcement-name">{title}</bdi> },
    {
      id: 'priority',
      header: t.columns.priority,
      width: '120px',
      cell: ({ priority }) => <PriorityPill priority={priority} />,
    },
    {
      id: 'attachment',
      header: t.columns.attachment,
      width: '220px',
      cell: ({ mediaPath, mediaName }) =>
        mediaPath ? (
          <a className="announcement-file" href={mediaPath} target="_blank" rel="noopener noreferrer">
            <Paperclip size={14} aria-hidden />
            <span className="truncate" dir="auto">
              {mediaName}
            </span>
          </a>
        ) : (
          <span className="subtle">{t.noAttachment}</span>
        ),
    },
    {
      id: 'status',
      compact: 'value',
      header: t.columns.status,
      width: '120px',
      cell: ({ status }) => (
        <StatusPill kind={status ? 'success' : 'neutral'}>{status ? t.active : t.inactive}</StatusPill>
      ),
    },
    {
      id: 'createdAt',
      compact: 'value',
      header: t.columns.createdAt,
      width: '150px',
      wideOnly: true,
      cell: ({ createdAt }) => <TableMoment at={createdAt} />,
    },
  ]
}
