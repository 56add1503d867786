import * as v from 'valibot'
import type { FlowView } from '../../src/flow/flow.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField } from '../ui/form/form-field'
import { TextInput } from '../ui/field/text-input'
import { useUi } from '../ui/context/ui-context'

/** Hours and minutes, each of one or two digits. */
const timePattern = /^(\d{1,2}):(\d{1,2})$/

const Time = v.pipe(
  v.string(),
  v.check((text) => {
    const [, hours, minutes] = timePattern.exec(text) ?? []
    return Number(hours) <= 23 && Number(minutes) <= 59
  }, 'scheduledTime'),
)
/** Both, or neither to have no schedule. */
const Window = v.union([v.object({ start: v.literal(''), end: v.literal('') }), v.object({ start: Time, end: Time })])
const FlowSchedule = v.pipe(
  v.object({ start: v.string(), end: v.string() }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || v.is(Window, dataset.value)) return
    for (const key of ['start', 'end'] as const) {
      if (v.is(Time, dataset.value[key])) continue
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
      const scheduledTimeRun = values.start === '' ? '' : `${padded(values.start)}-${padded(values.end)}`
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
            {({ onValueChange, ...field }) => (
              <TextInput
                {...field}
                inputMode="numeric"
                autoComplete="off"
                placeholder="00:00"
                maxLength={5}
                onValueChange={(text) => onValueChange(masked(text, field.value))}
              />
            )}
          </FormField>
        ))}
      </div>
    </FormDialog>
  )
}

/** `##:##`: a colon follows the second digit by itself, unless it is being deleted. */
function masked(text: string, before: string) {
  const typed = text.replace(/[^\d:]/g, '').slice(0, 5)
  if (/^\d{2}$/.test(typed) && before.length < typed.length) return `${typed}:`
  return /^\d{3,4}$/.test(typed) ? `${typed.slice(0, 2)}:${typed.slice(2)}` : typed
}

function padded(text: string) {
  return text
    .split(':')
    .map((part) => part.padStart(2, '0'))
    .join(':')
}
