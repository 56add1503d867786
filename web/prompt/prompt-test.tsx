import { useState, type KeyboardEvent } from 'react'
import type { PromptView, TestAnswer } from '../../src/ai/prompt.calls'
import { promptDefaults } from '../../src/ai/prompt.contract'
import { useApp } from '../app/app-context'
import { useErrorText, useFormat, useTexts } from '../i18n/i18n'
import { MessageText } from '../message/bubble/message-text'
import { FailureText } from '../ui/failure-text'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import type { FormModel } from '../ui/form'
import { Send, UserRound } from '../ui/icons'
import { TextArea } from '../ui/text-area'
import type { PromptValues } from './prompt-form'

interface PromptTestProps {
  form: FormModel<PromptValues>
  prompt: PromptView | undefined
  onTokensUsed: () => void
}

interface Exchange {
  question: string
  /** Undefined while it is awaited. */
  answer?: TestAnswer
  /** The call itself failed. */
  failure?: unknown
}

/** Asks the model a question by the instructions as they stand in the form. Nothing is sent to a contact. */
export function PromptTest({ form, prompt, onTokensUsed }: PromptTestProps) {
  const t = useTexts('prompt').prompt.test
  const { api } = useApp()
  const [question, setQuestion] = useState('')
  const [exchange, setExchange] = useState<Exchange>()
  const isWaiting = exchange !== undefined && !exchange.answer && exchange.failure === undefined

  async function ask() {
    const text = question.trim()
    if (text === '' || isWaiting) return
    setExchange({ question: text })
    setQuestion('')
    try {
      const answer = await api.post('/prompt/test', {
        body: { question: text, id: prompt?.id ?? null, ...bodyOf(form) },
      })
      setExchange({ question: text, answer })
      onTokensUsed()
    } catch (failure) {
      setExchange({ question: text, failure })
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey) return
    // Enter asks here; in the form it would save.
    event.preventDefault()
    event.stopPropagation()
    void ask()
  }

  return (
    <div className="prompt-test">
      <div className="prompt-test-talk" aria-live="polite" aria-busy={isWaiting}>
        {exchange ? <ExchangeView exchange={exchange} /> : <p className="prompt-test-intro">{t.intro}</p>}
      </div>
      <Field label={t.question}>
        <TextArea
          value={question}
          onValueChange={setQuestion}
          onKeyDown={onKeyDown}
          rows={2}
          rowsMax={5}
          maxLength={4000}
          placeholder={t.placeholder}
        />
      </Field>
      <div className="prompt-test-foot">
        <Button icon={Send} loading={isWaiting} disabled={question.trim() === ''} onClick={() => void ask()}>
          {t.ask}
        </Button>
      </div>
    </div>
  )
}

function bodyOf({ fields }: FormModel<PromptValues>) {
  return {
    prompt: fields.prompt.value.peek(),
    apiKey: fields.apiKey.value.peek(),
    model: fields.model.value.peek(),
    maxTokens: fields.maxTokens.value.peek() ?? promptDefaults.maxTokens,
    temperature: fields.temperature.value.peek() ?? promptDefaults.temperature,
  }
}

function ExchangeView({ exchange: { question, answer, failure } }: { exchange: Exchange }) {
  const texts = useTexts('prompt').prompt
  const t = texts.test
  const format = useFormat()
  const errorText = useErrorText()
  const failures: Record<string, string> = texts.failures
  const error = answer?.error
  return (
    <>
      <p className="prompt-test-question">{question}</p>
      {answer?.answer && (
        <div className="prompt-test-answer">
          <MessageText text={answer.answer} />
        </div>
      )}
      {answer?.handsOver && (
        <p className="prompt-test-note">
          <UserRound size={16} aria-hidden />
          {t.handsOver}
        </p>
      )}
      {(error || failure !== undefined) && (
        <FailureText>
          {error ? `${failures[error.code] ?? texts.failures.other} ${error.message}`.trim() : errorText(failure)}
        </FailureText>
      )}
      {answer && !error && (
        <p className="prompt-test-cost tabular">
          {t.cost(format.number(answer.tokensIn), format.number(answer.tokensOut), format.number(answer.ms))}
        </p>
      )}
    </>
  )
}
