import { createContact } from '../../contact/contact.commands'
import { getContactRow } from '../../contact/contact.queries'
import { dayRules, intervals, ScheduleBody } from '../../schedule/schedule.contract'
import { createSchedule } from '../../schedule/save-schedule'
import { scheduleTable } from '../../schedule/schedule.tables'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Stage } from './stage'

const hourMs = 3_600_000

const planned: readonly { inHours: number; by: number; body: string; fields?: object }[] = [
  { inHours: 3, by: 3, body: '{{ms}}, {{firstName}}! Sua entrega chega amanhã entre 9h e 12h. Haverá alguém em casa?' },
  {
    ...{ inHours: 22, by: 2, body: 'Oi {{firstName}}, conseguiu falar com o arquiteto sobre a estante? 😊' },
    fields: { openTicket: 'enabled', statusTicket: 'open', queueId: 1, ticketUserId: 2, assinar: true },
  },
  {
    ...{ inHours: 30, by: 3, body: 'Lembrete: a parcela do seu sofá vence nesta semana.' },
    fields: {
      ...{ intervalo: intervals.month, valorIntervalo: 1, enviarQuantasVezes: 6 },
      tipoDias: dayRules.nextBusinessDay,
    },
  },
  { inHours: 49, by: 4, body: 'Seu orçamento vale até amanhã. Quer que eu reserve as peças?' },
  {
    ...{ inHours: 76, by: 3, body: 'Como está a mesa nova? Uma semana depois da montagem, passamos para saber.' },
    fields: { intervalo: intervals.week, valorIntervalo: 2, enviarQuantasVezes: 3 },
  },
  { inHours: 170, by: 2, body: 'Feliz aniversário, {{firstName}}! Aqui vai um mimo da Casa Aurora 🎁' },
]

const done = [
  { hoursAgo: 20, by: 3, body: 'Sua montagem é hoje às 14h.', status: 'ENVIADA', error: '' },
  { hoursAgo: 44, by: 2, body: 'Chegou o tecido que você escolheu!', status: 'ENVIADA', error: '' },
  { hoursAgo: 68, by: 4, body: 'Confirma a visita de amanhã?', status: 'ERRO', error: 'ERR_WAPP_INVALID_CONTACT' },
] as const

/** What the agents have written for later, and what became of some of it. */
export function addSchedules(stage: Stage, contactIds: readonly number[]) {
  const now = stage.ctx().now.getTime()
  const add = (index: number, atMs: number, body: string, fields: object = {}) => {
    const contactId = contactIds[(index * 3 + 1) % contactIds.length]
    return createSchedule(
      stage.ctx(),
      v.parse(ScheduleBody, { body, contactId, sendAt: new Date(atMs).toISOString(), ...fields }),
    )
  }
  const change = (id: number, columns: object) =>
    stage.ctx().db.update(scheduleTable).set(columns).where(eq(scheduleTable.id, id)).run()
  for (const [index, { inHours, by, body, fields }] of planned.entries()) {
    change(add(index, now + inHours * hourMs, body, fields), { userId: by })
  }
  for (const [index, { hoursAgo, by, body, status, error }] of done.entries()) {
    const sendAt = new Date(now - hoursAgo * hourMs)
    const id = add(planned.length + index, now + hourMs, body)
    const sentAt = status === 'ENVIADA' ? sendAt : null
    change(id, { userId: by, status, error, sendAt, startsAt: sendAt, sentAt, sentTimes: 1 })
  }
}

/** Somebody noted a number as they would dial it: the same person twice. */
export function addDuplicate(stage: Stage, contactId: number) {
  const { name, number } = getContactRow(stage.ctx(), contactId)
  const [first = name] = name.split(' ')
  createContact(stage.ctx(), { name: `${first} (loja)`, number: number.slice(2), email: null })
}
