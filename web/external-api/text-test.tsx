import { useState } from 'react'
import * as v from 'valibot'
import type { SentExternalMessage } from '../../src/external-api/external-message.calls'
import { Recipient } from '../../src/external-api/external-message.contract'
import { messageTextMax } from '../../src/message/message.policy'
import { useTexts } from '../i18n/i18n'
import { useForm } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { TextArea } from '../ui/field/text-area'
import { sendWithToken } from './send-with-token'
import { TestForm, Token } from './test-fields'

const TextForm = v.object({
  token: Token,
  number: Recipient,
  body: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(messageTextMax, 'tooLong')),
})

export function useTextTest() {
  const [answer, setAnswer] = useState<SentExternalMessage>()
  const form = useForm({
    id: 'text-test',
    schema: TextForm,
    initial: { token: '', number: '', body: '' },
    save: async ({ token, ...body }) =>
      setAnswer(await sendWithToken(token, (api) => api.post('/api/messages/send', { body }))),
  })
  return { form, answer }
}

export function TextTest({ form, answer }: ReturnType<typeof useTextTest>) {
  const t = useTexts('externalApi').externalApi
  return (
    <TestForm form={form} answer={answer}>
      <FormField form={form} name="body" label={t.body} required>
        {(field) => <TextArea {...field} />}
      </FormField>
    </TestForm>
  )
}
