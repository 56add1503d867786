import { useState } from 'react'
import { ApiError } from '../api/api-error'
import { useApp, useUser } from '../app/app-context'
import { fieldErrorText } from '../i18n/error-text'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { useUi } from '../ui/context/ui-context'
import { Field } from '../ui/field/field'
import { TextInput } from '../ui/field/text-input'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { Send } from '../ui/icons'
import { randomId } from '../ui/text/random-id'
import type { PlannedCampaign } from './planned-campaign'

interface SendTestProps {
  campaign: PlannedCampaign
  /** The position in the preview of the recipient whose values are filled in. */
  recipient: number
}

/** Sends the campaign's messages to the user's own number, or another one. */
export function SendTest({ campaign, recipient }: SendTestProps) {
  const texts = useTexts('campaign')
  const t = texts.campaign.review.test
  const { api } = useApp()
  const { phone } = useUser()
  const format = useFormat()
  const { toast } = useUi()
  const { busy, attempt } = useBusyAttempt()
  const [number, setNumber] = useState(() => (phone === '' ? '' : format.phone(phone)))
  const [error, setError] = useState<string | null>(null)

  async function send() {
    // A call that is repeated sends nothing again.
    const body = { ...campaign, number, recipient, key: randomId() }
    await attempt(async () => {
      try {
        const { sent } = await api.post('/campaigns/test', { body })
        toast.success(t.sent(sent))
      } catch (cause) {
        const fault = cause instanceof ApiError ? cause.fields['number'] : undefined
        if (fault === undefined) throw cause
        setError(fieldErrorText(texts, fault))
      }
    })
  }

  return (
    <div className="campaign-test">
      <Field label={t.number} help={t.help} error={error}>
        <TextInput
          type="tel"
          value={number}
          placeholder={t.placeholder}
          autoComplete="tel"
          onValueChange={(text) => {
            setNumber(text)
            setError(null)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (!busy) void send()
          }}
        />
      </Field>
      <Button icon={Send} loading={busy} onClick={() => send()}>
        {t.send}
      </Button>
    </div>
  )
}
