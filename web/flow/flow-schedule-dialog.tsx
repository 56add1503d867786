import * as v from 'valibot'
import type { FlowView } from '../../src/flow/flow.calls'
import { TimeOfDay } from '../../src/kernel/time/time-of-day.contract'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField } from '../ui/form/form-field'
import { TimeInput } from '../ui/field/time-input'
import { useUi } from '../ui/context/ui-context'

/** Both, or neither to have no schedule. */
const Window = v.union([
  v.object({ start: v.literal(''), end: v.literal('') }),
  v.object({ start: TimeOfDay, end: TimeOfDay }),
])
const FlowSchedule = v.pipe(
  v.object({ start: v.string(), end: v.string() }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || v.is(Window, dataset.value)) return
    for (const key of ['start', 'end'] as const) {
      if (v.is(TimeOfDay, dataset.value[key])) continue
      const path = { type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value[key] } as const
      addIssue({ message: 'scheduledTime', path: [path] })
    }
  }),
)

/** When a flow of the connection's scheduled flows runs, in company time. Both fields empty clear it. */
export function FlowScheduleDialog({ flow, close }: { flow: FlowView; close: () => void }) {
  const t = useTexts('flow').flow
  const { api } = useApp()
  const { toast } = useUi()
  const [start = '', end = ''] = flow.scheduledTimeRun?.split('-') ?? []
  const form = useForm({
    schema: FlowSchedule,
    initial: { start, end },
    save: (values) => {
      const scheduledTimeRun = values.start === '' ? '' : `${values.start}-${values.end}`
      return api.put('/flowbuilder/schedule', { body: { flowId: flow.id, scheduledTimeRun } })
    },
  })

  function onSaved() {
    toast.success(t.scheduled)
    close()
  }

  return (
    <FormDialog form={form} title={t.scheduleTitle(flow.name)} size="s" close={close} onSaved={onSaved}>
      <p className="subtle">{t.scheduleHelp}</p>
      <div className="form-row">
        {(['start', 'end'] as const).map((name) => (
          <FormField key={name} form={form} name={name} label={t.fields[name]}>
            {(field) => <TimeInput {...field} />}
          </FormField>
        ))}
      </div>
    </FormDialog>
  )
}
