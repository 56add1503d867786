import { count } from 'drizzle-orm'
import type { HelpId } from '../../kernel/ids'
import { presentRecord, recordTable } from '../../kernel/record/record-table'
import type { ListQuery } from '../../kernel/http/request-parts'
import type * as v from 'valibot'
import { publishToHost } from '../company/company.live'
import './help.calls'
import type { HelpBody, UpdateHelpBody } from './help.contract'
import { helpTable } from './help.tables'
import { audit, type Platform, type PlatformActor, recordContext } from '../platform'

const helpRecords = recordTable({
  table: helpTable,
  notFound: 'ERR_NO_HELP_FOUND',
  sort: (a, b) => a.id - b.id,
  searchText: ({ title, description }) => `${title} ${description}`,
})

/** There are only dozens. */
export const listHelps = (platform: Platform) => helpRecords.list(recordContext(platform)).map(presentRecord)

export function countHelps({ catalog }: Platform): number {
  return catalog.db.select({ n: count() }).from(helpTable).get()?.n ?? 0
}

export function listHelpPage(platform: Platform, query: v.InferOutput<typeof ListQuery>) {
  const { rows, ...page } = helpRecords.listPage(recordContext(platform), query)
  return { records: rows.map(presentRecord), ...page }
}

export function createHelp(platform: Platform, actor: PlatformActor, body: HelpBody) {
  const help = presentRecord(helpRecords.insert(recordContext(platform), body))
  audit(platform, 'help.created', actor, { helpId: help.id })
  publishToHost(platform, { event: 'help', data: { action: 'create', help } })
  return help
}

export function updateHelp(platform: Platform, actor: PlatformActor, id: HelpId, body: UpdateHelpBody) {
  const help = presentRecord(helpRecords.update(recordContext(platform), id, body))
  audit(platform, 'help.updated', actor, { helpId: id, fields: Object.keys(body) })
  publishToHost(platform, { event: 'help', data: { action: 'update', help } })
  return help
}

export function deleteHelp(platform: Platform, actor: PlatformActor, id: HelpId) {
  helpRecords.get(recordContext(platform), id)
  helpRecords.remove(recordContext(platform), id)
  audit(platform, 'help.deleted', actor, { helpId: id })
  publishToHost(platform, { event: 'help', data: { action: 'delete', helpId: id } })
}
