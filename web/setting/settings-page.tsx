import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState, type ComponentType, useEffectEvent, useRef } from 'react'
import { useApp, useUser } from '../app/app-context'
import type { Place } from '../app/place'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { searchParameter, useQueryParameters } from '../page/query-parameter'
import { usePageTitle } from '../page/page-context'
import { FieldHint } from '../ui/field/field'
import { useUnsavedGuard, type FormModel, useForm } from '../ui/form/form'
import { Screen, PageHeader, HeadingLevel } from '../ui/layout/screen'
import { Tabs } from '../ui/layout/tabs'
import type { SettingsData } from './load-settings'
import { OptionsPanel } from './options-panel'
import {
  isHostScreen,
  isHostTab,
  readTab,
  settingTabs,
  type SettingTab,
  type HostScreen,
  settingId,
} from './setting-tabs'
import { createSettings, type SettingsModel } from './settings-model'
import { FoundSettings, SettingsSearch } from './settings-search'
import { companyWebhook, hostWebhook } from './webhook/delivery-log'
import { WebhookPanel, useWebhookTab } from './webhook/webhook-panel'
import { useWhiteLabelForm } from './white-label-form'
import { WhiteLabelPanel } from './white-label-panel'
import { WeekHoursField } from '../queue/week-hours-field'
import { Button } from '../ui/button/button'
import { Form, TextField } from '../ui/form/form-field'
import { SaveButton } from '../ui/button/save-button'
import { useUi } from '../ui/context/ui-context'
import type * as v from 'valibot'
import { type CompanySchedule, CompanyScheduleBody } from '../../src/queue/hours/opening-hours.contract'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { WithTexts } from '../app/with-texts'
import { companiesScreen } from '../company/companies.screen'
import { helpAdminScreen } from '../help/helps.screen'
import type { Screen as ScreenEntry } from '../page/screen'
import { plansScreen } from '../plan/plans.screen'
import { SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { fieldParameter, links, shownParameter } from '../app/links'
import { Link } from '../ui/display/link'
import type { AreaTexts } from '../i18n/areas'
import { findInput, focusWhenShown } from '../ui/layout/focus-shown'
import { settingGroups } from './setting-groups'

type HoursValues = Required<v.InferInput<typeof CompanyScheduleBody>>

type HoursForm = FormModel<HoursValues>

export function page({ data, query }: PageProps<SettingsData>) {
  useSignals()
  const { setting: t } = useTexts('setting')
  const parts = useSettingsParts(data)
  const { model, hours, whiteLabel, webhook, ownWebhook } = parts
  const [chosen, setChosen] = useState<SettingTab>(readTab(query.get('tab')))
  const [text, setText] = useState('')
  usePageTitle(t.title)

  const hasHours = model.cells.scheduleType.shown.value === 'company' || hours.dirty.value
  const isShown = (name: SettingTab) => {
    if (name === 'options') return true
    if (name === 'schedules') return hasHours
    return name === 'companyWebhook' ? ownWebhook.stored !== null : data.platform !== null
  }
  const forms = { schedules: hours, whitelabel: whiteLabel, webhook: webhook.form, companyWebhook: ownWebhook.form }
  const { open, hint } = useOpenedSetting({ model, forms, isShown, choose: setChosen })
  const tab = isShown(chosen) ? chosen : 'options'
  // What was searched for on a tab belongs to its list.
  useQueryParameters({ tab: tab === 'options' ? '' : tab, ...(!isHostScreen(tab) && { [searchParameter]: '' }) })

  function openPlace({ href = '' }: Place) {
    setText('')
    open(new URL(href, location.href).searchParams)
  }

  const group = (name: SettingTab) => (isHostTab(name) ? t.tabs.platform : t.tabs.company)
  const isSearching = text.trim() !== ''
  return (
    <Screen
      header={<PageHeader title={t.title} search={<SettingsSearch text={text} setText={setText} open={openPlace} />} />}
    >
      <div className="settings" data-host-screen={(!isSearching && isHostScreen(tab)) || undefined}>
        {isSearching ? (
          <FoundSettings text={text} open={openPlace} />
        ) : (
          <Tabs
            label={t.tabs.label}
            value={tab}
            onValueChange={setChosen}
            items={settingTabs
              .filter(isShown)
              .map((value) => ({ value, label: t.tabs[value], ...(data.platform && { group: group(value) }) }))}
          >
            <FieldHint value={hint}>
              <SettingsTab {...parts} tab={tab} data={data} openHours={() => setChosen('schedules')} />
            </FieldHint>
          </Tabs>
        )}
      </div>
    </Screen>
  )
}

/** The settings and forms of all tabs, created by the page, so that unsaved changes survive switching tabs. */
function useSettingsParts(data: SettingsData) {
  const { api, live } = useApp()
  const { companyId } = useUser()
  const [model] = useState(() => createSettings(api, data.settings))
  const hours = useHoursForm(data.schedule)
  const whiteLabel = useWhiteLabelForm(data.platform)
  const [access] = useState(() => ({ host: hostWebhook(api), company: companyWebhook(api) }))
  const webhook = useWebhookTab(access.host, data.webhook)
  const ownWebhook = useWebhookTab(access.company, data.companyWebhook)
  useEffect(() => model.follow(live), [model, live])
  useEffect(() => followHours(hours, api, live, companyId), [hours, api, live, companyId])
  const [changed] = useState(() => anyOf([model, hours, whiteLabel, webhook.form, ownWebhook.form]))
  useUnsavedGuard(changed)
  return { model, hours, whiteLabel, webhook, ownWebhook }
}

interface SettingsTabProps extends ReturnType<typeof useSettingsParts> {
  tab: SettingTab
  data: SettingsData
  openHours: () => void
}

function SettingsTab({ tab, data, openHours, model, hours, whiteLabel, webhook, ownWebhook }: SettingsTabProps) {
  useSignals()
  return (
    <>
      {tab === 'options' && <OptionsPanel model={model} openHours={openHours} />}
      {tab === 'schedules' && <HoursPanel form={hours} />}
      {tab === 'companyWebhook' && ownWebhook.stored && (
        <WebhookPanel key="company" {...ownWebhook} stored={ownWebhook.stored} />
      )}
      {isHostScreen(tab) && <HostScreenPanel key={tab} screen={tab} />}
      {tab === 'whitelabel' && data.platform && <WhiteLabelPanel form={whiteLabel} stored={data.platform} />}
      {tab === 'webhook' && webhook.stored && <WebhookPanel key="host" {...webhook} stored={webhook.stored} />}
    </>
  )
}

function anyOf(forms: readonly { dirty: ReadonlySignal<boolean>; saving: ReadonlySignal<boolean> }[]) {
  return {
    dirty: computed(() => forms.some(({ dirty }) => dirty.value)),
    saving: computed(() => forms.some(({ saving }) => saving.value)),
  }
}

function HoursPanel({ form }: { form: HoursForm }) {
  useSignals()
  const t = useTexts('setting').setting.hours
  const { toast } = useUi()
  const dirty = form.dirty.value
  const hasHours = form.fields.schedules.value.value.length > 0
  return (
    <Form form={form} className="setting-hours" onSaved={() => toast.success(t.saved)}>
      <WeekHoursField form={form} help={t.help} />
      <p>
        {t.holidays} <Link href={links.holidays()}>{t.holidaysLink}</Link>
      </p>
      <TextField form={form} name="msg" label={t.message} help={t.messageHelp} required={hasHours} rows={3} />
      <div className="row wraps">
        <SaveButton form={form} />
        {dirty && (
          <Button variant="ghost" onClick={() => form.reset()}>
            {t.discard}
          </Button>
        )}
        <span className="setting-hours-status" role="status">
          {dirty && t.unsaved}
        </span>
      </div>
    </Form>
  )
}

function useHoursForm(schedule: CompanySchedule): HoursForm {
  const { api } = useApp()
  const { companyId } = useUser()
  return useForm({
    schema: CompanyScheduleBody,
    initial: valuesOf(schedule),
    id: 'company-hours',
    save: (body) => api.put('/companies/:id/schedules', { params: { id: companyId }, body }),
  }) as HoursForm
}

function valuesOf({ schedules, messageOutOfHour }: CompanySchedule): HoursValues {
  return { schedules, msg: messageOutOfHour }
}

/** Shows opening hours saved by a colleague, unless they are being edited here. Returns a function that stops it. */
function followHours(form: HoursForm, api: ApiClient, live: LiveSocketClient, companyId: number) {
  async function renew() {
    const schedule = await api.get('/companies/:id/schedules', { params: { id: companyId } })
    if (form.dirty.peek() || form.saving.peek()) return
    form.reset(valuesOf(schedule))
  }
  // After a failure the shown hours stay until the next event.
  const ask = () => void renew().catch(() => {})
  const stops = [live.subscribe('companySchedule', ask), live.subscribe('reload', ask)]
  return () => stops.forEach((stop) => stop())
}

const screens: Record<HostScreen, ScreenEntry> = {
  companies: companiesScreen,
  plans: plansScreen,
  helps: helpAdminScreen,
}

function HostScreenPanel({ screen }: { screen: HostScreen }) {
  const entry = screens[screen]
  return (
    <WithTexts areas={entry.texts ?? []}>
      <HeadingLevel value={2}>
        <HostPage entry={entry} />
      </HeadingLevel>
    </WithTexts>
  )
}

interface Loaded {
  Page: ComponentType<PageProps<unknown, never>>
  data: unknown
}

function HostPage({ entry }: { entry: ScreenEntry }) {
  const { api, navigation } = useApp()
  const user = useUser()
  const [loaded, setLoaded] = useState<Loaded>()
  const [error, setError] = useState<unknown>()
  const [query] = useState(() => new URLSearchParams(navigation.shown.peek().search))

  function load() {
    setError(undefined)
    const { page } = entry
    Promise.all([page.fetch(), page.load?.(api, {}, query, { user })]).then(
      ([view, data]) => setLoaded({ Page: view.page, data }),
      setError,
    )
  }
  useEffect(load, [entry])

  if (error !== undefined) return <ErrorState error={error} onRetry={load} />
  if (!loaded) return <SkeletonRows count={5} picture={false} />
  const { Page, data } = loaded
  return <Page data={data} params={{} as never} query={query} />
}

interface OpenedSettingOptions {
  model: SettingsModel
  forms: Partial<Record<SettingTab, { fields: object }>>
  isShown: (tab: SettingTab) => boolean
  choose: (tab: SettingTab) => void
}

/** Of the address, or a search result; a hidden one at its switch. Returns the function for results, and the hint. */
function useOpenedSetting({ model, forms, isShown, choose }: OpenedSettingOptions) {
  useSignals()
  const t = useTexts('setting').setting
  const { navigation } = useApp()
  const { search } = navigation.shown.value
  const [hint, setHint] = useState<{ id: string; text: string }>()
  const stop = useRef(() => {})

  function open(query: URLSearchParams) {
    const [tab, field] = [readTab(query.get('tab')), query.get(fieldParameter)]
    const shower = showerOf(model, t, { field, hours: isShown(tab) ? query.get(shownParameter) : 'companyHours' })
    const form = forms[tab]?.fields as Record<string, { id: string }> | undefined
    const id = field === null ? undefined : (form?.[field]?.id ?? settingId(field))
    stop.current()
    choose(shower ? 'options' : tab)
    setHint(shower)
    if (id !== undefined) stop.current = focusWhenShown(() => findInput(shower?.id ?? id))
  }

  const follow = useEffectEvent(() => {
    const query = new URLSearchParams(search)
    if (!query.has(fieldParameter)) return
    open(query)
    const rest = new URLSearchParams(navigation.shown.peek().search)
    rest.delete(fieldParameter)
    rest.delete(shownParameter)
    navigation.replaceQuery(rest)
  })
  useEffect(() => follow(), [search])
  useEffect(() => () => stop.current(), [])
  return { open, hint }
}

interface Hidden {
  field: string | null
  hours: string | null
}

function showerOf({ cells }: SettingsModel, t: AreaTexts['setting'], { field, hours }: Hidden) {
  const hoursText = Object.entries(t.shownBy.hours).find(([name]) => name === hours)?.[1]
  if (hoursText !== undefined) return { id: settingId('scheduleType'), text: hoursText }
  for (const { key, when, below = [] } of settingGroups.flatMap(({ lines }) => lines)) {
    const hidden = below.find((name) => name === field)
    if (!hidden || !when || cells[key].shown.peek() === when || cells[hidden].dirty.peek()) continue
    return { id: settingId(key), text: t.shownBy[when](t.settings[hidden].label) }
  }
  return undefined
}
