import type { PromptView } from '../../src/ai/prompt/prompt.record'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { QueueOption } from '../queue/use-queues'
import { RecordDialog } from '../records/record-dialog'
import { Combobox } from '../ui/select/combobox'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { PasswordInput } from '../ui/field/password-input'
import { SwitchField } from '../ui/field/switch-field'
import { TextArea } from '../ui/field/text-area'
import { optionsOf } from '../ui/select/option'
import { useState } from 'react'
import type { TestAnswer } from '../../src/ai/prompt/prompt.calls'
import { promptDefaults, promptVoices, PromptBody } from '../../src/ai/prompt/prompt.contract'
import { UserRound } from '../ui/icons'
import { ExchangeView, isAwaited, ModelTest, TestNote, type TestExchange } from './model-test'
import { useSignals } from '@preact/signals-react/runtime'
import { NumberField } from '../ui/form/number-field'
import { Select } from '../ui/select/select'
import * as v from 'valibot'

const Fields = v.required(PromptBody)

type PromptValues = v.InferInput<typeof Fields>

const instructionFields = ['name', 'queueId', 'prompt', 'apiKey', 'assistsTeam'] as const
const answerFields = [
  ...(['model', 'maxTokens', 'temperature', 'maxMessages', 'voice', 'voiceKey', 'voiceRegion'] as const),
]

/** A new prompt needs a key, one that reads aloud needs the key and region of its voice. */
function schemaFor(prompt: PromptView | undefined) {
  const speaks = ({ voice }: { voice: string }) => voice !== 'texto'
  return v.pipe(
    Fields,
    v.forward(
      v.check(({ apiKey }) => apiKey !== '' || prompt?.hasApiKey === true, 'required'),
      ['apiKey'],
    ),
    v.forward(
      v.check((all) => !speaks(all) || all.voiceKey !== '' || prompt?.hasVoiceKey === true, 'required'),
      ['voiceKey'],
    ),
    v.forward(
      v.check((all) => !speaks(all) || all.voiceRegion !== '', 'required'),
      ['voiceRegion'],
    ),
  )
}

interface InstructionFieldsProps {
  form: FormModel<PromptValues>
  queues: readonly QueueOption[]
  prompt: PromptView | undefined
}

interface PromptDialogProps {
  prompt: PromptView | undefined
  queues: readonly QueueOption[]
  close: () => void
  onTokensUsed: () => void
}

export function PromptDialog({ prompt, queues, close, onTokensUsed }: PromptDialogProps) {
  const t = useTexts('prompt').prompt
  return (
    <RecordDialog
      record={prompt}
      texts={t}
      schema={schemaFor(prompt)}
      path="/prompt"
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
      <TextField form={form} name="name" label={t.fields.name} required placeholder={t.fields.namePlaceholder} />
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

interface PromptTestProps {
  form: FormModel<PromptValues>
  prompt: PromptView | undefined
  onTokensUsed: () => void
}

function PromptTest({ form, prompt, onTokensUsed }: PromptTestProps) {
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

function AnswerFields({ form, prompt }: { form: FormModel<PromptValues>; prompt: PromptView | undefined }) {
  useSignals()
  const t = useTexts('prompt').prompt
  const speaks = form.fields.voice.value.value !== 'texto'
  const voices = promptVoices.map((voice) => ({ value: voice, label: t.voiceName(voice) }))
  return (
    <>
      <TextField form={form} name="model" label={t.fields.model} help={t.fields.modelHelp} spellCheck={false} />
      <div className="prompt-numbers">
        <NumberField
          form={form}
          name="maxTokens"
          label={t.fields.maxTokens}
          help={t.fields.maxTokensHelp}
          step={50}
          example={300}
        />
        <NumberField
          form={form}
          name="temperature"
          label={t.fields.temperature}
          help={t.fields.temperatureHelp}
          step={0.1}
          decimals={2}
          example={1}
        />
        <NumberField
          form={form}
          name="maxMessages"
          label={t.fields.maxMessages}
          help={t.fields.maxMessagesHelp}
          example={10}
        />
      </div>
      <FormField form={form} name="voice" label={t.fields.voice} help={t.fields.voiceHelp}>
        {(field) => <Select {...field} options={voices} />}
      </FormField>
      {speaks && (
        <>
          <FormField
            form={form}
            name="voiceKey"
            label={t.fields.voiceKey}
            help={prompt && prompt.voiceKeyState !== 'none' ? t.keyHelp[prompt.voiceKeyState] : t.fields.voiceKeyHelp}
            required={!prompt?.hasVoiceKey}
          >
            {(field) => <PasswordInput {...field} autoComplete="off" />}
          </FormField>
          <TextField
            form={form}
            name="voiceRegion"
            label={t.fields.voiceRegion}
            required
            spellCheck={false}
            placeholder="brazilsouth"
          />
        </>
      )}
    </>
  )
}
