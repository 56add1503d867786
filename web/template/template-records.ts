import type { TemplateSyncView, TemplateView } from '../../src/template/template.calls'
import type { ConnectionView } from '../../src/connection/connection.calls'
import type { ListPage } from '../live/list-items'
import type { Loader } from '../page/page-definition'
import { loadRecords, pageOfRecords, type RecordSource } from '../records/record-source'

/** The templates of a connection. */
export function templateRecords(whatsappId: number): RecordSource<TemplateView> {
  return {
    async fetchPage(api, { pageNumber, search, signal }) {
      const query = { whatsappId: String(whatsappId), pageNumber, searchParam: search }
      return pageOfRecords(await api.get('/templates', { query, signal }))
    },
    compare: (a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language) || a.id - b.id,
    matches: () => true,
    follow: (list) => ({
      templates: (event) => {
        if (event.whatsappId === whatsappId) void list.reload()
      },
    }),
  }
}

export interface TemplatesData {
  connection: Pick<ConnectionView, 'id' | 'name'>
  page: ListPage<TemplateView>
  sync: TemplateSyncView
}

export const loadTemplates: Loader<TemplatesData, { id: string }> = async (api, { id }, query) => {
  const connectionId = Number(id)
  const [connection, page, sync] = await Promise.all([
    api.get('/whatsapp/:id', { params: { id: connectionId } }),
    loadRecords(templateRecords(connectionId), api, query),
    api.get('/templates/sync', { query: { whatsappId: String(connectionId) } }),
  ])
  return { connection: { id: connection.id, name: connection.name }, page, sync }
}
