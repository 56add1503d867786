import { useState } from 'react'
import type { IntegrationTestAnswer } from '../../src/integration/integration.calls'
import { ApiError } from '../api/api-error'
import { useApp } from '../app/app-context'
import { useErrorText, useFormat, useTexts } from '../i18n/i18n'
import { FailureText } from '../ui/feedback/feedback'
import { Button } from '../ui/button/button'
import { CircleCheck, Send } from '../ui/icons'
import { textOf } from '../../src/kernel/untyped-json.contract'
import * as v from 'valibot'
import type { IntegrationView } from '../../src/integration/integration.record'
import {
  IntegrationBody,
  missingFields,
  type IntegrationType,
  integrationTypes,
} from '../../src/integration/integration.contract'
import type { FormModel } from '../ui/form/form'

interface IntegrationTestProps extends IntegrationFieldsProps {
  type: Exclude<IntegrationType, 'flowbuilder'>
}

/** Calls the bot with the form's values. Sends nothing to a contact. */
export function IntegrationTest({ form, integration, type }: IntegrationTestProps) {
  const t = useTexts('integration').integration.test
  const { api } = useApp()
  const [testing, setTesting] = useState(false)
  const [answer, setAnswer] = useState<IntegrationTestAnswer>()
  const [failure, setFailure] = useState<unknown>()

  async function test() {
    setTesting(true)
    setAnswer(undefined)
    setFailure(undefined)
    try {
      setAnswer(
        await api.post('/queueIntegration/testSession', {
          body: { id: integration?.id ?? null, type, ...bodyOf(form) },
        }),
      )
    } catch (cause) {
      setFailure(cause)
    }
    setTesting(false)
  }

  return (
    <section className="integration-test" aria-label={t.title}>
      <Button icon={Send} loading={testing} onClick={() => test()}>
        {t.run}
      </Button>
      <div className="integration-test-result" aria-live="polite">
        {answer && <Passed answer={answer} />}
        {failure !== undefined && <Failed failure={failure} />}
        {!answer && failure === undefined && <p className="subtle">{t.hint}</p>}
      </div>
    </section>
  )
}

function bodyOf({ fields }: IntegrationFieldsProps['form']) {
  return {
    projectName: fields.projectName.value.peek(),
    jsonContent: fields.jsonContent.value.peek(),
    language: fields.language.value.peek(),
    urlN8N: fields.urlN8N.value.peek(),
    secret: fields.secret.value.peek(),
    typebotSlug: fields.typebotSlug.value.peek(),
  }
}

function Passed({ answer: { messages, durationMs, problems } }: { answer: IntegrationTestAnswer }) {
  const texts = useTexts('integration').integration
  const t = texts.test
  const format = useFormat()
  return (
    <>
      <p className="integration-test-passed row">
        <CircleCheck size={16} aria-hidden />
        {messages.length === 0 ? t.silent(format.number(durationMs)) : t.passed(format.number(durationMs))}
      </p>
      {messages.map((message, index) => (
        <p key={index} className="integration-test-message">
          <bdi>{message}</bdi>
        </p>
      ))}
      {problems.map((problem, index) => (
        <FailureText key={index}>{failureOf(texts.failures, problem.code, problem.message)}</FailureText>
      ))}
    </>
  )
}

function Failed({ failure }: { failure: unknown }) {
  const texts = useTexts('integration').integration
  const errorText = useErrorText()
  const { reason, detail } = failure instanceof ApiError ? failure.body : {}
  const fields = failure instanceof ApiError ? Object.keys(failure.fields) : []
  const said = textOf(reason) && failureOf(texts.failures, textOf(reason), textOf(detail))
  return <FailureText>{said || (fields.length > 0 ? texts.test.incomplete : errorText(failure))}</FailureText>
}

function failureOf(failures: Readonly<Record<string, string>>, code: string, detail = '') {
  return `${failures[code] ?? failures['other']} ${detail}`.trim()
}

const Fields = v.object({
  ...v.required(v.object(IntegrationBody.entries)).entries,
  type: v.picklist(integrationTypes),
  /** Null removes the stored one. */
  secret: v.nullable(v.string()),
  flowId: v.nullable(v.number()),
})

export type IntegrationValues = v.InferInput<typeof Fields>

export interface IntegrationFieldsProps {
  form: FormModel<IntegrationValues>
  integration: IntegrationView | undefined
}

/** A Dialogflow agent needs a service account, here or stored. */
export function schemaFor(integration: IntegrationView | undefined) {
  return v.pipe(
    Fields,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const missing = missingFields(dataset.value)
      const { type, jsonContent } = dataset.value
      if (type === 'dialogflow' && jsonContent === '' && !integration?.hasJsonContent)
        missing['jsonContent'] = 'required'
      for (const [key, message] of Object.entries(missing)) {
        addIssue({ message, path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: '' }] })
      }
    }),
  )
}
