import { useState } from 'react'
import type { ConnectionWebhookView } from '../../src/webhook/receiver/connection-webhook.calls'
import { useTexts } from '../i18n/i18n'
import type { Loader, PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { Screen, PageHeader } from '../ui/layout/screen'
import { Tabs } from '../ui/layout/tabs'
import { StatusWebhooks } from './status-webhooks'
import * as v from 'valibot'
import type { SentExternalMessage, ExternalMessageStatus } from '../../src/external-api/external-message.calls'
import { Recipient, externalApiErrors } from '../../src/external-api/external-message.contract'
import { messageTextMax } from '../../src/message/message.policy'
import { useForm } from '../ui/form/form'
import { TestForm, Token } from './test-fields'
import { IconButton } from '../ui/button/button'
import { Check, Copy } from '../ui/icons'
import { useInBrowser } from '../ui/layout/use-media'
import { useCopy } from '../ui/text/copy-text'
import { exampleOf, exampleLanguages, type ExampleLanguage } from './example-code'
import { FileInput, type ChosenFile } from '../ui/field/file-input'
import { FormField, TextField } from '../ui/form/form-field'
import { TextInput } from '../ui/field/text-input'
import { createApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'

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
function useMediaTest() {
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

function MediaTest({ form, answer }: ReturnType<typeof useMediaTest>) {
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

const fields = [
  'number',
  'body',
  'medias',
  'userId',
  'queueId',
  'connectionId',
  'sendSignature',
  'closeTicket',
  'priority',
  'name',
] as const

const sent: SentExternalMessage = {
  status: 'SUCCESS',
  messageId: 345,
  messageIds: [345],
  ticketId: 12,
  uuid: 'b12b2100-a33a-4cd2-a0a8-f015b8b3b102',
  contactId: 7,
}

const delivered: ExternalMessageStatus = {
  id: 345,
  status: 'delivered',
  error: null,
  at: '2026-03-02T12:00:04.000Z',
}

const TextForm = v.object({
  token: Token,
  number: Recipient,
  body: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(messageTextMax, 'tooLong')),
})

type Kind = 'text' | 'media'

export const load: Loader<ConnectionWebhookView[], object> = (api) => api.get('/connection-webhooks')

export function page({ data }: PageProps<ConnectionWebhookView[]>) {
  const t = useTexts('externalApi').externalApi
  const [kind, setKind] = useState<Kind>('text')
  const [text, media] = [useTextTest(), useMediaTest()]
  const origin = useInBrowser(() => location.origin, '')
  usePageTitle(t.title)

  /** Token and number need not be typed again. */
  function change(next: Kind) {
    const [from, to] = next === 'text' ? [media.form, text.form] : [text.form, media.form]
    const { token, number } = from.values.peek()
    to.set({ token, number })
    setKind(next)
  }

  const tabs = (['text', 'media'] as const).map((value) => ({ value, label: t.kinds[value] }))
  return (
    <Screen header={<PageHeader title={t.title} />}>
      <div className="messages-api">
        <section className="messages-api-part">
          <p>{t.intro}</p>
          <FieldTable />
          <p>{t.idempotency}</p>
          <AnswerExamples origin={origin} />
          <ErrorTable />
          <p>
            <a className="link" href="/openapi">
              {t.reference}
            </a>
          </p>
        </section>
        <section className="messages-api-part">
          <Tabs label={t.kindsLabel} value={kind} onValueChange={change} items={tabs}>
            <div className="messages-api-kind">
              <CodeExamples kind={kind} origin={origin} />
              <h2>{t.tryIt}</h2>
              {kind === 'text' ? <TextTest {...text} /> : <MediaTest {...media} />}
            </div>
          </Tabs>
        </section>
        <StatusWebhooks webhooks={data} />
      </div>
    </Screen>
  )
}

function useTextTest() {
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

function TextTest({ form, answer }: ReturnType<typeof useTextTest>) {
  const t = useTexts('externalApi').externalApi
  return (
    <TestForm form={form} answer={answer}>
      <TextField form={form} name="body" label={t.body} required rows={3} />
    </TestForm>
  )
}

function CodeExamples({ kind, origin }: { kind: 'text' | 'media'; origin: string }) {
  const t = useTexts('externalApi').externalApi
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  const { copied, copy } = useCopy()
  const code = exampleOf(language, kind, origin)
  const items = exampleLanguages.map((value) => ({ value, label: value === 'curl' ? value : value.toUpperCase() }))
  return (
    <Tabs label={t.examples} variant="pill" value={language} onValueChange={setLanguage} items={items}>
      <div className="messages-api-code">
        <pre tabIndex={0}>
          <code>{code}</code>
        </pre>
        <IconButton icon={copied ? Check : Copy} label={copied ? t.copied : t.copy} onClick={() => copy(code)} />
      </div>
    </Tabs>
  )
}

function AnswerExamples({ origin }: { origin: string }) {
  const t = useTexts('externalApi').externalApi
  return (
    <>
      <h2>{t.answerTitle}</h2>
      <p>{t.answer}</p>
      <Code text={JSON.stringify(sent, null, 2)} />
      <h2>{t.askTitle}</h2>
      <p>{t.ask}</p>
      <Code text={`curl ${origin}/api/messages/345 \\\n  -H "Authorization: Bearer TOKEN"`} />
      <Code text={JSON.stringify(delivered, null, 2)} />
      <p>{t.statuses}</p>
    </>
  )
}

function Code({ text }: { text: string }) {
  return (
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  )
}

function FieldTable() {
  const t = useTexts('externalApi').externalApi
  return <Definitions rows={fields.map((name) => [name, t.fields[name]])} />
}

function ErrorTable() {
  const t = useTexts('externalApi').externalApi
  return (
    <>
      <h2>{t.errorsTitle}</h2>
      <p>{t.errorsIntro}</p>
      <Definitions isLong rows={externalApiErrors.map(([status, code]) => [`${status} ${code}`, t.errors[code]])} />
    </>
  )
}

function Definitions({ rows, isLong }: { rows: readonly (readonly [name: string, text: string])[]; isLong?: boolean }) {
  return (
    <dl className="messages-api-fields stack gap-3" data-long={isLong}>
      {rows.map(([name, text]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** As another program does. @throws ApiError which names the field `token` */
async function sendWithToken<T>(token: string, call: (api: ReturnType<typeof createApiClient>) => Promise<T>) {
  const api = createApiClient(({ path, method, body, contentType, signal }) =>
    fetch(path, {
      method,
      body,
      signal,
      credentials: 'omit',
      headers: { authorization: `Bearer ${token}`, ...(contentType && { 'content-type': contentType }) },
    }),
  )
  try {
    return await call(api)
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== 'ERR_NO_PERMISSION') throw cause
    throw new ApiError(cause.status, 'ERR_INVALID_INPUT', cause.message, { token: 'unknown' }, cause.body)
  }
}
