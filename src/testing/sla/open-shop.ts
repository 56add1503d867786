import { noSla, type QueueSla, slaKinds } from '../../queue/sla/queue-sla.contract'
import { ticketPriorities } from '../../ticket/ticket-priority.contract'
import type { Caller, World } from '../world/world'
import { createPromiseModel, type ShopQueue } from './promise-model'

export const minuteMs = 60_000

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const week = [...workdays, 'saturday', 'sunday']
const shiftsOn = (days: readonly string[], ...shifts: string[]) => Object.fromEntries(days.map((day) => [day, shifts]))

const sources = { 1: 'queue', 2: 'company', 3: 'connection', 4: 'always' } as const
type QueueNumber = keyof typeof sources

/** The queues' own hours, the company's, the connection's (at night), and none. */
const queues: Record<QueueNumber, ShopQueue> = {
  1: {
    hours: { ...shiftsOn(workdays, '09:00-12:00', '13:00-18:00'), saturday: ['09:00-13:00'] },
    targets: {
      low: { firstAnswer: 240 },
      normal: { firstAnswer: 60, nextAnswer: 45, resolve: 480 },
      high: { firstAnswer: 30, nextAnswer: 30, resolve: 300 },
      urgent: { firstAnswer: 10, nextAnswer: 10, resolve: 90 },
    },
  },
  2: {
    hours: shiftsOn(week, '08:00-20:00'),
    targets: {
      low: {},
      normal: { firstAnswer: 120, resolve: 1440 },
      high: { nextAnswer: 60, resolve: 600 },
      urgent: { firstAnswer: 15, nextAnswer: 20, resolve: 120 },
    },
  },
  3: {
    hours: shiftsOn(week, '20:00-04:00'),
    targets: {
      low: { resolve: 2000 },
      normal: { firstAnswer: 90, nextAnswer: 60, resolve: 900 },
      high: { firstAnswer: 40, nextAnswer: 40, resolve: 500 },
      urgent: { firstAnswer: 20, nextAnswer: 20, resolve: 200 },
    },
  },
  4: {
    targets: {
      low: { firstAnswer: 600, resolve: 6000 },
      normal: { firstAnswer: 180, nextAnswer: 120, resolve: 2880 },
      high: { firstAnswer: 60, nextAnswer: 60, resolve: 720 },
      urgent: { firstAnswer: 25, nextAnswer: 25, resolve: 180 },
    },
  },
}
export const queueIds = [1, 2, 3, 4]

function schedulesOf({ hours = {} }: ShopQueue) {
  return week.map((weekdayEn) => {
    const [a = '-', b = '-'] = hours[weekdayEn] ?? []
    const [[startTimeA, endTimeA], [startTimeB, endTimeB]] = [a.split('-'), b.split('-')]
    return { weekday: weekdayEn, weekdayEn, startTimeA, endTimeA, startTimeB, endTimeB }
  })
}

function slaOf(id: QueueNumber): QueueSla {
  const whole = Object.fromEntries(
    ticketPriorities.map((priority) => [
      priority,
      Object.fromEntries([...slaKinds, 'warnBefore'].map((kind) => [kind, targetIn(id, priority, kind)])),
    ]),
  )
  return { ...noSla, ...whole, hours: sources[id] }
}

const targetIn = (id: QueueNumber, priority: string, kind: string) =>
  (queues[id].targets[priority] as Record<string, number> | undefined)?.[kind] ?? null

export interface ShopOptions {
  world: World
  admin: Caller
  timeZone: string
  holidays: readonly string[]
}

/** Opens the shop: queues with promises and hours, and holidays, by the calls of its admin. */
export async function openShop({ world, admin, timeZone, holidays }: ShopOptions) {
  for (const name of ['Noite', 'Sempre'])
    await done(admin.post('/queue', { name, color: name === 'Noite' ? '#112233' : '#445566' }))
  for (const id of [1, 2, 3, 4] as const) {
    const schedules = id === 1 ? schedulesOf(queues[1]) : []
    await done(admin.put(`/queue/${id}`, { sla: slaOf(id), schedules }))
  }
  await done(admin.put('/companies/1/schedules', { schedules: schedulesOf(queues[2]), msg: 'Fechado' }))
  await done(
    admin.put('/whatsapp/1', {
      schedules: schedulesOf(queues[3]),
      timeCreateNewTicket: 240,
      greetingMessage: 'Escolha a fila',
    }),
  )
  for (const day of holidays) await done(admin.post('/holidays', { day, name: 'Feriado' }))
  await world.runJobs(1)
  return createPromiseModel({
    timeZone,
    holidays,
    queues: new Map(queueIds.map((id) => [id, structuredClone(queues[id as QueueNumber])])),
  })
}

export async function done<Answer extends { status: number; body: unknown }>(call: Promise<Answer>) {
  const answer = await call
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}
