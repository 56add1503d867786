import { useState } from 'react'
import type { TestAnswer } from '../../src/ai/prompt/prompt.calls'
import type { PromptView } from '../../src/ai/prompt/prompt.record'
import { promptDefaults } from '../../src/ai/prompt/prompt.contract'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { FormModel } from '../ui/form/form'
import { UserRound } from '../ui/icons'
import { ExchangeView, isAwaited, ModelTest, TestNote, type TestExchange } from './model-test'
import type { PromptValues } from './prompt-form'

interface PromptTestProps {
  form: FormModel<PromptValues>
  prompt: PromptView | undefined
  onTokensUsed: () => void
}

/** Asks the model a question with the form's instructions. */
export function PromptTest({ form, prompt, onTokensUsed }: PromptTestProps) {
  const t = useTexts('prompt').prompt
  const { api } = useApp()
  const [exchange, setExchange] = useState<TestExchange<TestAnswer>>()

  async function ask(question: string) {
    setExchange({ question })
    try {
      const answer = await api.post('/prompt/test', { body: { question, id: prompt?.id ?? null, ...bodyOf(form) } })
      setExchange({ question, answer })
      onTokensUsed()
    } catch (failure) {
      setExchange({ question, failure })
    }
  }

  return (
    <ModelTest texts={t} isWaiting={isAwaited(exchange)} onAsk={(question) => void ask(question)}>
      {exchange ? (
        <ExchangeView
          texts={t}
          exchange={exchange}
          done={exchange.answer?.handsOver && <TestNote icon={UserRound}>{t.test.handsOver}</TestNote>}
        />
      ) : (
        <p className="prompt-test-intro">{t.test.intro}</p>
      )}
    </ModelTest>
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
