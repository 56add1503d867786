import { useSignals } from '@preact/signals-react/runtime'
import { assignmentModes } from '../../src/queue/assignment-mode.contract'
import { useTexts } from '../i18n/i18n'
import { SwitchField } from '../ui/field/switch-field'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import { Select } from '../ui/select/select'
import { type QueueValues, suggestedRouterMinutes } from './queue-form'

const minutesMax = 1440

export function AssignmentFields({ form }: { form: FormModel<QueueValues> }) {
  useSignals()
  const t = useTexts('queue').queue.fields
  const mode = form.fields.assignmentMode.value.value
  const routes = form.fields.ativarRoteador.value.value
  const minutes = form.fields.tempoRoteador
  return (
    <div className="queue-tab">
      <FormField
        form={form}
        name="assignmentMode"
        label={t.assignment}
        help={mode === 'none' && routes ? t.assignmentRouted : t.assignmentHelp[mode]}
      >
        {(field) => (
          <Select {...field} options={assignmentModes.map((value) => ({ value, label: t.assignmentModes[value] }))} />
        )}
      </FormField>
      {mode !== 'none' && (
        <>
          <SwitchField form={form} name="lastAgentFirst" label={t.lastAgent} help={t.lastAgentHelp} />
          <div className="form-row">
            <NumberField
              form={form}
              name="ticketsPerAgent"
              label={t.perAgent}
              help={t.perAgentHelp}
              max={1000}
              example={5}
            />
            <NumberField
              form={form}
              name="reassignMinutes"
              label={t.reassign}
              help={t.reassignHelp}
              max={minutesMax}
              unit={t.minutes}
              example={15}
            />
          </div>
        </>
      )}
      <SwitchField
        form={form}
        name="ativarRoteador"
        label={mode === 'none' ? t.router : t.routerNext}
        help={mode === 'none' ? t.routerHelp : t.routerNextHelp}
        onChange={(on) => on && minutes.value.value === 0 && minutes.set(suggestedRouterMinutes)}
      />
      {routes && (
        <NumberField
          form={form}
          name="tempoRoteador"
          label={t.routerTime}
          required
          min={1}
          max={minutesMax}
          unit={t.minutes}
          example={2}
        />
      )}
    </div>
  )
}
