import type { PromptView } from '../../src/ai/prompt/prompt.record'
import { useTexts } from '../i18n/i18n'
import { type QueueOption } from '../queue/use-queues'
import { Combobox } from '../ui/select/combobox'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { PasswordInput } from '../ui/field/password-input'
import { SwitchField } from '../ui/field/switch-field'
import { TextArea } from '../ui/field/text-area'
import { TextInput } from '../ui/field/text-input'
import type { PromptValues } from './prompt-form'
import { optionsOf } from '../ui/select/option'

interface InstructionFieldsProps {
  form: FormModel<PromptValues>
  queues: readonly QueueOption[]
  prompt: PromptView | undefined
}

export function InstructionFields({ form, queues, prompt }: InstructionFieldsProps) {
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
