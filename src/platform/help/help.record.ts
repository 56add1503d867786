import { count } from 'drizzle-orm'
import { sqliteTable } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { recordColumns } from '../../kernel/database/columns'
import { columnsOf } from '../../kernel/record/columns-of'
import type { RecordChange } from '../../kernel/record/record-change.contract'
import { viewOf } from '../../kernel/record/record-view'
import { defineHostRecord } from '../host-record'
import type { Platform } from '../platform'
import { HelpBody } from './help.contract'

export const helpTable = sqliteTable('help', {
  ...recordColumns,
  ...columnsOf(HelpBody),
})
export const HelpView = viewOf(helpTable)
export type HelpView = v.InferOutput<typeof HelpView>

declare module '../../kernel/live/live-events.contract' {
  interface LiveEvents {
    help: RecordChange<'help', HelpView>
  }
}

export const helpRecords = defineHostRecord({
  subject: 'help',
  path: '/helps',
  table: helpTable,
  view: HelpView,
  body: HelpBody,
  notFound: 'ERR_NO_HELP_FOUND',
  sort: (a, b) => a.id - b.id,
  nameOf: ({ title }) => title,
  searchText: ({ title, description }) => `${title} ${description}`,
  calls: { 'GET /helps/list': { answer: v.array(HelpView) } },
  everyone: ['GET /helps/list'],
})
export const helpRecord = helpRecords.answering({
  'GET /helps/list': ({ ctx }) => helpRecords.viewAll(ctx),
})

export function countHelps({ catalog }: Platform): number {
  return catalog.db.select({ n: count() }).from(helpTable).get()?.n ?? 0
}
