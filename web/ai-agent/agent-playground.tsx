import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { PlaygroundAnswer } from '../../src/ai-agent/answer/answer.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { ExchangeView, isAwaited, ModelTest, TestNote, type TestExchange } from '../prompt/model-test'
import { Button } from '../ui/button/button'
import type { FormModel } from '../ui/form/form'
import { CircleAlert, FileText, Info, RotateCcw, Tag, UserRound } from '../ui/icons'
import { Note } from '../ui/feedback/feedback'
import type { AgentValues } from './agent-form'
import { KnowledgeSources } from './knowledge-sources'

type Entry = TestExchange<PlaygroundAnswer>

interface AgentPlaygroundProps {
  agentId: number
  form: FormModel<AgentValues>
  onTokensUsed: () => void
}

export function AgentPlayground({ agentId, form, onTokensUsed }: AgentPlaygroundProps) {
  useSignals()
  const t = useTexts('agent').agent
  const { entries, isWaiting, ask, clear } = usePlayground(agentId, onTokensUsed)
  return (
    <ModelTest
      texts={t}
      isWaiting={isWaiting}
      onAsk={(question) => void ask(question)}
      note={form.dirty.value && <Note icon={Info}>{t.test.unsaved}</Note>}
      actions={
        entries.length > 0 && (
          <Button variant="ghost" icon={RotateCcw} disabled={isWaiting} onClick={clear}>
            {t.test.restart}
          </Button>
        )
      }
    >
      {entries.length === 0 && <p className="prompt-test-intro">{t.test.intro}</p>}
      {entries.map((entry, index) => (
        <ExchangeView
          key={index}
          texts={t}
          exchange={entry}
          done={entry.answer && <Actions actions={entry.answer.actions} />}
          sources={entry.answer && <KnowledgeSources sources={entry.answer.sources} />}
        />
      ))}
    </ModelTest>
  )
}

/** Number of previous exchanges sent with the next question. */
const remembered = 15

function usePlayground(id: number, onTokensUsed: () => void) {
  const { api } = useApp()
  const [entries, setEntries] = useState<readonly Entry[]>([])

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
    onTokensUsed()
  }

  return { entries, isWaiting: isAwaited(entries.at(-1)), ask, clear: () => setEntries([]) }
}

function Actions({ actions: { transfersTo, tags, files, ends } }: { actions: PlaygroundAnswer['actions'] }) {
  const t = useTexts('agent').agent.test
  return (
    <>
      {files.map((name) => (
        <TestNote key={name} icon={FileText}>
          {t.sendsFile(name)}
        </TestNote>
      ))}
      {tags.map((name) => (
        <TestNote key={name} icon={Tag}>
          {t.addsTag(name)}
        </TestNote>
      ))}
      {transfersTo && (
        <TestNote icon={UserRound}>
          {`${transfersTo.queue ? t.transfersTo(transfersTo.queue) : t.transfers} ${transfersTo.reason}`.trim()}
        </TestNote>
      )}
      {ends && <TestNote icon={CircleAlert}>{t.ends}</TestNote>}
    </>
  )
}
