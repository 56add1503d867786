import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import {
  CampaignSettings,
  type MessageFieldName,
  messageNumbers,
  type MessageNumber,
} from '../../../src/campaign/campaign.contract'
import { automationVariables } from '../../../src/message/compose/message-variables.contract'
import { useLookup } from '../../app/use-fetched'
import { useTexts } from '../../i18n/i18n'
import { VariableList } from '../../message/variable-list'
import { TemplateFields } from '../../template/template-fields'
import { SwitchField } from '../../ui/field/switch-field'
import { Tabs } from '../../ui/layout/tabs'
import type { CampaignFormModel } from './campaign-form'
import { TextField } from '../../ui/form/form-field'

const variables = ['nome', 'numero', 'email'].map((name) => `{${name}}`).join(' ')

interface CampaignMessagesProps {
  form: CampaignFormModel
  isFixed: boolean
  usesTemplates: boolean
}

export function CampaignMessages({ form, isFixed, usesTemplates }: CampaignMessagesProps) {
  useSignals()
  const t = useTexts('campaign').campaign.fields
  const [chosen, setChosen] = useState<MessageNumber>(1)
  const wrong = messageNumbers.find((no) => hasError(form, no))
  const [shownWrong, setShownWrong] = useState<MessageNumber>()
  // Shows a refused text once.
  if (wrong !== shownWrong) {
    setShownWrong(wrong)
    if (wrong !== undefined) setChosen(wrong)
  }
  const { templates } = form.values.value
  const isFilled = (no: MessageNumber) =>
    usesTemplates ? templates[`message${no}`] !== undefined : form.values.value[`message${no}`].trim() !== ''
  return (
    <section className="campaign-part" aria-label={t.messages}>
      <fieldset className="campaign-part" disabled={isFixed}>
        <SwitchField form={form} name="confirmation" label={t.confirmation} help={t.confirmationHelp} />
      </fieldset>
      <Tabs<`${MessageNumber}`>
        label={t.messages}
        value={`${chosen}`}
        onValueChange={(no) => setChosen(messageNumbers.find((one) => `${one}` === no) ?? chosen)}
        items={messageNumbers.map((no) => ({
          value: `${no}` as const,
          label: t.messageTab(no, isFilled(no)),
          isInvalid: hasError(form, no),
        }))}
      >
        {usesTemplates ? (
          <MessageTemplates key={chosen} form={form} no={chosen} />
        ) : (
          <MessageTexts key={chosen} form={form} no={chosen} />
        )}
      </Tabs>
    </section>
  )
}

interface MessageProps {
  form: CampaignFormModel
  no: MessageNumber
}

function MessageTexts({ form, no }: MessageProps) {
  useSignals()
  const t = useTexts('campaign').campaign.fields
  return (
    <div className="campaign-part">
      <TextField
        form={form}
        name={`message${no}`}
        label={t.message(no)}
        help={t.messageHelp(variables)}
        rows={5}
        placeholder={t.messagePlaceholder}
      />
      {form.values.value.confirmation && (
        <TextField
          form={form}
          name={`confirmationMessage${no}`}
          label={t.confirmationMessage(no)}
          help={t.confirmationMessageHelp}
          rows={3}
          placeholder={t.confirmationPlaceholder}
        />
      )}
      <CampaignVariables />
    </div>
  )
}

function MessageTemplates({ form, no }: MessageProps) {
  useSignals()
  const t = useTexts('campaign').campaign.fields
  return (
    <div className="campaign-part">
      <MessageTemplate form={form} field={`message${no}`} />
      {form.values.value.confirmation && (
        <section className="campaign-part" aria-label={t.confirmationMessage(no)}>
          <p className="field-label">{t.confirmationMessage(no)}</p>
          <MessageTemplate form={form} field={`confirmationMessage${no}`} />
        </section>
      )}
      <CampaignVariables />
    </div>
  )
}

function CampaignVariables() {
  const t = useTexts('campaign').campaign.fields
  const settings = useLookup((api, signal) => api.get('/campaign-settings', { signal })) ?? []
  const own = settings.flatMap(({ key, value }) =>
    key === 'variables' ? v.parse(CampaignSettings.entries.variables, value).map((each) => each.key) : [],
  )
  return <VariableList label={t.variables} names={[...automationVariables, ...own]} />
}

function MessageTemplate({ form, field }: { form: CampaignFormModel; field: MessageFieldName }) {
  useSignals()
  const t = useTexts('campaign').campaign.fields
  const { templates, whatsappId } = form.values.value
  const { [field]: choice, ...others } = templates
  return (
    <TemplateFields
      whatsappId={whatsappId ?? 0}
      choice={choice ?? null}
      onChoose={(next) => form.set({ templates: next ? { ...others, [field]: next } : others })}
      errorAt={(path) =>
        form.errorAt(`templates.${field}.${path}`) ?? (path === 'template' ? form.errorAt(field) : null)
      }
      help={t.templateHelp(variables)}
    />
  )
}

function hasError(form: CampaignFormModel, no: MessageNumber) {
  const names = [`message${no}`, `confirmationMessage${no}`] as const
  return names.some((name) => form.fields[name].error.value !== null || form.hasErrorUnder(`templates.${name}`))
}
