import { isGateOpen } from '../../src/setting/setting-gates.contract'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { atField, links } from '../app/links'
import { definePlaces, type Place } from '../app/place'
import { isAdmin } from '../app/screen-access'
import type { AreaTexts } from '../i18n/areas'
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
    const labels = fieldLabels(texts)
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

function fieldLabels({
  connection: t,
  hours,
}: Pick<AreaTexts, 'connection' | 'hours'>): Record<keyof ConnectionValues, string | null> {
  const { fields, importing, lgpd, flows } = t
  return {
    name: fields.name,
    isDefault: fields.isDefault,
    allowGroup: fields.allowGroup,
    groupAsTicket: fields.groupAsTicket,
    queueIds: fields.queues,
    timeCreateNewTicket: fields.timeCreateNewTicket,
    token: fields.token,
    greetingMessage: fields.greeting,
    greetingFile: fields.greetingFile,
    dropsGreetingFile: null,
    complationMessage: fields.completion,
    outOfHoursMessage: fields.outOfHours,
    collectiveVacationMessage: fields.vacation,
    collectiveVacationStart: fields.vacationStart,
    collectiveVacationEnd: fields.vacationEnd,
    lgpdMessage: lgpd.message,
    lgpdLink: lgpd.link,
    lgpdConsent: lgpd.consent,
    lgpdDeleteMessage: lgpd.deleted,
    enableImportMessage: importing.enable,
    importOldMessages: importing.from,
    importRecentMessages: importing.to,
    importOldMessagesGroups: importing.groups,
    closedTicketsPostImported: importing.closes,
    queueIdImportMessages: importing.queue,
    maxUseBotQueues: fields.repeats,
    timeUseBotQueues: fields.repeatPause,
    timeSendQueue: fields.redirectAfter,
    sendIdQueue: fields.redirectTo,
    timeInactiveMessage: fields.inactiveAfter,
    inactiveMessage: fields.inactive,
    expiresTicket: fields.closeAfter,
    whenExpiresTicket: fields.silenceOf,
    expiresInactiveMessage: fields.expired,
    ratingMessage: fields.rating,
    maxUseBotQueuesNPS: fields.ratingRepeats,
    expiresTicketNPS: fields.ratingExpires,
    integrationId: t.answering.label,
    promptId: null,
    agentId: null,
    flowIdWelcome: flows.welcome,
    flowIdNotPhrase: flows.other,
    flowIdsScheduled: flows.scheduled,
    schedules: hours.label,
  }
}
