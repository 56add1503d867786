import { useEffect, useState } from 'react'
import type { AnswerView } from '../../src/ai-agent/answer/answer.calls'
import { useApp } from '../app/app-context'
import { WithTexts } from '../app/with-texts'
import { useFormat, useTexts } from '../i18n/i18n'
import { Dialog } from '../ui/dialog/dialog'
import { SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { KnowledgeSources } from './knowledge-sources'

interface AgentAnswerDialogProps {
  messageId: number
  onClose: () => void
}

export function AgentAnswerDialog(props: AgentAnswerDialogProps) {
  return (
    <WithTexts areas={['agent']}>
      <OpenDialog {...props} />
    </WithTexts>
  )
}

function OpenDialog({ messageId, onClose }: AgentAnswerDialogProps) {
  const t = useTexts('agent').agent.why
  const { answer, error, load } = useAnswer(messageId)
  return (
    <Dialog open title={t.title} onClose={onClose}>
      {error !== undefined && <ErrorState compact error={error} onRetry={load} />}
      {!answer && error === undefined && <SkeletonRows count={3} picture={false} />}
      {answer && <Answer answer={answer} />}
    </Dialog>
  )
}

function useAnswer(id: number) {
  const { api } = useApp()
  const [answer, setAnswer] = useState<AnswerView>()
  const [error, setError] = useState<unknown>()

  function load() {
    setError(undefined)
    api.get('/agents/answers/:id', { params: { id } }).then(setAnswer, setError)
  }
  useEffect(load, [api, id])
  return { answer, error, load }
}

function Answer({ answer: { agent, model, question, sources, tokensIn, tokensOut } }: { answer: AnswerView }) {
  const texts = useTexts('agent').agent
  const t = texts.why
  const format = useFormat()
  return (
    <dl className="agent-answer">
      <dt>{t.question}</dt>
      <dd className="agent-answer-question">{question}</dd>
      <dt>{texts.sources}</dt>
      <dd>
        <KnowledgeSources sources={sources} />
      </dd>
      <dt>{t.agent}</dt>
      <dd>
        <bdi>{agent?.name ?? t.deletedAgent}</bdi>
        <span className="subtle"> · {model}</span>
      </dd>
      <dt>{t.tokens}</dt>
      <dd className="tabular">{t.tokenCount(format.number(tokensIn), format.number(tokensOut))}</dd>
    </dl>
  )
}
