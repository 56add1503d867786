import { isGateOpen } from '../../src/setting/setting-gates.contract'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { atField, links } from '../app/links'
import { definePlaces, type Place } from '../app/place'
import { isAdmin } from '../app/screen-access'
import type { AreaTexts } from '../i18n/areas'
import { connectionLabels } from './form/connection-labels'
import { connectionsScreen } from './connections.screen'
import { connectionRules, connectionSwitches, connectionTabs, type ConnectionValues } from './form/connection-form'

export const connectionPlaces = definePlaces({
  screen: connectionsScreen,
  areas: ['connection', 'hours'],
  list({ user, language, texts }) {
    const t = texts.connection
    const settings = user.company.companieSettings
    const rules = connectionRules(user.plan, settings, 0)
    const icon = connectionsScreen.icon
    const screen = connectionsScreen.title[language]
    const labels = connectionLabels(texts)
    const hasHours = isGateOpen('connectionHours', settings)
    const offered = keysOf(connectionTabs).filter((tab) => {
      if (tab === 'integrations') return rules.integrations
      return tab === 'schedules' ? hasHours || isAdmin(user) : tab !== 'flows' || rules.flows
    })
    const fields = offered.flatMap((tab) =>
      connectionTabs[tab].flatMap((field): Place[] => {
        const label = labels[field]
        const opens = tab !== 'schedules' || hasHours
        const href = opens ? atField(links.connections(), field) : links.settingThatShows('connectionHours')
        const path = [screen, t.tabs[tab], ...parentOf(field, t)]
        return label === null ? [] : [{ id: `connection.${field}`, label, path, icon, href }]
      }),
    )
    return [{ id: 'connection.qrCode', label: t.showCode, path: [screen], icon, href: links.pairing() }, ...fields]
  },
})

function parentOf(field: keyof ConnectionValues, { lgpd, importing }: AreaTexts['connection']): string[] {
  if (field in connectionSwitches) return [importing.enable]
  return field.startsWith('lgpd') ? [lgpd.title] : []
}
