import type { Domain } from '../platform/domain'
import { contactImportPerson } from './contact-import.person'
import { contactImportRoutes } from './contact-import.routes'
import { fetchRowsJob } from './run/fetch-rows'
import { importCheckedRowsJob } from './run/import-checked-rows'
import { importRowsJob } from './run/import-rows'
import { undoImportJob } from './undo-import'
import type { CompanyContext } from '../kernel/company/company-context'
import type { RecordedEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { findImport, presentImport } from './contact-import.queries'
import { eq } from 'drizzle-orm'
import type { LocalJob } from '../kernel/job/jobs'
import { deleteMedia } from '../kernel/file/media-store'
import { contactImportTable } from './contact-import.tables'
import { contactImportCalls, ContactImportView } from './contact-import.calls'

const forgetUploadJob: LocalJob<'contactImport.forget'> = {
  attemptsMax: 5,
  run(ctx, { importId }) {
    const row = findImport(ctx, importId)
    if (row?.state !== 'uploaded') return
    ctx.transaction(() => {
      deleteMedia(ctx, row.mediaId)
      ctx.db.delete(contactImportTable).where(eq(contactImportTable.id, importId)).run()
    })
  },
}

const contactImportLive: LivePresenter = {
  on: (type) => type.startsWith('contactImport.'),
  present: presentImports,
}

function presentImports(ctx: CompanyContext, events: readonly RecordedEvent[]) {
  const changed = new Map<number, number>()
  for (const { data, number } of events) if ('importId' in data) changed.set(data.importId, number)
  return [...changed].flatMap(([id, number]): LiveMessage[] => {
    const row = findImport(ctx, id)
    if (!row) return []
    const reload: LiveMessage = { topics: ['admin', 'plain'], event: 'contact', number, data: { action: 'reload' } }
    const contactImport = presentImport(ctx, row)
    const hasContacts = row.listId === null && row.created + row.updated > 0
    return [
      { topics: ['admin'], event: 'contactImport', number, data: { action: 'update', contactImport } },
      ...(hasContacts ? [reload] : []),
    ]
  })
}

export const contactImportDomain = {
  name: 'contact-import',
  calls: contactImportCalls,
  views: { ContactImportView },
  routes: ({ guard }) => contactImportRoutes(guard),
  presenters: [contactImportLive],
  jobs: {
    'contactImport.rows': importRowsJob,
    'contactImport.fetch': fetchRowsJob,
    'contactImport.checkedRows': importCheckedRowsJob,
    'contactImport.undo': undoImportJob,
    'contactImport.forget': forgetUploadJob,
  },
  person: contactImportPerson,
} satisfies Domain

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'contactImport.rows': { importId: number }
    'contactImport.fetch': { importId: number }
    'contactImport.checkedRows': { importId: number }
    'contactImport.undo': { importId: number }
    'contactImport.forget': { importId: number }
  }
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'contactImport.started': { importId: number; rows: number }
    'contactImport.progressed': { importId: number }
    'contactImport.ended': { importId: number; state: string; created: number; updated: number }
    'contactImport.undone': { importId: number; removed: number; kept: number }
  }
}
