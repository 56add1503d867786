import { useSignals } from '@preact/signals-react/runtime'
import { type QueueSla, slaHours, slaKinds } from '../../src/queue/sla/queue-sla.contract'
import { ticketPriorities, type TicketPriority } from '../../src/ticket/ticket-priority.contract'
import { useTexts } from '../i18n/i18n'
import { Field } from '../ui/field/field'
import { DurationInput } from '../ui/field/duration-input'
import type { FormFieldModel, FormModel } from '../ui/form/form'
import { Select } from '../ui/select/select'

const columns = [...slaKinds, 'warnBefore'] as const

interface SlaFieldProps<Values> {
  form: FormModel<Values>
}

/** The promises of a queue by priority. Errors are shown at their target. */
export function SlaField<Values extends { sla: QueueSla }>({ form }: SlaFieldProps<Values>) {
  useSignals()
  const t = useTexts('queue').queue.sla
  const field = form.fields['sla' as keyof Values & string] as FormFieldModel<QueueSla>
  const sla = field.value.value
  return (
    <div className="queue-tab">
      <p>{t.intro}</p>
      <p className="subtle">{t.began}</p>
      <div className="sla-targets">
        {ticketPriorities.toReversed().map((priority) => (
          <PriorityTargets key={priority} form={form} field={field} priority={priority} />
        ))}
      </div>
      <Field label={t.hours} help={t.hoursHelp[sla.hours]}>
        <Select
          value={sla.hours}
          onValueChange={(hours) => field.set({ ...sla, hours })}
          options={slaHours.map((value) => ({ value, label: t.hoursOf[value] }))}
        />
      </Field>
    </div>
  )
}

interface PriorityTargetsProps<Values> extends SlaFieldProps<Values> {
  field: FormFieldModel<QueueSla>
  priority: TicketPriority
}

function PriorityTargets<Values>({ form, field, priority }: PriorityTargetsProps<Values>) {
  useSignals()
  const texts = useTexts('queue')
  const t = texts.queue.sla
  const sla = field.value.value
  const targets = sla[priority]
  return (
    <fieldset className="sla-priority">
      <legend>{texts.ticket.priority.names[priority]}</legend>
      <div className="sla-minutes">
        {columns.map((column) => (
          <Field
            key={column}
            label={t.columns[column]}
            error={form.errorAt(`sla.${priority}.${column}`) === null ? null : t.wrongDuration}
          >
            <DurationInput
              value={targets[column]}
              placeholder={column === 'warnBefore' ? t.warnAtFourFifths : t.none}
              onValueChange={(minutes) => field.set({ ...sla, [priority]: { ...targets, [column]: minutes } })}
              onBlur={field.blur}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
