import type { PromptView } from '../../src/ai/prompt/prompt.record'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { QueueOption } from '../queue/use-queues'
import { RecordDialog } from '../records/record-dialog'
import { AnswerFields } from './answer-fields'
import { InstructionFields } from './instruction-fields'
import { answerFields, instructionFields, schemaFor, valuesOfPrompt } from './prompt-form'
import { PromptTest } from './prompt-test'

interface PromptDialogProps {
  /** Undefined to add one. */
  prompt: PromptView | undefined
  queues: readonly QueueOption[]
  close: () => void
  onTokensUsed: () => void
}

export function PromptDialog({ prompt, queues, close, onTokensUsed }: PromptDialogProps) {
  const t = useTexts('prompt').prompt
  const { api } = useApp()
  return (
    <RecordDialog
      record={prompt}
      texts={t}
      schema={schemaFor(prompt)}
      initial={valuesOfPrompt(prompt)}
      save={(body, changes) =>
        prompt ? api.put('/prompt/:id', { params: { id: prompt.id }, body: changes }) : api.post('/prompt', { body })
      }
      close={close}
      tabsLabel={t.tabs.label}
      tabs={[
        {
          label: t.tabs.instructions,
          fields: instructionFields,
          content: (form) => <InstructionFields form={form} queues={queues} prompt={prompt} />,
        },
        {
          label: t.tabs.answer,
          fields: answerFields,
          content: (form) => <AnswerFields form={form} prompt={prompt} />,
        },
        {
          label: t.tabs.test,
          fields: [],
          content: (form) => <PromptTest form={form} prompt={prompt} onTokensUsed={onTokensUsed} />,
        },
      ]}
    />
  )
}
