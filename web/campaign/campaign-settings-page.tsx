import { useState } from 'react'
import * as v from 'valibot'
import type { CampaignSettingView, ConnectionLimitView } from '../../src/campaign/campaign.calls'
import {
  CampaignSettings,
  greaterIntervalChoices,
  intervalChoices,
  longerAfterChoices,
  SavedCampaignSettings,
} from '../../src/campaign/campaign.contract'
import { automationVariables } from '../../src/message/compose/message-variables.contract'
import { useApp } from '../app/app-context'
import { useTexts, useFormat } from '../i18n/i18n'
import type { Loader, PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { useFieldAddress } from '../records/opened-field'
import { ChildRows } from '../records/child-rows'
import { useForm, type FormModel, useUnsavedGuard } from '../ui/form/form'
import { Form, FormField, TextField } from '../ui/form/form-field'
import { SaveButton } from '../ui/button/save-button'
import { Screen, PageHeader } from '../ui/layout/screen'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import { TimeInput } from '../ui/field/time-input'
import { useUi } from '../ui/context/ui-context'
import { VariableList } from '../message/variable-list'
import { useAttempt } from '../ui/form/use-attempt'

interface SettingsData {
  settings: CampaignSettingView[]
  limits: ConnectionLimitView[]
}

export const load: Loader<SettingsData, object> = async (api) => {
  const [settings, limits] = await Promise.all([
    api.get('/campaign-settings'),
    api.get('/campaign-settings/connections'),
  ])
  return { settings, limits }
}

const SettingsForm = v.object({ ...SavedCampaignSettings.entries, sabado: v.boolean(), domingo: v.boolean() })
type SettingsValues = v.InferInput<typeof SettingsForm>

export function page({ data }: PageProps<SettingsData>) {
  const t = useTexts('campaign').campaign.settings
  const { api } = useApp()
  const { toast } = useUi()
  const [initial] = useState(() => readSettings(data.settings))
  const form = useForm({
    schema: SettingsForm,
    initial,
    save: async (settings) => {
      await api.post('/campaign-settings', { body: { settings } })
      form.reset(settings)
    },
  })
  useUnsavedGuard(form)
  useFieldAddress(form)
  usePageTitle(t.title)
  return (
    <Screen header={<PageHeader title={t.title} />}>
      <div className="campaign-settings">
        <Form form={form} onSaved={() => toast.success(t.saved)} footer={<SaveButton form={form} />}>
          <Pace form={form} />
          <Hours form={form} />
          <OptOut form={form} />
          <Variables form={form} />
        </Form>
        {data.limits.length > 0 && <ConnectionLimits limits={data.limits} />}
      </div>
    </Screen>
  )
}

function readSettings(settings: readonly CampaignSettingView[]): SettingsValues {
  return v.parse(CampaignSettings, Object.fromEntries(settings.map(({ key, value }) => [key, value])))
}

interface PartProps {
  form: FormModel<SettingsValues>
}

function Pace({ form }: PartProps) {
  const t = useTexts('campaign').campaign.settings
  const seconds = (value: number) => ({ value, label: value === 0 ? t.noInterval : t.seconds(value) })
  return (
    <section className="campaign-part">
      <h2>{t.pace}</h2>
      <div className="campaign-triple">
        <FormField form={form} name="messageInterval" label={t.messageInterval}>
          {(field) => <Select<number> {...field} options={choices(intervalChoices, field.value).map(seconds)} />}
        </FormField>
        <FormField form={form} name="longerIntervalAfter" label={t.longerIntervalAfter}>
          {(field) => (
            <Select<number>
              {...field}
              options={choices(longerAfterChoices, field.value).map((value) => ({
                value,
                label: value === 0 ? t.never : t.messages(value),
              }))}
            />
          )}
        </FormField>
        <FormField form={form} name="greaterInterval" label={t.greaterInterval}>
          {(field) => <Select<number> {...field} options={choices(greaterIntervalChoices, field.value).map(seconds)} />}
        </FormField>
      </div>
      <p className="subtle">{t.paceHelp}</p>
    </section>
  )
}

/** Keeps a value that another program has set. */
function choices(offered: readonly number[], present: number) {
  return offered.includes(present) ? offered : [...offered, present].sort((a, b) => a - b)
}

function Hours({ form }: PartProps) {
  const t = useTexts('campaign').campaign.settings
  return (
    <section className="campaign-part">
      <h2>{t.hours}</h2>
      <div className="campaign-pair campaign-hours">
        <FormField form={form} name="startHour" label={t.startHour}>
          {(field) => <TimeInput {...field} />}
        </FormField>
        <FormField form={form} name="endHour" label={t.endHour}>
          {(field) => <TimeInput {...field} />}
        </FormField>
      </div>
      <SwitchField form={form} name="sabado" label={t.saturday} />
      <SwitchField form={form} name="domingo" label={t.sunday} />
      <p className="subtle">{t.hoursHelp}</p>
    </section>
  )
}

function OptOut({ form }: PartProps) {
  const t = useTexts('campaign').campaign.settings
  return (
    <section className="campaign-part">
      <h2>{t.optOut}</h2>
      <TextField form={form} name="optOutMessage" label={t.optOutMessage} help={t.optOutHelp} rows={3} />
      <VariableList label={`${t.variables}:`} names={automationVariables} />
      <ChildRows
        form={form}
        name="optOutPhrases"
        label={t.optOutPhrases}
        help={t.optOutPhrasesHelp}
        addLabel={t.addOptOutPhrase}
        empty={{ phrase: '' }}
        limit={50}
        unordered
      >
        {(row) => <TextField form={row} name="phrase" label={t.optOutPhrase} required maxLength={60} />}
      </ChildRows>
    </section>
  )
}

function Variables({ form }: PartProps) {
  const t = useTexts('campaign').campaign.settings
  return (
    <section className="campaign-part">
      <ChildRows
        form={form}
        name="variables"
        label={t.variables}
        help={t.variablesHelp}
        addLabel={t.addVariable}
        empty={{ key: '', value: '' }}
        limit={50}
        unordered
      >
        {(row) => (
          <div className="campaign-pair">
            <TextField form={row} name="key" label={t.variableKey} required placeholder="desconto" />
            <TextField form={row} name="value" label={t.variableValue} placeholder="10%" />
          </div>
        )}
      </ChildRows>
    </section>
  )
}

const automatic = 0
const offered = [50, 100, 200, 300, 500, 1000, 2000]

function ConnectionLimits({ limits: first }: { limits: readonly ConnectionLimitView[] }) {
  const t = useTexts('campaign').campaign.settings
  const { api } = useApp()
  const attempt = useAttempt()
  const format = useFormat()
  const [limits, setLimits] = useState(first)

  const save = (whatsappId: number, dailyLimit: number | null) =>
    attempt(async () => {
      setLimits(await api.post('/campaign-settings/connections', { body: { whatsappId, dailyLimit } }))
    }, t.saved)

  return (
    <section className="campaign-part campaign-limits" aria-label={t.limits}>
      <h2>{t.limits}</h2>
      <p className="subtle">{t.limitsHelp}</p>
      <ul>
        {limits.map(({ whatsappId, name, dailyLimit, todayMax, todayUsed }) => (
          <li key={whatsappId} className="campaign-limit">
            <span className="campaign-limit-name">
              <bdi>{name}</bdi>
              <span className="subtle tabular">{t.today(format.number(todayUsed), format.number(todayMax))}</span>
            </span>
            <Select<number>
              label={t.limitOf(name)}
              value={dailyLimit ?? automatic}
              options={[
                { value: automatic, label: t.automatic },
                ...[...new Set([...offered, ...(dailyLimit === null ? [] : [dailyLimit])])]
                  .sort((a, b) => a - b)
                  .map((value) => ({ value, label: t.perDay(format.number(value)) })),
              ]}
              onValueChange={(limit) => void save(whatsappId, limit === automatic ? null : limit)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
