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
import { type HostScreen, HostScreenPanel, hostScreens } from './host-screen-panel'
import { followHours, useHoursForm } from './hours-form'
import { HoursPanel } from './hours-panel'
import type { SettingsData } from './load-settings'
import { OptionsPanel } from './options-panel'
import { createSettings } from './settings-model'
import { useWebhookTab } from './webhook/use-webhook-tab'
import { WebhookPanel } from './webhook/webhook-panel'
import { useWhiteLabelForm } from './white-label-form'
import { WhiteLabelPanel } from './white-label-panel'

const tabs = ['options', 'schedules', ...hostScreens, 'whitelabel', 'webhook'] as const
type Tab = (typeof tabs)[number]

export function page({ data, query }: PageProps<SettingsData>) {
  useSignals()
  const { setting: t } = useTexts('setting')
  const { api, live } = useApp()
  const { companyId } = useUser()
  const [model] = useState(() => createSettings(api, data.settings))
  // Created here, so that unsaved changes survive switching tabs.
  const hours = useHoursForm(data.schedule)
  const whiteLabel = useWhiteLabelForm(data.platform)
  const webhook = useWebhookTab(data.webhook)
  const [chosen, setChosen] = useState<Tab>(readTab(query.get('tab')))
  usePageTitle(t.title)
  useEffect(() => model.follow(live), [model, live])
  useEffect(() => followHours(hours, api, live, companyId), [hours, api, live, companyId])
  const [changed] = useState(() => ({
    dirty: computed(
      () => model.dirty.value || hours.form.dirty.value || whiteLabel.dirty.value || webhook.form.dirty.value,
    ),
    saving: computed(
      () => model.saving.value || hours.form.saving.value || whiteLabel.saving.value || webhook.form.saving.value,
    ),
  }))
  useUnsavedGuard(changed)

  const hasHours = model.cells.scheduleType.shown.value === 'company' || hours.form.dirty.value
  const isHost = data.platform !== null
  const shown = tabs.filter((name) => name === 'options' || (name === 'schedules' ? hasHours : isHost))
  const tab = shown.includes(chosen) ? chosen : 'options'
  useAddressWord('tab', tab === 'options' ? '' : tab)
  return (
    <Screen header={<PageHeader title={t.title} />}>
      <div className="settings">
        <Tabs
          label={t.tabs.label}
          value={tab}
          onValueChange={setChosen}
          items={shown.map((value) => ({ value, label: t.tabs[value] }))}
        >
          {tab === 'options' && <OptionsPanel model={model} openHours={() => setChosen('schedules')} />}
          {tab === 'schedules' && <HoursPanel hours={hours} />}
          {isHostScreen(tab) && <HostScreenPanel screen={tab} />}
          {tab === 'whitelabel' && data.platform && <WhiteLabelPanel form={whiteLabel} stored={data.platform} />}
          {tab === 'webhook' && webhook.stored && <WebhookPanel {...webhook} stored={webhook.stored} />}
        </Tabs>
      </div>
    </Screen>
  )
}

function readTab(word: string | null): Tab {
  return tabs.find((tab) => tab === word) ?? 'options'
}

const isHostScreen = (tab: Tab): tab is HostScreen => hostScreens.some((screen) => screen === tab)
