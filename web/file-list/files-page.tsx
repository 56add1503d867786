import type { FileListView } from '../../src/file-list/file-list.record'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { Files } from '../ui/icons'
import { StatusPill } from '../ui/display/labels'
import { FileListDialog } from './file-list-dialog'

const fileLists = recordSource('/files', { live: 'file' })
export const load = recordLoader(fileLists)

export function page({ data }: PageProps<ListPage<FileListView>>) {
  const t = useTexts('fileList').fileList
  const { api } = useApp()
  return (
    <RecordsPage
      list={useRecordList(fileLists, data)}
      texts={t}
      icon={Files}
      columns={useColumns()}
      form={(list, close) => <FileListDialog list={list} close={close} />}
      remove={{
        text: async ({ id }) => t.deleteText((await api.get('/files/:id/uses', { params: { id } })).queues),
        path: '/files/:id',
      }}
    />
  )
}

function useColumns(): Column<FileListView>[] {
  const t = useTexts('fileList').fileList
  return [
    { id: 'name', header: t.columns.name, sortValue: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'message',
      compact: 'value',
      header: t.columns.message,
      cell: ({ message }) => <span className="two-lines subtle">{message}</span>,
    },
    {
      id: 'files',
      compact: 'value',
      header: t.columns.files,
      width: '180px',
      cell: ({ options }) => {
        const missing = options.filter(({ path }) => path === null).length
        return (
          <span className="row wraps">
            <span className="tabular">{t.files(options.length)}</span>
            {missing > 0 && <StatusPill kind="warning">{t.missing(missing)}</StatusPill>}
          </span>
        )
      },
    },
  ]
}
