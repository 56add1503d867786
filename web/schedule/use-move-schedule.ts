import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { useUi } from '../ui/context/ui-context'
import { useAttempt } from '../ui/form/use-attempt'

/**
 * Returns a function that moves a message to another day (YYYY-MM-DD) at the same time. A recurring one counts from the
 * new day, as after editing its date; undoing that would not bring back where it counted from, so it is not offered.
 */
export function useMoveSchedule() {
  const { schedule: texts, ui } = useTexts('schedule')
  const t = texts.calendar
  const { api } = useApp()
  const { toast } = useUi()
  const format = useFormat()
  const attempt = useAttempt()

  return async ({ id, sendAt, contact, valorIntervalo }: ScheduleView, day: string) => {
    const change = (to: string) => api.put('/schedules/:id', { params: { id }, body: { sendAt: to } })
    await attempt(async () => {
      const moved = await change(`${day}T${format.wallClock(sendAt).time}`)
      const action = { label: ui.undo, onAction: () => void attempt(() => change(sendAt), t.moveUndone) }
      const text = t.moved(contact.name, format.dateTime(moved.sendAt))
      toast.success(text, valorIntervalo === 0 ? { action } : {})
    })
  }
}
