import { signal, type Signal } from '@preact/signals-react'
import { useState } from 'react'
import type * as v from 'valibot'
import { type CompanySchedule, CompanyScheduleBody } from '../../src/queue/hours/opening-hours.contract'
import type { ApiClient } from '../api/api-client'
import { useApp, useUser } from '../app/app-context'
import type { LiveSocketClient } from '../live/live-socket-client'
import { weekOf } from '../queue/week-hours-model'
import { type FormModel, useForm } from '../ui/form/form'

type HoursValues = Required<v.InferInput<typeof CompanyScheduleBody>>

export interface HoursForm {
  form: FormModel<HoursValues>
  /** False while the form shows a suggestion that is not saved. */
  stored: Signal<boolean>
}

export function useHoursForm(schedule: CompanySchedule): HoursForm {
  const { api } = useApp()
  const { companyId } = useUser()
  const [stored] = useState(() => signal(schedule.schedules.length > 0))
  const form = useForm({
    schema: CompanyScheduleBody,
    initial: valuesOf(schedule),
    id: 'company-hours',
    async save(body) {
      await api.put('/companies/:id/schedules', { params: { id: companyId }, body })
      stored.value = true
    },
  }) as FormModel<HoursValues>
  return { form, stored }
}

function valuesOf({ schedules, messageOutOfHour }: CompanySchedule): HoursValues {
  return { schedules: weekOf(schedules), msg: messageOutOfHour }
}

/** Shows opening hours saved by a colleague, unless they are being edited here. Returns a function that stops it. */
export function followHours({ form, stored }: HoursForm, api: ApiClient, live: LiveSocketClient, companyId: number) {
  async function renew() {
    const schedule = await api.get('/companies/:id/schedules', { params: { id: companyId } })
    if (form.dirty.peek() || form.saving.peek()) return
    form.reset(valuesOf(schedule))
    stored.value = schedule.schedules.length > 0
  }
  // After a failure the shown hours stay until the next event.
  const ask = () => void renew().catch(() => {})
  const stops = [live.subscribe('companySchedule', ask), live.subscribe('reload', ask)]
  return () => stops.forEach((stop) => stop())
}
