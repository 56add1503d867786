import type { PromptView } from '../../src/ai/prompt/prompt.record'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { QueueOption } from '../queue/use-queues'
import { RecordDialog } from '../records/record-dialog'
import { AnswerFields } from './answer-fields'
import { answerFields, instructionFields, schemaFor, valuesOfPrompt, type PromptValues } from './prompt-form'
import { PromptTest } from './prompt-test'
import { Combobox } from '../ui/select/combobox'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { PasswordInput } from '../ui/field/password-input'
import { SwitchField } from '../ui/field/switch-field'
import { TextArea } from '../ui/field/text-area'
import { TextInput } from '../ui/field/text-input'
import { optionsOf } from '../ui/select/option'

interface InstructionFieldsProps {
  form: FormModel<PromptValues>
  queues: readonly QueueOption[]
  prompt: PromptView | undefined
}

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

function InstructionFields({ form, queues, prompt }: InstructionFieldsProps) {
  const t = useTexts('prompt').prompt
  return (
    <>
      <FormField form={form} name="name" label={t.fields.name} required>
        {(field) => <TextInput {...field} autoComplete="off" placeholder={t.fields.namePlaceholder} />}
      </FormField>
      <FormField form={form} name="queueId" label={t.fields.queue} help={t.fields.queueHelp} required>
        {(field) => <Combobox {...field} options={optionsOf(queues)} clearable={false} />}
      </FormField>
      <FormField form={form} name="prompt" label={t.fields.prompt} help={t.fields.promptHelp} required>
        {(field) => <TextArea {...field} rows={7} rowsMax={16} placeholder={t.fields.promptPlaceholder} />}
      </FormField>
      <FormField
        form={form}
        name="apiKey"
        label={t.fields.apiKey}
        help={prompt ? t.keyHelp[prompt.apiKeyState] : t.fields.apiKeyHelp}
        required={!prompt?.hasApiKey}
      >
        {(field) => <PasswordInput {...field} autoComplete="off" />}
      </FormField>
      <SwitchField form={form} name="assistsTeam" label={t.fields.assistsTeam} help={t.fields.assistsTeamHelp} />
    </>
  )
}
