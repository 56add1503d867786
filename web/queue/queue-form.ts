import * as v from 'valibot'
import type { QueueView } from '../../src/queue/queue.calls'
import { QueueBody } from '../../src/queue/queue.contract'
import { swatchColours } from '../ui/colour'
import { weekOf } from './week-hours-model'

const { entries } = QueueBody
export const orderMax = 100_000
const routerMinutes = 2

const Fields = v.object({
  name: entries.name,
  color: entries.color,
  orderQueue: entries.orderQueue.wrapped,
  greetingMessage: entries.greetingMessage.wrapped,
  closeTicket: v.boolean(),
  ativarRoteador: v.boolean(),
  tempoRoteador: entries.tempoRoteador.wrapped,
  createTicketSendNotificationWAUser: v.boolean(),
  messageNotification: entries.messageNotification.wrapped,
  outOfHoursMessage: entries.outOfHoursMessage.wrapped,
  schedules: entries.schedules.wrapped,
})

export type QueueValues = v.InferInput<typeof Fields>

export const QueueForm = v.pipe(
  Fields,
  v.forward(
    v.check(({ ativarRoteador, tempoRoteador }) => !ativarRoteador || tempoRoteador > 0, 'required'),
    ['tempoRoteador'],
  ),
  v.forward(
    v.check(
      (queue) => !queue.createTicketSendNotificationWAUser || queue.messageNotification.trim() !== '',
      'required',
    ),
    ['messageNotification'],
  ),
)

/** Of the second tab; the first holds the others. */
export const hoursFields = ['outOfHoursMessage', 'schedules'] as const satisfies (keyof QueueValues)[]
const fieldNames = Object.keys(Fields.entries) as (keyof QueueValues)[]
export const queueFields = fieldNames.filter((name) => !hoursFields.some((other) => other === name))

/** `hasHours`: the company has chosen that each queue has working hours of its own. */
export function valuesOfQueue(queue: QueueView, hasHours: boolean): QueueValues {
  const own = Object.fromEntries(fieldNames.map((name) => [name, queue[name]])) as QueueValues
  return {
    ...own,
    color: queue.color.toUpperCase(),
    tempoRoteador: queue.tempoRoteador || routerMinutes,
    schedules: hasHours ? weekOf(queue.schedules) : queue.schedules,
  }
}

/** A colour that no queue has yet, at the end of the order. */
export function newQueue(queues: readonly QueueView[], hasHours: boolean): QueueValues {
  const taken = new Set(queues.map((queue) => queue.color.toUpperCase()))
  const free = swatchColours.find((colour) => !taken.has(colour))
  const last = Math.max(0, ...queues.map((queue) => queue.orderQueue))
  return {
    ...{ name: '', color: free ?? '', orderQueue: Math.min(orderMax, last + 1), greetingMessage: '' },
    ...{ closeTicket: false, ativarRoteador: false, tempoRoteador: routerMinutes },
    ...{ createTicketSendNotificationWAUser: false, messageNotification: '', outOfHoursMessage: '' },
    schedules: hasHours ? weekOf([]) : [],
  }
}
