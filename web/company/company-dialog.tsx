import type { CompanyView } from '../../src/platform/company/company.calls'
import type { PlanView } from '../../src/platform/plan/plan.calls'
import type { ApiClient } from '../api/api-client'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import {
  GeneralFields,
  SubscriptionFields,
  CompanyDialogForm,
  generalFields,
  mayCreateUsers,
  settingFields,
  subscriptionFields,
  type CompanyValues,
} from './company-fields'
import { settingChoices, settingDefaults, type SettingKey, settingKeys } from '../../src/setting/setting.contract'
import { isHostSetting } from '../../src/setting/setting.policy'
import type { FormModel } from '../ui/form/form'
import { SwitchField } from '../ui/field/switch-field'
import { Button } from '../ui/button/button'
import { CopiedInput } from '../ui/field/copied-input'
import { Dialog } from '../ui/dialog/dialog'
import { Field } from '../ui/field/field'
import { TextInput } from '../ui/field/text-input'

interface CompanyDialogProps {
  company: CompanyView | undefined
  plans: readonly PlanView[]
  close: () => void
  /** Called with the password that was generated for the first admin. */
  onGenerated: (credentials: Credentials) => void
}

/** The only setting of another company that the host decides. */
function saveUserCreation(api: ApiClient, companyId: number, isOn: boolean) {
  const data = isOn ? 'enabled' : 'disabled'
  return api.put('/companySettings', { body: { column: 'userCreation', data, companyId } })
}

export function CompanyDialog({ company, plans, close, onGenerated }: CompanyDialogProps) {
  const t = useTexts('company').company
  const { api } = useApp()
  return (
    <RecordDialog
      record={company && { ...company, password: '', userCreation: mayCreateUsers(company) }}
      texts={t}
      schema={CompanyDialogForm}
      newValues={{ dueDate: '', timeZone: '', password: '', userCreation: true }}
      save={async ({ userCreation, ...body }, { password, userCreation: _, ...changes }) => {
        let id = company?.id
        if (id !== undefined) await api.put('/companies/:id', { params: { id }, body: changes })
        else {
          const made = await api.post('/companies', { body })
          id = made.id
          if (made.generatedPassword) onGenerated({ email: made.email, password: made.generatedPassword })
        }
        if (userCreation !== mayCreateUsers(company)) await saveUserCreation(api, id, userCreation)
        return { id }
      }}
      close={close}
      tabsLabel={t.tabs.label}
      tabs={[
        {
          label: t.tabs.general,
          fields: generalFields,
          content: (form) => <GeneralFields form={form} isNew={company === undefined} />,
        },
        {
          label: t.tabs.subscription,
          fields: subscriptionFields,
          content: (form) => <SubscriptionFields form={form} plans={plans} company={company} />,
        },
        {
          label: t.tabs.settings,
          fields: settingFields,
          content: (form) => <SettingList form={form} settings={company?.settings ?? []} />,
        },
      ]}
    />
  )
}

interface SettingListProps {
  form: FormModel<CompanyValues>
  settings: CompanyView['settings']
}

/** All settings of a company by name and value. The host decides the first; the others are the company's. */
function SettingList({ form, settings }: SettingListProps) {
  const { company: t, setting } = useTexts('company', 'setting')
  const { label, help } = setting.settings.userCreation
  const stored = new Map(settings.map(({ key, value }) => [key, value]))
  return (
    <>
      <SwitchField form={form} name="userCreation" label={label} help={help} />
      <p className="subtle">{t.settingsHelp}</p>
      <dl className="company-settings">
        {settingKeys
          .filter((key) => !isHostSetting(key))
          .map((key) => (
            <div key={key}>
              <dt>{setting.settings[key].label}</dt>
              <dd>
                <SettingValue name={key} value={stored.get(key) ?? settingDefaults[key]} />
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}

function SettingValue({ name, value }: { name: SettingKey; value: string }) {
  const { company: t, setting, ui } = useTexts('company', 'setting')
  if (value === '') return <span className="subtle">{t.noText}</span>
  if (settingChoices[name]) {
    const choices: Record<string, Record<string, string>> = setting.choices
    return choices[name]?.[value] ?? value
  }
  if (value === 'enabled' || value === 'disabled') return value === 'enabled' ? ui.yes : ui.no
  return <bdi>{value}</bdi>
}

export interface Credentials {
  email: string
  password: string
}

/** The generated password of a new company's first admin, which is not stored and only shown here. */
export function CredentialsDialog({ email, password, close }: Credentials & { close: () => void }) {
  const { company, ui } = useTexts('company')
  const t = company.credentials
  return (
    <Dialog
      open
      alert
      size="s"
      title={t.title}
      description={t.text}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          {ui.close}
        </Button>
      }
    >
      <Field label={company.fields.email}>
        <TextInput readOnly value={email} onValueChange={() => {}} />
      </Field>
      <Field label={company.fields.password}>
        <CopiedInput data-autofocus value={password} copyLabel={t.copy} copiedLabel={t.copied} />
      </Field>
    </Dialog>
  )
}
