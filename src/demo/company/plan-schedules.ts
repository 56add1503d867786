import { createContact } from '../../contact/contact.commands'
import { getContactRow } from '../../contact/contact.queries'
import { dayRules, intervals, ScheduleBody } from '../../schedule/schedule.contract'
import { createSchedule } from '../../schedule/save-schedule'
import { scheduleTable } from '../../schedule/schedule.tables'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { timeZoneOf, zonedTime } from '../../kernel/time/time-zone'
import type { Stage } from '../story/stage'

const planned: readonly { inDays: number; hour: number; by: number; body: string; fields?: object }[] = [
  {
    inDays: 1,
    hour: 8,
    by: 3,
    body: '{{ms}}, {{firstName}}! Sua entrega chega amanhã entre 9h e 12h. Haverá alguém em casa?',
  },
  {
    inDays: 1,
    hour: 14,
    by: 2,
    body: 'Oi {{firstName}}, conseguiu falar com o arquiteto sobre a estante? 😊',
    fields: { openTicket: 'enabled', statusTicket: 'open', queueId: 1, ticketUserId: 2, assinar: true },
  },
  {
    inDays: 2,
    hour: 10,
    by: 3,
    body: 'Lembrete: a parcela do seu sofá vence nesta semana.',
    fields: {
      intervalo: intervals.month,
      valorIntervalo: 1,
      enviarQuantasVezes: 6,
      tipoDias: dayRules.nextBusinessDay,
    },
  },
  { inDays: 3, hour: 16, by: 4, body: 'Seu orçamento vale até amanhã. Quer que eu reserve as peças?' },
  {
    inDays: 4,
    hour: 9,
    by: 3,
    body: 'Como está a mesa nova? Uma semana depois da montagem, passamos para saber.',
    fields: { intervalo: intervals.week, valorIntervalo: 2, enviarQuantasVezes: 3 },
  },
  { inDays: 8, hour: 9, by: 2, body: 'Feliz aniversário, {{firstName}}! Aqui vai um mimo da Casa Aurora 🎁' },
]

const done = [
  { daysAgo: 1, hour: 9, by: 3, body: 'Sua montagem é hoje às 14h.', status: 'ENVIADA', error: '' },
  { daysAgo: 2, hour: 15, by: 2, body: 'Chegou o tecido que você escolheu!', status: 'ENVIADA', error: '' },
  {
    daysAgo: 3,
    hour: 11,
    by: 4,
    body: 'Confirma a visita de amanhã?',
    status: 'ERRO',
    error: 'ERR_WAPP_INVALID_CONTACT',
  },
] as const

export function addSchedules(stage: Stage, contactIds: readonly number[]) {
  const add = (index: number, atMs: number, body: string, fields: object = {}) => {
    const contactId = contactIds[(index * 3 + 1) % contactIds.length]
    return createSchedule(
      stage.ctx(),
      v.parse(ScheduleBody, { body, contactId, sendAt: new Date(atMs).toISOString(), ...fields }),
    )
  }
  const change = (id: number, columns: object) =>
    stage.ctx().db.update(scheduleTable).set(columns).where(eq(scheduleTable.id, id)).run()
  const now = zonedTime(stage.ctx().now, timeZoneOf(stage.ctx()))
  const momentOf = (days: number, hour: number) => now.startOfDay().add({ days }).with({ hour }).epochMilliseconds
  for (const [index, { inDays, hour, by, body, fields }] of planned.entries()) {
    change(add(index, momentOf(inDays, hour), body, fields), { userId: by })
  }
  for (const [index, { daysAgo, hour, by, body, status, error }] of done.entries()) {
    const sendAt = new Date(momentOf(-daysAgo, hour))
    const id = add(planned.length + index, now.add({ hours: 1 }).epochMilliseconds, body)
    const sentAt = status === 'ENVIADA' ? sendAt : null
    change(id, { userId: by, status, error, sendAt, startsAt: sendAt, sentAt, sentTimes: 1 })
  }
}

/** Adds a contact with the number as dialled: a duplicate. */
export function addDuplicate(stage: Stage, contactId: number) {
  const { name, number } = getContactRow(stage.ctx(), contactId)
  const [first = name] = name.split(' ')
  createContact(stage.ctx(), { name: `${first} (loja)`, number: number.slice(2), email: null })
}
