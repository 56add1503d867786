import * as v from 'valibot'
import { channelRules } from '../channel/channel-rules.contract'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import { viewOf } from '../kernel/record/record-view'
import { scheduleTable } from './schedule.tables'
import { ScheduleCalendarQuery } from './schedule-calendar.contract'
import { ListSchedulesQuery, ScheduleBody, ScheduleMediaBody, UpdateScheduleBody } from './schedule.contract'

const Named = v.object({ id: v.number(), name: v.string() })

export const ScheduleView = viewOf(scheduleTable, {
  connectionId: 'hidden',
  searchText: 'hidden',
  mediaId: 'hidden',
  messageId: 'hidden',
  startsAt: 'hidden',
  step: 'hidden',
  contact: v.object({ ...Named.entries, number: v.string(), urlPicture: v.string(), isGroup: v.boolean() }),
  whatsappId: v.nullable(v.number()),
  whatsapp: v.nullable(Named),
  template: v.nullable(v.object({ name: v.string(), language: v.string(), values: v.record(v.string(), v.string()) })),
  user: v.nullable(Named),
  openTicket: v.picklist(['enabled', 'disabled']),
  queue: v.nullable(v.object({ ...Named.entries, color: v.string() })),
  ticketUser: v.nullable(Named),
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
})
export type ScheduleView = v.InferOutput<typeof ScheduleView>

export const SchedulePage = v.object({
  schedules: v.array(ScheduleView),
  hasMore: v.boolean(),
  count: v.number(),
  nextCursor: v.nullable(v.string()),
})
export type SchedulePage = v.InferOutput<typeof SchedulePage>

export const ScheduleDay = v.object({
  day: v.string(),
  count: v.number(),
  schedules: v.array(ScheduleView),
})
export type ScheduleDay = v.InferOutput<typeof ScheduleDay>

export const ScheduleCalendar = v.object({ dateFrom: v.string(), dateTo: v.string(), days: v.array(ScheduleDay) })
export type ScheduleCalendar = v.InferOutput<typeof ScheduleCalendar>

const UploadedFile = v.object({ mediaPath: v.string(), mediaName: v.string() })

const files = { files: { fields: { file: 1 }, fileBytesMax: channelRules.whatsapp.fileBytesMax } }
/** 65,536 characters of up to three bytes. */
const long = { jsonBytesMax: 256 * 1024 }
const FileBody = v.pick(ScheduleMediaBody, ['file'])

export const scheduleCalls = defineCalls({
  'GET /schedules': { query: ListSchedulesQuery, answer: SchedulePage },
  'GET /schedules/calendar': { query: ScheduleCalendarQuery, answer: ScheduleCalendar },
  'GET /schedules/:id': { params: IdParams, answer: ScheduleView },
  'POST /schedules': { body: ScheduleBody, limits: long, answer: ScheduleView },
  'PUT /schedules/:id': { params: IdParams, body: UpdateScheduleBody, limits: long, answer: ScheduleView },
  'DELETE /schedules/:id': { params: IdParams, answer: Done },
  'POST /schedules/media-upload': {
    body: ScheduleMediaBody,
    limits: files,
    answer: v.union([ScheduleView, UploadedFile]),
  },
  'POST /schedules/:id/media-upload': { params: IdParams, body: FileBody, limits: files, answer: ScheduleView },
  'DELETE /schedules/:id/media-upload': { params: IdParams, answer: ScheduleView },
})

type ScheduleEvent = { action: 'create' | 'update'; schedule: ScheduleView } | { action: 'delete'; scheduleId: number }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    schedule: ScheduleEvent
  }
}
