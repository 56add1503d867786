import { planFlags } from '../../src/kernel/company/company-plan.contract'
import type { PlanView } from '../../src/platform/plan/plan.calls'
import { PlanForm } from '../../src/platform/plan/plan.contract'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { NumberField } from '../ui/form/number-field'
import { SwitchField } from '../ui/field/switch-field'
import { TextField } from '../ui/form/text-field'

const limits = ['users', 'connections', 'queues'] as const

interface PlanDialogProps {
  plan: PlanView | undefined
  close: () => void
}

export function PlanDialog({ plan, close }: PlanDialogProps) {
  const t = useTexts('plan').plan
  return (
    <RecordDialog
      record={plan}
      texts={t}
      schema={PlanForm}
      newValues={{ users: 3, connections: 1, queues: 3, amount: null }}
      path="/plans"
      close={close}
      size="l"
    >
      {(form) => (
        <>
          <div className="form-row">
            <TextField form={form} name="name" label={t.columns.name} required />
            <NumberField form={form} name="amount" label={t.columns.amount} required isAmount example={99.9} />
          </div>
          <div className="form-row" data-columns="3">
            {limits.map((name) => (
              <NumberField key={name} form={form} name={name} label={t.columns[name]} required example={10} />
            ))}
          </div>
          {plan && <p className="subtle">{t.limitsHelp}</p>}
          <NumberField
            form={form}
            name="storageGb"
            label={t.columns.storageGb}
            help={t.storageHelp}
            unit="GB"
            example={100}
          />
          <SwitchField form={form} name="isPublic" label={t.columns.isPublic} help={t.publicHelp} />
          <fieldset className="plan-flags">
            <legend>{t.columns.features}</legend>
            {planFlags.map((flag) => (
              <SwitchField key={flag} form={form} name={flag} label={t.flags[flag]} />
            ))}
          </fieldset>
        </>
      )}
    </RecordDialog>
  )
}
