import { useSignals } from '@preact/signals-react/runtime'
import type { IntegrationView } from '../../src/integration/integration.record'
import { integrationTypes } from '../../src/integration/integration-types.contract'
import { useFetched } from '../app/use-fetched'
import { Dialog } from '../ui/dialog/dialog'
import { ErrorState } from '../ui/feedback/error-state'
import { SkeletonRows } from '../ui/feedback/skeleton'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { FormField } from '../ui/form/form-field'
import { Select } from '../ui/select/select'
import { TextInput } from '../ui/field/text-input'
import { DialogflowFields } from './dialogflow-fields'
import { FlowbuilderFields } from './flowbuilder-fields'
import { type IntegrationFieldsProps, schemaFor, valuesOfIntegration } from './integration-form'
import { IntegrationTest } from './integration-test'
import { TypebotFields } from './typebot-fields'
import { WebhookFields } from './webhook-fields'

interface IntegrationDialogProps {
  /** Undefined to add one. */
  integration: IntegrationView | undefined
  close: () => void
}

/** Loads the integration first, because the list masks its address. */
export function IntegrationDialog({ integration, close }: IntegrationDialogProps) {
  const t = useTexts('integration').integration
  const id = integration?.id ?? 0
  const { answer, error, retry } = useFetched(
    (api, signal) => api.get('/queueIntegration/:id', { params: { id }, signal }),
    { key: id, wanted: integration !== undefined },
  )
  if (!integration || answer) return <IntegrationForm integration={answer} close={close} />
  return (
    <Dialog open size="l" title={t.editTitle} onClose={close}>
      {error ? <ErrorState error={error} onRetry={retry} /> : <SkeletonRows count={5} picture={false} />}
    </Dialog>
  )
}

function IntegrationForm({ integration, close }: IntegrationDialogProps) {
  const t = useTexts('integration').integration
  const { api } = useApp()
  return (
    <RecordDialog
      record={integration}
      texts={t}
      schema={schemaFor(integration)}
      initial={valuesOfIntegration(integration)}
      size="l"
      save={(body, changes) =>
        integration
          ? api.put('/queueIntegration/:id', { params: { id: integration.id }, body: changes })
          : api.post('/queueIntegration', { body })
      }
      close={close}
    >
      {(form) => <IntegrationFields form={form} integration={integration} />}
    </RecordDialog>
  )
}

function IntegrationFields({ form, integration }: IntegrationFieldsProps) {
  useSignals()
  const t = useTexts('integration').integration
  const type = form.fields.type.value.value
  const types = integrationTypes.map((value) => ({ value, label: t.types[value] }))
  return (
    <>
      <div className="form-row">
        <FormField form={form} name="type" label={t.fields.type} help={t.typeHelp[type]}>
          {(field) => <Select {...field} options={types} />}
        </FormField>
        <FormField form={form} name="name" label={t.fields.name} required>
          {(field) => <TextInput {...field} placeholder={t.fields.namePlaceholder} autoComplete="off" />}
        </FormField>
      </div>
      <TypeFields form={form} integration={integration} />
      {type !== 'flowbuilder' && <IntegrationTest key={type} form={form} integration={integration} type={type} />}
    </>
  )
}

function TypeFields({ form, integration }: IntegrationFieldsProps) {
  useSignals()
  switch (form.fields.type.value.value) {
    case 'dialogflow':
      return <DialogflowFields form={form} integration={integration} />
    case 'typebot':
      return <TypebotFields form={form} />
    case 'flowbuilder':
      return <FlowbuilderFields form={form} />
    default:
      return <WebhookFields form={form} integration={integration} />
  }
}
