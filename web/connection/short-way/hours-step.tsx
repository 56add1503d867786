import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { ConnectionBody } from '../../../src/connection/connection.contract'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { WeekHoursField } from '../../queue/week-hours-field'
import { SettingGateNote } from '../../setting-gate/setting-gate-note'
import { Note } from '../../ui/feedback/note'
import { TextArea } from '../../ui/field/text-area'
import { useForm } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'
import { Clock } from '../../ui/icons'
import { StepForm } from './step-form'

interface HoursStepProps {
  connection: ConnectionView
  finish: () => void
  more: ReactNode
}

const { schedules, outOfHoursMessage } = ConnectionBody.entries
const HoursForm = v.object({ schedules: schedules.wrapped, outOfHoursMessage: outOfHoursMessage.wrapped })

/** The connection's own hours, where the company leaves them to its connections. */
export function HoursStep({ connection, finish, more }: HoursStepProps) {
  useSignals()
  const t = useTexts('connection').connection
  const { api } = useApp()
  const { scheduleType } = useUser().company.companieSettings
  const { id } = connection
  const form = useForm({
    schema: HoursForm,
    initial: { schedules: connection.schedules, outOfHoursMessage: connection.outOfHoursMessage },
    save: (body) => scheduleType === 'connection' && api.put('/whatsapp/:id', { params: { id }, body }),
  })
  const isElsewhere = scheduleType === 'company' || scheduleType === 'queue'
  return (
    <StepForm form={form} next={finish} isLast more={more}>
      <SettingGateNote gate="outOfHours" />
      {isElsewhere && <Note icon={Clock}>{t.shortWay.hoursElsewhere[scheduleType]}</Note>}
      {scheduleType === 'connection' && (
        <>
          <FormField form={form} name="outOfHoursMessage" label={t.fields.outOfHours} help={t.fields.outOfHoursHelp}>
            {(field) => <TextArea {...field} rows={3} />}
          </FormField>
          <WeekHoursField form={form} help={t.fields.hoursHelp} />
        </>
      )}
    </StepForm>
  )
}
