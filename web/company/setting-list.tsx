import type { CompanyView } from '../../src/platform/company/company.calls'
import { settingChoices, settingDefaults, type SettingKey, settingKeys } from '../../src/setting/setting.contract'
import { isHostSetting } from '../../src/setting/setting.policy'
import { useTexts } from '../i18n/i18n'
import type { FormModel } from '../ui/form/form'
import { SwitchField } from '../ui/field/switch-field'
import type { CompanyValues } from './company-form'

interface SettingListProps {
  form: FormModel<CompanyValues>
  /** Empty for a new company. */
  settings: CompanyView['settings']
}

/** All settings of a company by name and value. The host decides the first; the others are the company's. */
export function SettingList({ form, settings }: SettingListProps) {
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
