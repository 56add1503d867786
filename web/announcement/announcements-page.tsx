import { useSignals } from '@preact/signals-react/runtime'
import { Megaphone, Paperclip, Pencil, Plus, Trash2 } from '../ui/icons'
import { useEffect, useState } from 'react'
import type { AnnouncementPage, AnnouncementView } from '../../src/platform/announcement.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { searchOf, searchWord, useAddressWord } from '../page/address-word'
import { usePageTitle } from '../page/use-page-title'
import { Button } from '../ui/button'
import { DataTable, type Column } from '../ui/data-table'
import { EmptyState } from '../ui/empty-state'
import { PageHeader } from '../ui/page-header'
import type { RowAction } from '../ui/row-actions'
import { Screen } from '../ui/screen'
import { SearchInput } from '../ui/search-input'
import { StatusPill } from '../ui/status-pill'
import { useAttempt } from '../ui/use-attempt'
import { useUi } from '../ui/ui-context'
import { AnnouncementFormDialog } from './announcement-form-dialog'
import { createAnnouncementList, followAnnouncements } from './announcement-list'
import { PriorityPill } from './priority-pill'

/** Where the host writes to the people of all companies. */
export function page({ data, query }: PageProps<AnnouncementPage>) {
  useSignals()
  const t = useTexts('announcement').announcement
  const { api, live } = useApp()
  const [list] = useState(() => createAnnouncementList(api, 'all', data, searchOf(query)))
  const [edited, setEdited] = useState<AnnouncementView | 'new'>()
  const actions = useRowActions(setEdited)
  usePageTitle(t.title)
  useAddressWord(searchWord, list.searchText.value)
  useEffect(() => followAnnouncements(list, live, 'all'), [list, live])
  const announcements = list.items.value
  const [loading, failed] = [list.loading.value, list.failed.value]

  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
      {t.add}
    </Button>
  )
  const search = <SearchInput value={list.searchText.value} onSearch={list.search} />
  return (
    <Screen
      header={<PageHeader title={t.title} count={list.count.value} search={search} actions={add} />}
      length={announcements.length}
      onEndReached={() => void list.loadMore()}
    >
      <DataTable
        label={t.title}
        columns={useColumns()}
        rows={announcements}
        rowKey={({ id }) => id}
        onOpen={setEdited}
        actions={actions}
        loading={loading === 'replace' && announcements.length === 0}
        loadingMore={loading === 'more'}
        error={failed}
        onRetry={() => void list.reload()}
        empty={<EmptyState icon={Megaphone} title={t.emptyTitle} text={t.emptyText} action={add} />}
      />
      {edited && (
        <AnnouncementFormDialog
          announcement={edited === 'new' ? undefined : edited}
          close={() => setEdited(undefined)}
        />
      )}
    </Screen>
  )
}

function useColumns(): Column<AnnouncementView>[] {
  const t = useTexts('announcement').announcement
  const format = useFormat()
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
      header: t.columns.status,
      width: '120px',
      cell: ({ status }) => (
        <StatusPill kind={status ? 'success' : 'neutral'}>{status ? t.active : t.inactive}</StatusPill>
      ),
    },
    {
      id: 'createdAt',
      header: t.columns.createdAt,
      width: '150px',
      wideOnly: true,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>,
    },
  ]
}

function useRowActions(edit: (announcement: AnnouncementView) => void) {
  const { ui, announcement: t } = useTexts('announcement')
  const { api } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()

  async function remove({ id, title }: AnnouncementView) {
    const yes = await confirm({
      title: t.deleteTitle(title),
      text: t.deleteText,
      action: t.deleteAction,
      danger: true,
    })
    if (yes) await attempt(() => api.delete('/announcements/:id', { params: { id } }), t.deleted)
  }

  return (announcement: AnnouncementView): RowAction[] => [
    { label: ui.edit, icon: Pencil, onSelect: () => edit(announcement) },
    { label: ui.delete, icon: Trash2, danger: true, onSelect: () => void remove(announcement) },
  ]
}
