import type { AreaTexts } from '../i18n/areas'
import type { QueueValues } from './queue-form'

export function queueLabels({ queue, hours }: Pick<AreaTexts, 'queue' | 'hours'>): Record<keyof QueueValues, string> {
  const t = queue.fields
  return {
    name: t.name,
    color: t.color,
    orderQueue: t.order,
    greetingMessage: t.greeting,
    closeTicket: t.closes,
    assignmentMode: t.assignment,
    ticketsPerAgent: t.perAgent,
    lastAgentFirst: t.lastAgent,
    reassignMinutes: t.reassign,
    ativarRoteador: t.router,
    tempoRoteador: t.routerTime,
    createTicketSendNotificationWAUser: t.notify,
    messageNotification: t.notification,
    outOfHoursMessage: t.outOfHours,
    sla: queue.sla.place,
    schedules: hours.label,
    fileListId: t.files,
    integrationId: t.integration,
    userIds: t.users,
    connectionIds: t.connections,
    chatbots: queue.chatbot.tree,
  }
}
