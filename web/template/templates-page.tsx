import { useState } from 'react'
import type { TemplateSyncView, TemplateView } from '../../src/template/template.calls'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useFormat, useTexts } from '../i18n/i18n'
import type { PageProps, Loader } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { useUi } from '../ui/context/ui-context'
import { Button } from '../ui/button/button'
import { StatusPill } from '../ui/display/labels'
import { Note } from '../ui/feedback/feedback'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { MessageSquareText, RotateCw, TriangleAlert } from '../ui/icons'
import type { Column } from '../ui/table/data-table'
import { NoValue } from '../ui/table/table-cells'
import type { ConnectionView } from '../../src/connection/connection.calls'
import type { ListPage } from '../live/list-items'
import { loadRecords, recordSource } from '../records/record-source'
import { fillTemplate } from '../../src/template/fill-template.contract'
import { Dialog } from '../ui/dialog/dialog'
import { NewTemplate } from './new-template'
import { TemplatePreview, statusKinds, statusText, bodyOf } from './template-display'

interface TemplatesData {
  connection: Pick<ConnectionView, 'id' | 'name'>
  page: ListPage<TemplateView>
  sync: TemplateSyncView
}

const loadTemplates: Loader<TemplatesData, { id: string }> = async (api, { id }, query) => {
  const connectionId = Number(id)
  const [connection, page, sync] = await Promise.all([
    api.get('/whatsapp/:id', { params: { id: connectionId } }),
    loadRecords(templateRecords(connectionId), api, query),
    api.get('/templates/sync', { query: { whatsappId: String(connectionId) } }),
  ])
  return { connection: { id: connection.id, name: connection.name }, page, sync }
}

export const load = loadTemplates

export function page({ data }: PageProps<TemplatesData>) {
  const t = useTexts('template').template
  const { connection } = data
  const [source] = useState(() => templateRecords(connection.id))
  const list = useRecordList(source, data.page)
  const { sync, refreshing, refresh } = useRefresh(data.sync)
  return (
    <RecordsPage
      list={list}
      texts={t}
      icon={MessageSquareText}
      back={links.connections()}
      heading={() => t.heading(connection.name)}
      columns={useColumns()}
      form={(template, close) => <TemplateDialog whatsappId={connection.id} template={template} close={close} />}
      mayEdit={() => false}
      opensReadOnly
      remove={{ path: '/templates/:id' }}
      headerActions={
        <Button icon={RotateCw} loading={refreshing} onClick={() => refresh(() => list.reload())}>
          {t.refresh}
        </Button>
      }
      summary={<SyncState sync={sync} />}
    />
  )
}

function SyncState({ sync: { syncedAt, error } }: { sync: TemplateSyncView }) {
  const t = useTexts('template').template
  const format = useFormat()
  return (
    <div className="template-sync stack">
      {error !== '' && <Note icon={TriangleAlert}>{t.syncFailed(error)}</Note>}
      {syncedAt !== null && <p className="subtle">{t.syncedAt(format.dateTimeShort(syncedAt))}</p>}
    </div>
  )
}

function useRefresh(first: TemplateSyncView) {
  const t = useTexts('template').template
  const { api } = useApp()
  const { busy: refreshing, attempt } = useBusyAttempt()
  const { toast } = useUi()
  const [sync, setSync] = useState(first)

  async function refresh(reload: () => Promise<unknown>) {
    await attempt(async () => {
      const state = await api.post('/templates/sync', { body: { whatsappId: first.whatsappId } })
      setSync(state)
      await reload()
      if (state.error === '') toast.success(t.refreshed)
    })
  }

  return { sync, refreshing, refresh }
}

function useColumns(): Column<TemplateView>[] {
  const t = useTexts('template').template
  const categories: Record<string, string> = t.categories
  const qualities: Record<string, string> = t.qualities
  return [
    { id: 'name', header: t.columns.name, cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'language', header: t.columns.language, width: '110px', cell: ({ language }) => language },
    {
      id: 'category',
      header: t.columns.category,
      width: '130px',
      cell: ({ category }) => categories[category] ?? category,
    },
    {
      id: 'status',
      compact: 'value',
      header: t.columns.status,
      width: '190px',
      cell: (template) => (
        <StatusPill
          kind={
            template.status === 'APPROVED' && !template.isSupported
              ? 'warning'
              : (statusKinds[template.status] ?? 'neutral')
          }
          help={template.reason || undefined}
        >
          {statusText(t, template)}
        </StatusPill>
      ),
    },
    {
      id: 'quality',
      header: t.columns.quality,
      width: '110px',
      wideOnly: true,
      cell: ({ quality }) => (quality ? (qualities[quality] ?? quality) : <NoValue />),
    },
    {
      id: 'text',
      compact: 'value',
      header: t.columns.text,
      wideOnly: true,
      cell: (template) => <span className="two-lines subtle">{bodyOf(template)}</span>,
    },
  ]
}

const templateRecords = (whatsappId: number) =>
  recordSource('/templates', {
    query: () => ({ whatsappId: String(whatsappId) }),
    compare: (a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language) || a.id - b.id,
    matches: () => true,
    follow: (list) => ({
      templates: (event) => {
        if (event.whatsappId === whatsappId) void list.reload()
      },
    }),
  })

interface TemplateDialogProps {
  whatsappId: number
  template: TemplateView | undefined
  close: () => void
}

function TemplateDialog({ whatsappId, template, close }: TemplateDialogProps) {
  return template ? (
    <ShownTemplate template={template} close={close} />
  ) : (
    <NewTemplate whatsappId={whatsappId} close={close} />
  )
}

function ShownTemplate({ template, close }: { template: TemplateView; close: () => void }) {
  const { ui } = useTexts()
  return (
    <Dialog open title={template.name} onClose={close} footer={<Button onClick={close}>{ui.close}</Button>}>
      <TemplatePreview {...fillTemplate(template.components, {})} />
      {template.reason !== '' && <p className="subtle">{template.reason}</p>}
    </Dialog>
  )
}
