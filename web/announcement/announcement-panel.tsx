import { useSignals } from '@preact/signals-react/runtime'
import { Megaphone, Paperclip } from '../ui/icons'
import { useEffect } from 'react'
import type { AnnouncementView } from '../../src/platform/announcement/announcement.record'
import { useApp } from '../app/app-context'
import type { FramePanelProps } from '../app/frame-panel'
import type { Area } from '../i18n/areas'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { plainText } from '../message/bubble/format-text'
import { Button } from '../ui/button/button'
import { EmptyState, SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { useAnnouncements } from './announcement-model'
import { announcementRecords } from './announcement-records'
import { PriorityPill } from './priority-pill'
import { usePanelList } from '../records/use-panel-list'

export const texts: readonly Area[] = ['announcement']

export function panel({ close }: FramePanelProps) {
  useSignals()
  const t = useTexts('announcement').announcement
  const { appearance } = useApp()
  const announcements = useAnnouncements()
  const list = usePanelList(announcementRecords('active'))
  const unseen = announcements.unseen.value
  useEffect(() => announcements.look(), [announcements, unseen])

  function read(announcement: AnnouncementView) {
    close()
    announcements.opened.value = announcement
    appearance.showDialog('announcement')
  }

  const items = list.items.value
  const [loading, failed] = [list.loading.value, list.failed.value]
  return (
    <div className="announcement-panel">
      <h2 className="panel-title">{t.title}</h2>
      {failed && items.length === 0 && <ErrorState compact error={failed} onRetry={() => list.reload()} />}
      {!failed && loading === 'replace' && items.length === 0 && <SkeletonRows count={3} picture={false} />}
      {!failed && loading === 'idle' && items.length === 0 && (
        <EmptyState compact icon={Megaphone} title={t.panelEmpty} text={t.panelEmptyText} />
      )}
      <ul aria-label={t.title}>
        {items.map((announcement) => (
          <li key={announcement.id}>
            <AnnouncementEntry announcement={announcement} onRead={() => read(announcement)} />
          </li>
        ))}
      </ul>
      {items.length > 0 && list.hasMore.value && (
        <div className="panel-more">
          <Button size="s" variant="ghost" loading={loading === 'more'} onClick={() => list.loadMore()}>
            {t.more}
          </Button>
        </div>
      )}
    </div>
  )
}

function AnnouncementEntry({ announcement, onRead }: { announcement: AnnouncementView; onRead: () => void }) {
  const t = useTexts('announcement').announcement
  const format = useFormat()
  const now = useNow()
  const { title, text, priority, mediaPath, createdAt } = announcement
  return (
    <button type="button" className="announcement-entry stack gap-1" onClick={onRead}>
      <span className="announcement-line row">
        <PriorityPill priority={priority} />
        <time dateTime={createdAt}>{format.listTime(createdAt, now)}</time>
      </span>
      <strong className="announcement-title row" dir="auto">
        {title}
        {mediaPath && <Paperclip size={14} role="img" aria-label={t.hasAttachment} />}
      </strong>
      <span className="announcement-excerpt two-lines" dir="auto">
        {plainText(text)}
      </span>
    </button>
  )
}
