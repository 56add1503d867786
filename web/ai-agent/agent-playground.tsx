import { useSignals } from '@preact/signals-react/runtime'
import { useState, type KeyboardEvent } from 'react'
import type { PlaygroundAnswer } from '../../src/ai-agent/answer/answer.calls'
import { useApp } from '../app/app-context'
import { useErrorText, useFormat, useTexts } from '../i18n/i18n'
import { MessageText } from '../message/bubble/message-text'
import { FailureText } from '../ui/failure-text'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import type { FormModel } from '../ui/form'
import { CircleAlert, FileText, Info, RotateCcw, Send, Tag, UserRound, type LucideIcon } from '../ui/icons'
import { Note } from '../ui/note'
import { TextArea } from '../ui/text-area'
import type { AgentValues } from './agent-form'
import { KnowledgeSources } from './knowledge-sources'

interface Entry {
  question: string
  /** Undefined while it is awaited. */
  answer?: PlaygroundAnswer
  /** The call itself failed. */
  failure?: unknown
}

interface AgentPlaygroundProps {
  agentId: number
  form: FormModel<AgentValues>
}

/** A conversation with the agent as it is saved. Nothing is sent to a contact. */
export function AgentPlayground({ agentId, form }: AgentPlaygroundProps) {
  useSignals()
  const t = useTexts('agent').agent.test
  const [question, setQuestion] = useState('')
  const { entries, isWaiting, ask, clear } = usePlayground(agentId)

  function send() {
    const text = question.trim()
    if (text === '' || isWaiting) return
    setQuestion('')
    void ask(text)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey) return
    // Enter asks here; in the form it would save.
    event.preventDefault()
    event.stopPropagation()
    send()
  }

  return (
    <div className="prompt-test">
      {form.dirty.value && <Note icon={Info}>{t.unsaved}</Note>}
      <div className="prompt-test-talk" aria-live="polite" aria-busy={isWaiting}>
        {entries.length === 0 && <p className="prompt-test-intro">{t.intro}</p>}
        {entries.map((entry, index) => (
          <EntryView key={index} entry={entry} />
        ))}
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
        {entries.length > 0 && (
          <Button variant="ghost" icon={RotateCcw} disabled={isWaiting} onClick={clear}>
            {t.restart}
          </Button>
        )}
        <Button icon={Send} loading={isWaiting} disabled={question.trim() === ''} onClick={send}>
          {t.ask}
        </Button>
      </div>
    </div>
  )
}

/** Exchanges that are told to the agent with the next question. */
const remembered = 15

function usePlayground(id: number) {
  const { api } = useApp()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const last = entries.at(-1)
  const isWaiting = last !== undefined && !last.answer && last.failure === undefined

  async function ask(question: string) {
    const before = entries.filter(({ answer }) => answer?.answer)
    setEntries([...entries, { question }])
    const messages = [
      ...before.slice(-remembered).flatMap((entry) => [
        { fromMe: false, body: entry.question },
        { fromMe: true, body: entry.answer?.answer.slice(0, 4000) ?? '' },
      ]),
      { fromMe: false, body: question },
    ]
    const result = await api
      .post('/agents/:id/playground', { params: { id }, body: { messages } })
      .then((answer): Entry => ({ question, answer }))
      .catch((failure: unknown): Entry => ({ question, failure }))
    setEntries([...entries, result])
  }

  return { entries, isWaiting, ask, clear: () => setEntries([]) }
}

function EntryView({ entry: { question, answer, failure } }: { entry: Entry }) {
  const texts = useTexts('agent').agent
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
      {answer && <Actions actions={answer.actions} />}
      {(error || failure !== undefined) && (
        <FailureText>
          {error ? `${failures[error.code] ?? texts.failures.other} ${error.message}`.trim() : errorText(failure)}
        </FailureText>
      )}
      {answer && !error && (
        <div className="agent-test-why">
          <KnowledgeSources sources={answer.sources} />
          <p className="tabular">
            {t.cost(format.number(answer.tokensIn), format.number(answer.tokensOut), format.number(answer.ms))}
          </p>
        </div>
      )}
    </>
  )
}

function Actions({ actions: { transfersTo, tags, files, ends } }: { actions: PlaygroundAnswer['actions'] }) {
  const t = useTexts('agent').agent.test
  return (
    <>
      {files.map((name) => (
        <Action key={name} icon={FileText} text={t.sendsFile(name)} />
      ))}
      {tags.map((name) => (
        <Action key={name} icon={Tag} text={t.addsTag(name)} />
      ))}
      {transfersTo && (
        <Action
          icon={UserRound}
          text={`${transfersTo.queue ? t.transfersTo(transfersTo.queue) : t.transfers} ${transfersTo.reason}`.trim()}
        />
      )}
      {ends && <Action icon={CircleAlert} text={t.ends} />}
    </>
  )
}

function Action({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <p className="prompt-test-note">
      <Icon size={16} aria-hidden />
      {text}
    </p>
  )
}
