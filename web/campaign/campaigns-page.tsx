import type { CampaignView } from '../../src/campaign/campaign.calls'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { BarChart3, CircleCheck, Megaphone } from '../ui/icons'
import { NoValue, TableMoment } from '../ui/table/table-cells'
import { CampaignDialog } from './form/campaign-dialog'
import { CampaignProgress, CampaignState, CampaignFigures } from './campaign-state'
import { CampaignTabs } from './campaign-tabs'
import { useCampaignActions } from './use-campaign-actions'

const campaignRecords = recordSource('/campaigns', {
  compare: (a, b) => b.id - a.id,
  live: 'campaign',
  // Progress is not repeated after an interruption.
  reloadOnReconnect: true,
})

export const load = recordLoader(campaignRecords)

export function page({ data }: PageProps<ListPage<CampaignView>>) {
  const t = useTexts('campaign').campaign
  const { navigation } = useApp()
  const list = useRecordList(campaignRecords, data)
  const { dialog, statusActions, duplicating } = useCampaignActions(list)
  return (
    <>
      <RecordsPage
        list={list}
        texts={t}
        icon={Megaphone}
        columns={useColumns()}
        form={(campaign, close) => <CampaignDialog campaign={campaign} close={close} />}
        actions={(campaign) => [
          {
            label: t.report.open,
            icon: BarChart3,
            onSelect: () => navigation.go(links.campaignReport({ id: campaign.id })),
          },
          ...statusActions(campaign),
          duplicating(campaign),
        ]}
        remove={{
          may: ({ status }) => status !== 'EM_ANDAMENTO',
          path: '/campaigns/:id',
        }}
        filters={<CampaignTabs current="campaigns" />}
      />
      {dialog}
    </>
  )
}

function useColumns(): Column<CampaignView>[] {
  const t = useTexts('campaign').campaign
  const time = (at: string | null) => (at === null ? <NoValue /> : <TableMoment at={at} />)
  return [
    { id: 'name', header: t.columns.name, sortValue: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'status',
      compact: 'value',
      header: t.columns.status,
      sortValue: ({ status }) => t.statuses[status],
      cell: (campaign) => <CampaignState campaign={campaign} />,
    },
    {
      id: 'progress',
      header: t.columns.progress,
      cell: (campaign) => (
        <div className="campaign-results">
          <CampaignProgress campaign={campaign} />
          <CampaignFigures campaign={campaign} />
        </div>
      ),
    },
    { id: 'list', header: t.columns.list, cell: (campaign) => <Recipients campaign={campaign} /> },
    {
      id: 'whatsapp',
      header: t.columns.whatsapp,
      wideOnly: true,
      cell: ({ whatsapp }) => (whatsapp ? <bdi>{whatsapp.name}</bdi> : <NoValue />),
    },
    {
      id: 'scheduledAt',
      compact: 'value',
      header: t.columns.scheduledAt,
      sortValue: ({ scheduledAt }) => scheduledAt ?? '',
      cell: ({ scheduledAt }) => time(scheduledAt),
    },
    {
      id: 'completedAt',
      header: t.columns.completedAt,
      wideOnly: true,
      cell: ({ completedAt }) => time(completedAt),
    },
    {
      id: 'confirmation',
      header: t.columns.confirmation,
      wideOnly: true,
      cell: ({ confirmation }) =>
        confirmation ? (
          <span className="campaign-yes row gap-1">
            <CircleCheck size={16} aria-hidden /> {t.enabled}
          </span>
        ) : (
          <span className="subtle">{t.disabled}</span>
        ),
    },
  ]
}

function Recipients({ campaign }: { campaign: CampaignView }) {
  const t = useTexts('campaign').campaign
  const { contactList, tagList, sourceCampaignId } = campaign
  if (sourceCampaignId !== null) return <span>{t.failedOfOther}</span>
  if (contactList) return <bdi>{contactList.name}</bdi>
  return tagList ? <bdi>{t.tagOf(tagList.name)}</bdi> : <NoValue />
}
