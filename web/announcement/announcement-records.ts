import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import { recordLoader, recordSource } from '../records/record-source'

/** Announcements by priority, newest first. `all` includes inactive ones, for super users only. */
export const announcementRecords = (show: 'active' | 'all') =>
  recordSource('/announcements', {
    query: () => ({ show }),
    compare: (a, b) => a.priority - b.priority || b.createdAt.localeCompare(a.createdAt) || b.id - a.id,
    matches: ({ title, text, status }, { search }) =>
      (status || show === 'all') && matchesSearch(`${title} ${text}`, search),
    follow: (list) => ({
      announcement(event) {
        if (event.action === 'create' || event.action === 'update')
          list.upsert(event.record, { created: event.action === 'create' })
        // A deactivated one is published as deleted; super users still see it.
        else if (event.action === 'delete' && show === 'active') list.remove(event.id)
        else if (event.action === 'delete') void list.reload()
      },
    }),
    reloadOnReconnect: true,
  })

export const loadAnnouncements = recordLoader(announcementRecords('all'))
