import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useErrorText, useFormat } from '../i18n/i18n'
import { MessageText } from '../message/bubble/message-text'
import { Button } from '../ui/button/button'
import { FailureText } from '../ui/feedback/feedback'
import { Field } from '../ui/field/field'
import { type LucideIcon, Send } from '../ui/icons'
import { TextArea } from '../ui/field/text-area'

/** The texts of the screen whose record is tested. */
interface ModelTestTexts {
  test: {
    conversation: string
    question: string
    placeholder: string
    ask: string
    cost: (tokensIn: string, tokensOut: string, ms: string) => string
  }
  failures: { other: string }
}

interface ModelTestProps {
  texts: ModelTestTexts
  isWaiting: boolean
  onAsk: (question: string) => void
  note?: ReactNode
  children: ReactNode
  actions?: ReactNode
}

export function ModelTest({ texts, isWaiting, onAsk, note, children, actions }: ModelTestProps) {
  const t = texts.test
  const [question, setQuestion] = useState('')
  const talk = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (talk.current) talk.current.scrollTop = talk.current.scrollHeight
  }, [isWaiting])

  function ask() {
    const text = question.trim()
    if (text === '' || isWaiting) return
    setQuestion('')
    onAsk(text)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey) return
    // Enter asks here; in the form it would save.
    event.preventDefault()
    event.stopPropagation()
    ask()
  }

  return (
    <div className="prompt-test column gap-3">
      {note}
      <div
        ref={talk}
        className="prompt-test-talk column"
        role="log"
        aria-label={t.conversation}
        aria-busy={isWaiting}
        // Scrolled by keys.
        tabIndex={0}
      >
        {children}
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
        {actions}
        <Button icon={Send} loading={isWaiting} disabled={question.trim() === ''} onClick={ask}>
          {t.ask}
        </Button>
      </div>
    </div>
  )
}

interface TestedAnswer {
  answer: string | null
  error: { code: string; message: string } | null
  tokensIn: number
  tokensOut: number
  ms: number
}

export interface TestExchange<Answer extends TestedAnswer = TestedAnswer> {
  question: string
  answer?: Answer
  /** The call itself failed. */
  failure?: unknown
}

export const isAwaited = (exchange: TestExchange | undefined) =>
  exchange !== undefined && !exchange.answer && exchange.failure === undefined

interface ExchangeViewProps {
  texts: ModelTestTexts
  exchange: TestExchange
  done?: ReactNode
  sources?: ReactNode
}

export function ExchangeView({ texts, exchange, done, sources }: ExchangeViewProps) {
  const { question, answer, failure } = exchange
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
      {done}
      {(error || failure !== undefined) && (
        <FailureText>
          {error ? `${failures[error.code] ?? texts.failures.other} ${error.message}`.trim() : errorText(failure)}
        </FailureText>
      )}
      {answer && !error && (
        <div className="prompt-test-cost">
          {sources}
          <p className="tabular">
            {texts.test.cost(format.number(answer.tokensIn), format.number(answer.tokensOut), format.number(answer.ms))}
          </p>
        </div>
      )}
    </>
  )
}

export function TestNote({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="prompt-test-note">
      <Icon size={16} aria-hidden />
      {children}
    </p>
  )
}
