import { isGateOpen } from '../../src/setting/setting-gates.contract'
import { atField, links } from '../app/links'
import { definePlaces, type Place } from '../app/place'
import { assignmentFields, chatbotFields, hoursFields, queueFields, slaFields, type QueueValues } from './queue-form'
import { queueLabels } from './queue-labels'
import { queuesScreen } from './queues.screen'

export const queuePlaces = definePlaces({
  screen: queuesScreen,
  areas: ['queue', 'hours'],
  list({ user, language, texts }) {
    const { tabs } = texts.queue
    const { icon, title } = queuesScreen
    const labels = queueLabels(texts)
    const hasHours = isGateOpen('queueHours', user.company.companieSettings)
    const place = (field: keyof QueueValues, tab: string, href = atField(links.queues(), field)): Place => ({
      id: `queue.${field}`,
      label: labels[field],
      path: [title[language], tab],
      icon,
      href,
    })
    return [
      ...queueFields
        .filter((field) => field !== 'integrationId' || user.plan.useIntegrations)
        .map((field) => place(field, tabs.data)),
      ...assignmentFields.map((field) => place(field, tabs.assignment)),
      ...chatbotFields.map((field) => place(field, tabs.chatbot)),
      ...slaFields.map((field) => place(field, tabs.sla)),
      ...hoursFields.map((field) =>
        place(field, tabs.schedules, hasHours ? undefined : links.settingThatShows('queueHours')),
      ),
    ]
  },
})
