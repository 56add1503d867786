import { eq } from 'drizzle-orm'
import type { MoveInStep } from '../kernel/move-in/move-in-step'
import { flagOf, momentOf, numberOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { foldText } from '../kernel/text/fold-text.contract'
import { ticketStatusChoices } from './schedule.contract'
import { scheduleTable } from './schedule.tables'

const repetitions = [1, 2, 3, 4]
const daysOff = [4, 5, 6]

/** Without a job nothing sends a schedule: it waits until the company goes live. */
const schedules: MoveInStep = {
  table: 'Schedules',
  take({ ctx, find, attach }, row) {
    const contactId = find('Contacts', row['contactId'])
    if (contactId === undefined) return { skipped: 'parent Contacts' }
    const times = timesOf(row)
    const sendAt = momentOf(row['sendAt']) ?? times.createdAt
    const sentAt = momentOf(row['sentAt']) ?? null
    const isFuture = sentAt === null && sendAt > ctx.now && row['status'] !== 'ENVIADA' && row['status'] !== 'ERRO'
    const isSent = sentAt !== null || row['status'] === 'ENVIADA'
    const body = textOf(row['body'])
    const { id } = ctx.db
      .insert(scheduleTable)
      .values({
        contactId,
        connectionId: find('Whatsapps', row['whatsappId']) ?? null,
        userId: find('Users', row['userId']) ?? null,
        body,
        searchText: foldText(body),
        status: isFuture ? 'PENDENTE' : isSent ? 'ENVIADA' : 'ERRO',
        error: isFuture || isSent ? '' : 'ERR_NOT_SENT_BEFORE_MOVE',
        sendAt,
        sentAt,
        startsAt: sendAt,
        sentTimes: numberOf(row['contadorEnvio'], { max: 1000 }),
        enviarQuantasVezes: numberOf(row['enviarQuantasVezes'], { min: 1, max: 1000, missing: 1 }),
        intervalo: repetitions.find((one) => one === Number(row['intervalo'])) ?? 1,
        valorIntervalo: numberOf(row['valorIntervalo'], { max: 1000 }),
        tipoDias: daysOff.find((one) => one === Number(row['tipoDias'])) ?? 4,
        assinar: flagOf(row['assinar']),
        openTicket: flagOf(row['openTicket']),
        statusTicket: ticketStatusChoices.find((status) => status === row['statusTicket']) ?? 'closed',
        queueId: find('Queues', row['queueId']) ?? null,
        ticketUserId: find('Users', row['ticketUserId']) ?? null,
        ...times,
      })
      .returning({ id: scheduleTable.id })
      .get()
    const path = row['mediaPath'] || row['mediaName']
    attach('schedule', id, {
      path: path ? [path, `schedule/${path}`] : '',
      name: row['mediaName'] ?? undefined,
      at: times.createdAt,
    })
    return id
  },
  files: {
    schedule: {
      kind: 'schedule',
      placed: ({ ctx }, id, { id: mediaId }) =>
        void ctx.db.update(scheduleTable).set({ mediaId }).where(eq(scheduleTable.id, id)).run(),
    },
  },
}

export const scheduleMoveIn = { schedules }
