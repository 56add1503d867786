import type { HelpView } from '../../src/platform/help/help.record'
import { HelpForm } from '../../src/platform/help/help.contract'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { RecordDialog } from '../records/record-dialog'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { Video } from '../ui/icons'
import { TableMoment } from '../ui/table/table-cells'
import { TextField } from '../ui/form/form-field'

const helps = recordSource('/helps', {
  compare: (a, b) => a.id - b.id,
  searched: ({ title, description }) => `${title} ${description}`,
  live: 'help',
  reloadOnReconnect: true,
})
export const load = recordLoader(helps)

export function page({ data }: PageProps<ListPage<HelpView>>) {
  const t = useTexts('help').help
  return (
    <RecordsPage
      list={useRecordList(helps, data)}
      texts={t}
      icon={Video}
      columns={useColumns()}
      form={(help, close) => <HelpDialog help={help} close={close} />}
      remove={{
        name: ({ title }) => title,
        path: '/helps/:id',
      }}
    />
  )
}

function useColumns(): Column<HelpView>[] {
  const t = useTexts('help').help
  return [
    { id: 'title', header: t.columns.title, cell: ({ title }) => <bdi>{title}</bdi> },
    { id: 'description', compact: 'value', header: t.columns.description, cell: ({ description }) => description },
    {
      id: 'video',
      header: t.columns.video,
      width: '140px',
      cell: ({ video }) => (
        <a href={`https://youtu.be/${video}`} target="_blank" rel="noopener noreferrer">
          {video}
        </a>
      ),
    },
    {
      id: 'createdAt',
      header: t.columns.createdAt,
      width: '130px',
      wideOnly: true,
      cell: ({ createdAt }) => <TableMoment at={createdAt} />,
    },
  ]
}

function HelpDialog({ help, close }: { help: HelpView | undefined; close: () => void }) {
  const t = useTexts('help').help
  return (
    <RecordDialog record={help} texts={t} schema={HelpForm} path="/helps" close={close}>
      {(form) => (
        <>
          <TextField form={form} name="title" label={t.columns.title} required />
          <TextField
            form={form}
            name="video"
            label={t.columns.video}
            help={t.videoHelp}
            required
            placeholder="https://youtu.be/…"
          />
          <TextField form={form} name="description" label={t.columns.description} rows={3} />
        </>
      )}
    </RecordDialog>
  )
}
