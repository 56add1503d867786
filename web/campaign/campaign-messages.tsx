import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { messageNumbers, type MessageNumber } from '../../src/campaign/campaign.contract'
import { useTexts } from '../i18n/i18n'
import { FormField } from '../ui/form/form-field'
import { SwitchField } from '../ui/field/switch-field'
import { Tabs } from '../ui/layout/tabs'
import { TextArea } from '../ui/field/text-area'
import type { CampaignFormModel } from './campaign-form'

const variables = ['nome', 'numero', 'email'].map((name) => `{${name}}`).join(' ')

interface CampaignMessagesProps {
  form: CampaignFormModel
  /** Whether everything but the texts is fixed. */
  isFixed: boolean
}

/** The five texts, of which each recipient gets one, and the requests for confirmation before them. */
export function CampaignMessages({ form, isFixed }: CampaignMessagesProps) {
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
  const isFilled = (no: MessageNumber) => form.fields[`message${no}`].value.value.trim() !== ''
  return (
    <section className="campaign-part" aria-label={t.messages}>
      <fieldset className="campaign-part" disabled={isFixed}>
        <SwitchField form={form} name="confirmation" label={t.confirmation} help={t.confirmationHelp} />
      </fieldset>
      <Tabs<`${MessageNumber}`>
        label={t.messages}
        value={`${chosen}`}
        onValueChange={(no) => setChosen(Number(no) as MessageNumber)}
        items={messageNumbers.map((no) => ({ value: `${no}` as const, label: t.messageTab(no, isFilled(no)) }))}
      >
        <div className="campaign-part">
          <FormField
            key={`message${chosen}`}
            form={form}
            name={`message${chosen}`}
            label={t.message(chosen)}
            help={t.messageHelp(variables)}
          >
            {(field) => <TextArea {...field} rows={5} placeholder={t.messagePlaceholder} />}
          </FormField>
          {form.fields.confirmation.value.value && (
            <FormField
              key={`confirmationMessage${chosen}`}
              form={form}
              name={`confirmationMessage${chosen}`}
              label={t.confirmationMessage(chosen)}
              help={t.confirmationMessageHelp}
            >
              {(field) => <TextArea {...field} rows={3} placeholder={t.confirmationPlaceholder} />}
            </FormField>
          )}
        </div>
      </Tabs>
    </section>
  )
}

function hasError({ fields }: CampaignFormModel, no: MessageNumber) {
  return fields[`message${no}`].error.value !== null || fields[`confirmationMessage${no}`].error.value !== null
}
