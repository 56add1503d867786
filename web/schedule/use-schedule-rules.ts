import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { canChangeSchedule } from '../../src/schedule/schedule.policy'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { RecordRemoval } from '../records/use-record-actions'
import { actorOf } from '../session/session-actor'

export function useScheduleRules() {
  const t = useTexts('schedule').schedule
  const actor = actorOf(useUser())
  const mayEdit = (schedule: ScheduleView) => canChangeSchedule(actor, schedule)
  const remove: RecordRemoval<ScheduleView> = {
    name: ({ contact }) => contact.name,
    may: mayEdit,
    text: ({ contact, status }) =>
      status === 'ENVIADA' || status === 'AGENDADA' ? t.deleteSentText(contact.name) : t.deleteText(contact.name),
    path: '/schedules/:id',
  }
  return { texts: t, mayEdit, opensReadOnly: true, remove }
}
