import type { AnnouncementPriority } from '../../src/platform/announcement/announcement.contract'
import { useTexts } from '../i18n/i18n'
import { StatusPill } from '../ui/display/labels'

const kinds = { 1: 'danger', 2: 'warning', 3: 'info' } as const

export function PriorityPill({ priority }: { priority: AnnouncementPriority }) {
  const t = useTexts('announcement').announcement
  return <StatusPill kind={kinds[priority]}>{t.priorities[priority]}</StatusPill>
}
