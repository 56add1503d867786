import { flowOptions, useFlows } from '../flow-choice/use-flows'
import { useTexts } from '../i18n/i18n'
import { Combobox } from '../ui/select/combobox'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import type { IntegrationValues } from './integration-form'

export function FlowbuilderFields({ form }: { form: FormModel<IntegrationValues> }) {
  const t = useTexts('integration').integration
  const flows = useFlows()
  return (
    <FormField form={form} name="flowId" label={t.fields.flow} help={t.fields.flowHelp}>
      {(field) => <Combobox<number> {...field} options={flowOptions(flows, t.inactiveFlow)} clearable />}
    </FormField>
  )
}
