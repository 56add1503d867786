import { useSignals } from '@preact/signals-react/runtime'
import type { IntegrationView } from '../../src/integration/integration.record'
import { integrationTypes, integrationLanguages } from '../../src/integration/integration.contract'
import { useFetched } from '../app/use-fetched'
import { Dialog } from '../ui/dialog/dialog'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { FormField, TextField } from '../ui/form/form-field'
import { Select } from '../ui/select/select'
import { TextInput } from '../ui/field/text-input'
import { IntegrationTest, type IntegrationFieldsProps, schemaFor, type IntegrationValues } from './integration-test'
import { IconButton } from '../ui/button/button'
import { Info, Trash2, Undo2 } from '../ui/icons'
import { Note, SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { PasswordInput } from '../ui/field/password-input'
import { flowOptions, useFlows } from '../flow/flow.choice'
import { Combobox } from '../ui/select/combobox'
import type { FormModel } from '../ui/form/form'
import { TextArea } from '../ui/field/text-area'
import { NumberField } from '../ui/form/number-field'

interface IntegrationDialogProps {
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
  return (
    <RecordDialog
      record={integration}
      texts={t}
      schema={schemaFor(integration)}
      newValues={{ type: 'typebot' }}
      size="l"
      path="/queueIntegration"
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
        <TextField form={form} name="name" label={t.fields.name} required placeholder={t.fields.namePlaceholder} />
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

function WebhookFields({ form, integration }: IntegrationFieldsProps) {
  useSignals()
  const t = useTexts('integration').integration
  const state = integration?.secretState ?? 'none'
  const removes = form.fields.secret.value.value === null
  const canRemove = state !== 'none'
  return (
    <>
      <TextField
        form={form}
        name="urlN8N"
        label={t.fields.url}
        help={t.fields.webhookUrlHelp}
        required
        type="url"
        placeholder="https://"
        spellCheck={false}
      />
      <FormField
        form={form}
        name="secret"
        label={t.fields.secret}
        help={removes ? t.secretRemoved : t.secretHelp[state]}
      >
        {({ value, ...field }) => (
          <div className="integration-secret">
            <PasswordInput {...field} value={value ?? ''} autoComplete="off" disabled={removes} />
            {canRemove && (
              <IconButton
                icon={removes ? Undo2 : Trash2}
                label={removes ? t.keepSecret : t.removeSecret}
                onClick={() => form.set({ secret: removes ? '' : null })}
              />
            )}
          </div>
        )}
      </FormField>
      <Note icon={Info}>{t.answerHint}</Note>
    </>
  )
}

function FlowbuilderFields({ form }: { form: FormModel<IntegrationValues> }) {
  const t = useTexts('integration').integration
  const flows = useFlows()
  return (
    <FormField form={form} name="flowId" label={t.fields.flow} help={t.fields.flowHelp}>
      {(field) => <Combobox<number> {...field} options={flowOptions(flows, t.inactiveFlow)} clearable />}
    </FormField>
  )
}

function DialogflowFields({ form, integration }: IntegrationFieldsProps) {
  const t = useTexts('integration').integration
  const state = integration?.type === 'dialogflow' ? integration.jsonContentState : 'none'
  const help = state === 'set' ? t.accountSet(integration?.clientEmail ?? '') : t.accountHelp[state]
  const languages = integrationLanguages.map((value) => ({ value, label: t.languages[value] }))
  return (
    <>
      <div className="form-row">
        <TextField
          form={form}
          name="projectName"
          label={t.fields.project}
          help={t.fields.projectHelp}
          required
          spellCheck={false}
        />
        <FormField form={form} name="language" label={t.fields.language}>
          {(field) => <Select {...field} options={languages} />}
        </FormField>
      </div>
      <FormField form={form} name="jsonContent" label={t.fields.account} help={help} required={state !== 'set'}>
        {(field) => (
          <TextArea
            {...field}
            rows={4}
            rowsMax={8}
            spellCheck={false}
            placeholder={'{ "type": "service_account", … }'}
          />
        )}
      </FormField>
    </>
  )
}

function TypebotFields({ form }: { form: FormModel<IntegrationValues> }) {
  const t = useTexts('integration').integration.fields
  return (
    <>
      <div className="form-row">
        <FormField form={form} name="urlN8N" label={t.viewer} help={t.viewerHelp} required>
          {(field) => (
            <TextInput {...field} type="url" placeholder="https://typebot.io" autoComplete="off" spellCheck={false} />
          )}
        </FormField>
        <TextField form={form} name="typebotSlug" label={t.slug} help={t.slugHelp} required spellCheck={false} />
      </div>
      <div className="form-row">
        <NumberField
          form={form}
          name="typebotDelayMessage"
          label={t.delay}
          help={t.delayHelp}
          step={100}
          unit="ms"
          example={1000}
        />
        <NumberField
          form={form}
          name="typebotExpires"
          label={t.expires}
          help={t.expiresHelp}
          unit={t.minutes}
          example={30}
        />
      </div>
      <div className="form-row">
        <TextField
          form={form}
          name="typebotKeywordFinish"
          label={t.finishWord}
          help={t.finishWordHelp}
          maxLength={50}
        />
        <TextField
          form={form}
          name="typebotKeywordRestart"
          label={t.restartWord}
          help={t.restartWordHelp}
          maxLength={50}
        />
      </div>
      <TextField form={form} name="typebotRestartMessage" label={t.restartMessage} rows={2} />
      <TextField
        form={form}
        name="typebotUnknownMessage"
        label={t.unknownMessage}
        help={t.unknownMessageHelp}
        rows={2}
      />
    </>
  )
}
