import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { searchParameter, useQueryParameters } from '../page/query-parameter'
import { usePageTitle } from '../page/use-page-title'
import { useUnsavedGuard } from '../ui/form/form'
import { PageHeader } from '../ui/layout/page-header'
import { Screen } from '../ui/layout/screen'
import { Tabs } from '../ui/layout/tabs'
import { type HostScreen, HostScreenPanel, hostScreens } from './host-screen-panel'
import { followHours, useHoursForm } from './hours-form'
import { HoursPanel } from './hours-panel'
import type { SettingsData } from './load-settings'
import { OptionsPanel } from './options-panel'
import { createSettings } from './settings-model'
import { useWebhookTab } from './webhook/use-webhook-tab'
import { companyWebhook, hostWebhook } from './webhook/webhook-access'
import { WebhookPanel } from './webhook/webhook-panel'
import { useWhiteLabelForm } from './white-label-form'
import { WhiteLabelPanel } from './white-label-panel'

const tabs = ['options', 'schedules', 'companyWebhook', ...hostScreens, 'whitelabel', 'webhook'] as const
type Tab = (typeof tabs)[number]

export function page({ data, query }: PageProps<SettingsData>) {
  useSignals()
  const { setting: t } = useTexts('setting')
  const { api, live } = useApp()
  const { companyId } = useUser()
  const [model] = useState(() => createSettings(api, data.settings))
  // Created by the page, so that unsaved changes survive switching tabs.
  const hours = useHoursForm(data.schedule)
  const whiteLabel = useWhiteLabelForm(data.platform)
  const [access] = useState(() => ({ host: hostWebhook(api), company: companyWebhook(api) }))
  const webhook = useWebhookTab(access.host, data.webhook)
  const ownWebhook = useWebhookTab(access.company, data.companyWebhook)
  const [chosen, setChosen] = useState<Tab>(readTab(query.get('tab')))
  usePageTitle(t.title)
  useEffect(() => model.follow(live), [model, live])
  useEffect(() => followHours(hours, api, live, companyId), [hours, api, live, companyId])
  const [changed] = useState(() => anyOf([model, hours, whiteLabel, webhook.form, ownWebhook.form]))
  useUnsavedGuard(changed)

  const hasHours = model.cells.scheduleType.shown.value === 'company' || hours.dirty.value
  const isHost = data.platform !== null
  const shown = tabs.filter((name) => {
    if (name === 'options') return true
    if (name === 'schedules') return hasHours
    return name === 'companyWebhook' ? ownWebhook.stored !== null : isHost
  })
  const tab = shown.includes(chosen) ? chosen : 'options'
  // What was searched for on a tab belongs to its list.
  useQueryParameters({ tab: tab === 'options' ? '' : tab, ...(!isHostScreen(tab) && { [searchParameter]: '' }) })
  return (
    <Screen header={<PageHeader title={t.title} />}>
      <div className="settings" data-host-screen={isHostScreen(tab) || undefined}>
        <Tabs
          label={t.tabs.label}
          value={tab}
          onValueChange={setChosen}
          items={shown.map((value) => ({ value, label: t.tabs[value] }))}
        >
          {tab === 'options' && <OptionsPanel model={model} openHours={() => setChosen('schedules')} />}
          {tab === 'schedules' && <HoursPanel form={hours} />}
          {tab === 'companyWebhook' && ownWebhook.stored && (
            <WebhookPanel key="company" {...ownWebhook} stored={ownWebhook.stored} />
          )}
          {isHostScreen(tab) && <HostScreenPanel key={tab} screen={tab} />}
          {tab === 'whitelabel' && data.platform && <WhiteLabelPanel form={whiteLabel} stored={data.platform} />}
          {tab === 'webhook' && webhook.stored && <WebhookPanel key="host" {...webhook} stored={webhook.stored} />}
        </Tabs>
      </div>
    </Screen>
  )
}

/** Combines several forms for the guard of unsaved changes. */
function anyOf(forms: readonly { dirty: ReadonlySignal<boolean>; saving: ReadonlySignal<boolean> }[]) {
  return {
    dirty: computed(() => forms.some(({ dirty }) => dirty.value)),
    saving: computed(() => forms.some(({ saving }) => saving.value)),
  }
}

function readTab(word: string | null): Tab {
  return tabs.find((tab) => tab === word) ?? 'options'
}

const isHostScreen = (tab: Tab): tab is HostScreen => hostScreens.some((screen) => screen === tab)
