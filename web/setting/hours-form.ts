import type * as v from 'valibot'
import { type CompanySchedule, CompanyScheduleBody } from '../../src/queue/hours/opening-hours.contract'
import type { ApiClient } from '../api/api-client'
import { useApp, useUser } from '../app/app-context'
import type { LiveSocketClient } from '../live/live-socket-client'
import { type FormModel, useForm } from '../ui/form/form'

type HoursValues = Required<v.InferInput<typeof CompanyScheduleBody>>

export type HoursForm = FormModel<HoursValues>

export function useHoursForm(schedule: CompanySchedule): HoursForm {
  const { api } = useApp()
  const { companyId } = useUser()
  return useForm({
    schema: CompanyScheduleBody,
    initial: valuesOf(schedule),
    id: 'company-hours',
    save: (body) => api.put('/companies/:id/schedules', { params: { id: companyId }, body }),
  }) as HoursForm
}

function valuesOf({ schedules, messageOutOfHour }: CompanySchedule): HoursValues {
  return { schedules, msg: messageOutOfHour }
}

/** Shows opening hours saved by a colleague, unless they are being edited here. Returns a function that stops it. */
export function followHours(form: HoursForm, api: ApiClient, live: LiveSocketClient, companyId: number) {
  async function renew() {
    const schedule = await api.get('/companies/:id/schedules', { params: { id: companyId } })
    if (form.dirty.peek() || form.saving.peek()) return
    form.reset(valuesOf(schedule))
  }
  // After a failure the shown hours stay until the next event.
  const ask = () => void renew().catch(() => {})
  const stops = [live.subscribe('companySchedule', ask), live.subscribe('reload', ask)]
  return () => stops.forEach((stop) => stop())
}
