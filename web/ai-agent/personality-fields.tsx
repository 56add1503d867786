import { useSignals } from '@preact/signals-react/runtime'
import { ageRanges, communicationTones, genders } from '../../src/ai-agent/agent/agent.contract'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import { Combobox, MultiCombobox } from '../ui/select/combobox'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { Link } from '../ui/display/link'
import { NumberField } from '../ui/form/number-field'
import { Select } from '../ui/select/select'
import { type AgentValues, textsOfType } from './agent-form'
import type { AgentChoices } from './load-agent'
import { optionsOf } from '../ui/select/option'

interface PersonalityFieldsProps {
  form: FormModel<AgentValues>
  choices: AgentChoices
}

export function PersonalityFields({ form, choices }: PersonalityFieldsProps) {
  return (
    <>
      <IdentityFields form={form} choices={choices} />
      <ModelFields form={form} choices={choices} />
      <CharacterFields form={form} />
      <CompanyFields form={form} />
      <TargetFields form={form} choices={choices} />
    </>
  )
}

function IdentityFields({ form, choices: { types } }: PersonalityFieldsProps) {
  const { fields: t, types: typeTexts } = useTexts('agent').agent

  /** The texts of the new type replace those of the previous type, but not edited ones. */
  function choose(typeId: number) {
    const [before, after] = [form.fields.agentTypeId.value.peek(), typeId].map((id) =>
      types.find((one) => one.id === id),
    )
    form.set({ agentTypeId: typeId })
    if (!after) return
    const former: Record<string, unknown> = before ? textsOfType(before) : {}
    const values = form.values.peek() as Record<string, unknown>
    const untouched = Object.entries(textsOfType(after)).filter(
      ([name]) => values[name] === '' || values[name] === former[name],
    )
    form.set(Object.fromEntries(untouched))
  }

  return (
    <div className="form-row">
      <TextField form={form} name="name" label={t.name} required placeholder={t.namePlaceholder} />
      <FormField form={form} name="agentTypeId" label={t.agentType} required>
        {(field) => (
          <Select
            {...field}
            onValueChange={choose}
            options={types.map(({ id, type }) => ({ value: id, label: typeTexts[type].name }))}
          />
        )}
      </FormField>
    </div>
  )
}

function ModelFields({ form, choices: { providers, models } }: PersonalityFieldsProps) {
  useSignals()
  const t = useTexts('agent').agent.fields
  const { aiProviderId } = form.fields
  const own = models.filter((model) => model.aiProviderId === aiProviderId.value.value)
  return (
    <div className="form-row">
      <FormField
        form={form}
        name="aiProviderId"
        label={t.provider}
        required
        help={providers.length === 0 ? <Link href={links.providers()}>{t.noProviders}</Link> : undefined}
      >
        {(field) => (
          <Select
            {...field}
            onValueChange={(id) => form.set({ aiProviderId: id, aiModelListId: null })}
            options={optionsOf(providers)}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="aiModelListId"
        label={t.model}
        required
        help={own.length === 0 ? t.noModels : undefined}
      >
        {(field) => <Combobox {...field} options={optionsOf(own)} />}
      </FormField>
    </div>
  )
}

function CharacterFields({ form }: { form: FormModel<AgentValues> }) {
  const t = useTexts('agent').agent
  const { fields } = t
  return (
    <>
      <TextField form={form} name="shortBio" label={fields.shortBio} help={fields.shortBioHelp} rows={2} />
      <div className="form-row" data-columns="3">
        <FormField form={form} name="gender" label={fields.gender}>
          {(field) => <Select {...field} options={genders.map((value) => ({ value, label: t.genders[value] }))} />}
        </FormField>
        <FormField form={form} name="ageRange" label={fields.ageRange}>
          {(field) => <Select {...field} options={ageRanges.map((value) => ({ value, label: t.ageRange(value) }))} />}
        </FormField>
        <FormField form={form} name="communicationTone" label={fields.tone}>
          {(field) => (
            <Select {...field} options={communicationTones.map((value) => ({ value, label: t.tones[value] }))} />
          )}
        </FormField>
      </div>
      <TextField form={form} name="mainObjective" label={fields.mainObjective} rows={2} />
      <TextField
        form={form}
        name="expertiseAreas"
        label={fields.expertiseAreas}
        help={fields.expertiseAreasHelp}
        rows={1}
      />
      <TextField
        form={form}
        name="greetingPhrase"
        label={fields.greetingPhrase}
        help={fields.greetingPhraseHelp}
        rows={2}
      />
    </>
  )
}

function CompanyFields({ form }: { form: FormModel<AgentValues> }) {
  const t = useTexts('agent').agent.fields
  return (
    <>
      <TextField form={form} name="aboutCompany" label={t.aboutCompany} help={t.aboutCompanyHelp} rows={3} />
      <div className="form-row">
        <TextField form={form} name="companyWebsite" label={t.companyWebsite} placeholder="https://" />
        <TextField form={form} name="instagram" label={t.instagram} placeholder="@" />
      </div>
    </>
  )
}

function TargetFields({ form, choices: { queues, tags } }: PersonalityFieldsProps) {
  const t = useTexts('agent').agent.fields
  return (
    <>
      <FormField form={form} name="queuesId" label={t.queues} help={t.queuesHelp}>
        {(field) => <MultiCombobox {...field} options={queues} />}
      </FormField>
      <FormField form={form} name="tagsId" label={t.tags} help={t.tagsHelp}>
        {(field) => <MultiCombobox {...field} options={tags} />}
      </FormField>
      <NumberField form={form} name="delay" label={t.delay} help={t.delayHelp} unit="s" example={5} />
    </>
  )
}
