import { computed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { useAddressWord } from '../page/address-word'
import { usePageTitle } from '../page/use-page-title'
import { useUnsavedGuard } from '../ui/form'
import { PageHeader } from '../ui/page-header'
import { Screen } from '../ui/screen'
import { Tabs } from '../ui/tabs'
import { followHours, useHoursForm } from './hours-form'
import { HoursPanel } from './hours-panel'
import type { SettingsData } from './load-settings'
import { OptionsPanel } from './options-panel'
import { createSettings } from './settings-model'
import { useWhiteLabelForm } from './white-label-form'
import { WhiteLabelPanel } from './white-label-panel'

type Tab = 'options' | 'schedules' | 'whitelabel'

export function page({ data, query }: PageProps<SettingsData>) {
  useSignals()
  const { setting: t } = useTexts('setting')
  const { api, live } = useApp()
  const { companyId } = useUser()
  const [model] = useState(() => createSettings(api, data.settings))
  // Made here, so that what is being set outlives a look at the other tab.
  const hours = useHoursForm(data.schedule)
  const whiteLabel = useWhiteLabelForm(data.platform)
  const [chosen, setChosen] = useState<Tab>(readTab(query.get('tab')))
  usePageTitle(t.title)
  useEffect(() => model.follow(live), [model, live])
  useEffect(() => followHours(hours, api, live, companyId), [hours, api, live, companyId])
  const [changed] = useState(() => ({
    dirty: computed(() => model.dirty.value || hours.form.dirty.value || whiteLabel.dirty.value),
    saving: computed(() => model.saving.value || hours.form.saving.value || whiteLabel.saving.value),
  }))
  useUnsavedGuard(changed)

  const hasHours = model.cells.scheduleType.shown.value === 'company' || hours.form.dirty.value
  const shown = { options: true, schedules: hasHours, whitelabel: data.platform !== null }
  const tab = shown[chosen] ? chosen : 'options'
  useAddressWord('tab', tab === 'options' ? '' : tab)
  return (
    <Screen header={<PageHeader title={t.title} />}>
      <div className="settings">
        <Tabs
          label={t.tabs.label}
          value={tab}
          onValueChange={setChosen}
          items={[
            { value: 'options', label: t.tabs.options },
            ...(hasHours ? [{ value: 'schedules' as const, label: t.tabs.schedules }] : []),
            ...(data.platform ? [{ value: 'whitelabel' as const, label: t.tabs.whitelabel }] : []),
          ]}
        >
          {tab === 'options' && <OptionsPanel model={model} openHours={() => setChosen('schedules')} />}
          {tab === 'schedules' && <HoursPanel hours={hours} />}
          {tab === 'whitelabel' && data.platform && <WhiteLabelPanel form={whiteLabel} stored={data.platform} />}
        </Tabs>
      </div>
    </Screen>
  )
}

function readTab(word: string | null): Tab {
  return word === 'schedules' || word === 'whitelabel' ? word : 'options'
}
