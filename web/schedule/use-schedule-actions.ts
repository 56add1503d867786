import { Pencil, Trash2 } from '../ui/icons'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { canChangeSchedule } from '../../src/schedule/schedule.policy'
import { useApp, useUser } from '../app/app-context'
import { useErrorText, useTexts } from '../i18n/i18n'
import { actorOf } from '../session/session-actor'
import type { RowAction } from '../ui/row-actions'
import { useAttempt } from '../ui/use-attempt'
import { useUi } from '../ui/ui-context'

/** What may be done with a schedule, wherever it is shown. */
export function useScheduleActions(edit: (schedule: ScheduleView) => void) {
  const texts = useTexts('schedule')
  const errorText = useErrorText()
  const { schedule: t, ui } = texts
  const { api } = useApp()
  const { confirm, toast } = useUi()
  const actor = actorOf(useUser())
  const attempt = useAttempt()

  async function remove({ id, contact, status }: ScheduleView) {
    const isSent = status === 'ENVIADA' || status === 'AGENDADA'
    const text = isSent ? t.deleteSentText(contact.name) : t.deleteText(contact.name)
    const yes = await confirm({ title: t.deleteTitle, text, action: t.deleteAction, danger: true })
    if (yes) await attempt(() => api.delete('/schedules/:id', { params: { id } }), t.deleted)
  }

  function actions(schedule: ScheduleView): RowAction[] {
    const disabled = !canChangeSchedule(actor, schedule)
    return [
      { label: ui.edit, icon: Pencil, disabled, onSelect: () => edit(schedule) },
      { label: ui.delete, icon: Trash2, danger: true, disabled, onSelect: () => void remove(schedule) },
    ]
  }

  function open(schedule: ScheduleView) {
    if (canChangeSchedule(actor, schedule)) edit(schedule)
    else toast.error(errorText('ERR_NO_PERMISSION'))
  }

  return { actions, open }
}
