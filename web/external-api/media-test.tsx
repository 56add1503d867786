import { useState } from 'react'
import * as v from 'valibot'
import type { SentExternalMessage } from '../../src/external-api/external-message.calls'
import { Recipient } from '../../src/external-api/external-message.contract'
import { messageTextMax } from '../../src/message/message.policy'
import { useTexts } from '../i18n/i18n'
import { FileInput, type ChosenFile } from '../ui/field/file-input'
import { useForm } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { TextInput } from '../ui/field/text-input'
import { sendWithToken } from './send-with-token'
import { TestForm, Token } from './test-fields'

const MediaForm = v.object({
  token: Token,
  number: Recipient,
  medias: v.pipe(
    v.custom<ChosenFile | null>(() => true),
    v.check((chosen) => chosen?.file != null, 'required'),
  ),
  body: v.pipe(v.string(), v.trim(), v.maxLength(messageTextMax, 'tooLong')),
})

/** The file's name is the caption unless another one is given. */
export function useMediaTest() {
  const [answer, setAnswer] = useState<SentExternalMessage>()
  const form = useForm({
    id: 'media-test',
    schema: MediaForm,
    initial: { token: '', number: '', medias: null, body: '' },
    save: async ({ token, number, medias, body }) => {
      if (!medias?.file) return
      const upload = new FormData()
      upload.set('number', number)
      upload.set('body', body || medias.name)
      upload.set('medias', medias.file, medias.name)
      setAnswer(await sendWithToken(token, (api) => api.upload('/api/messages/send', { form: upload })))
    },
  })
  return { form, answer }
}

export function MediaTest({ form, answer }: ReturnType<typeof useMediaTest>) {
  const t = useTexts('externalApi').externalApi
  return (
    <TestForm form={form} answer={answer}>
      <FormField form={form} name="medias" label={t.file} required>
        {(field) => <FileInput {...field} />}
      </FormField>
      <FormField form={form} name="body" label={t.caption} help={t.captionHelp}>
        {(field) => <TextInput {...field} />}
      </FormField>
    </TestForm>
  )
}
