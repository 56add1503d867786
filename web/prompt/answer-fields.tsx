import { useSignals } from '@preact/signals-react/runtime'
import type { PromptView } from '../../src/ai/prompt/prompt.record'
import { promptVoices } from '../../src/ai/prompt/prompt.contract'
import { useTexts } from '../i18n/i18n'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import { PasswordInput } from '../ui/field/password-input'
import { Select } from '../ui/select/select'
import { TextInput } from '../ui/field/text-input'
import type { PromptValues } from './prompt-form'

interface AnswerFieldsProps {
  form: FormModel<PromptValues>
  prompt: PromptView | undefined
}

export function AnswerFields({ form, prompt }: AnswerFieldsProps) {
  useSignals()
  const t = useTexts('prompt').prompt
  const speaks = form.fields.voice.value.value !== 'texto'
  const voices = promptVoices.map((voice) => ({ value: voice, label: t.voiceName(voice) }))
  return (
    <>
      <FormField form={form} name="model" label={t.fields.model} help={t.fields.modelHelp}>
        {(field) => <TextInput {...field} autoComplete="off" spellCheck={false} />}
      </FormField>
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
          <FormField form={form} name="voiceRegion" label={t.fields.voiceRegion} required>
            {(field) => <TextInput {...field} autoComplete="off" spellCheck={false} placeholder="brazilsouth" />}
          </FormField>
        </>
      )}
    </>
  )
}
