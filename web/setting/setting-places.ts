import { canChangeSetting } from '../../src/setting/setting.policy'
import type { SettingKey } from '../../src/setting/setting.contract'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { links } from '../app/links'
import { definePlaces, type Place, type PlaceContext } from '../app/place'
import type { AreaTexts } from '../i18n/areas'
import { admins } from '../app/screen-access'
import { actorOf } from '../session/session-actor'
import { Settings } from '../ui/icons'
import { logoFields, type WhiteLabelValues } from './white-label-form'
import { settingGroups } from './setting-groups'
import { hostScreens, type SettingTab, paymentsField, supportLogField } from './setting-tabs'
import type { WebhookValues } from './webhook/webhook-panel'

type Context = PlaceContext<Pick<AreaTexts, 'setting' | 'hours' | 'webhook'>>

/** Everything on the tabs of the settings that the user may open, also what a setting hides at present. */
export const settingPlaces = definePlaces({
  screen: { access: admins },
  areas: ['setting', 'hours', 'webhook'],
  list: (context) => [
    ...optionPlaces(context),
    ...hoursPlaces(context),
    ...(context.user.plan.useExternalApi ? webhookPlaces(context, 'companyWebhook') : []),
    ...(context.user.super ? hostPlaces(context) : []),
  ],
})

function optionPlaces({ user, texts: { setting: t } }: Context): Place[] {
  const actor = actorOf(user)
  const of = (group: keyof typeof t.groups, field: string, label: string) =>
    placeOf({
      tab: 'options',
      field,
      label,
      path: [t.title, t.tabs.options, t.groups[group].title],
    })
  const settings = settingGroups.flatMap(({ name, lines }) =>
    lines
      .flatMap(({ key, below = [] }): readonly SettingKey[] => [key, ...below])
      .filter((key) => canChangeSetting(actor, key))
      .map((key) => of(name, key, t.settings[key].label)),
  )
  return [...settings, of('support', supportLogField, t.supportLog.title)]
}

function hoursPlaces({ texts: { setting: t, hours } }: Context): Place[] {
  const path = [t.title, t.tabs.schedules]
  const labels = { schedules: hours.label, msg: t.hours.message }
  return keysOf(labels).map((field) => placeOf({ tab: 'schedules', field, label: labels[field], path }))
}

function webhookPlaces({ texts: { setting, webhook: t } }: Context, tab: 'webhook' | 'companyWebhook') {
  const path = [setting.title, setting.tabs[tab]]
  const labels: Record<keyof WebhookValues, string> = { url: t.url, withTexts: t.withTexts }
  return keysOf(labels).map((field) => placeOf({ tab, field, label: labels[field], path }))
}

function hostPlaces(context: Context): Place[] {
  const { texts } = context
  const { title, tabs, whitelabel: t } = texts.setting
  const path = [title]
  const labels: Record<keyof WhiteLabelValues, string> = {
    appName: t.name,
    primaryColorLight: t.light,
    primaryColorDark: t.dark,
    allowSignup: t.signup,
    trialDays: t.trial,
    invoiceMails: t.invoiceMails,
    superTwoFactor: t.superTwoFactor,
  }
  const branding = { tab: 'whitelabel', path: [...path, tabs.whitelabel] } as const
  return [
    ...hostScreens.map((tab) => placeOf({ tab, label: tabs[tab], path })),
    ...keysOf(labels).map((field) => placeOf({ ...branding, field, label: labels[field] })),
    ...keysOf(logoFields).map((field) => placeOf({ ...branding, field, label: t.logos[logoFields[field]] })),
    placeOf({ ...branding, field: paymentsField, label: t.payments.title }),
    ...webhookPlaces(context, 'webhook'),
  ]
}

interface SettingPlace {
  tab: SettingTab
  field?: string
  label: string
  path: readonly string[]
}

function placeOf({ tab, field, label, path }: SettingPlace): Place {
  const query = new URLSearchParams({ ...(tab !== 'options' && { tab }), ...(field && { field }) })
  const id = ['setting', ...(tab === 'options' ? [] : [tab]), ...(field ? [field] : [])].join('.')
  return { id, label, path, icon: Settings, href: `${links.settings()}?${query}` }
}
