import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { CampaignView, RecipientView } from '../../../src/campaign/campaign.calls'
import type { Charge } from '../../../src/channel/charges.contract'
import { recipientPageSize, shippingStates } from '../../../src/campaign/campaign.contract'
import { useApp } from '../../app/app-context'
import { links } from '../../app/links'
import { useFormat, useTexts } from '../../i18n/i18n'
import type { Loader, PageProps } from '../../page/page-definition'
import type { ListPage } from '../../live/list-items'
import { onReconnect } from '../../live/on-reconnect'
import { loadRecords, type RecordRow, type RecordSource, recordSource } from '../../records/record-source'
import type { RecordList } from '../../records/record-list'
import { RecordsPage } from '../../records/records-page'
import { useRecordList } from '../../records/use-record-list'
import { Button } from '../../ui/button/button'
import type { Column } from '../../ui/table/data-table'
import { Download, ListPlus, RotateCw, Users } from '../../ui/icons'
import { saveBlob } from '../../ui/text/object-url'
import { Select } from '../../ui/select/select'
import { StatusPill } from '../../ui/display/labels'
import { useUi } from '../../ui/context/ui-context'
import { useAttempt } from '../../ui/form/use-attempt'
import { CampaignCards } from './campaign-cards'
import { ListFromReportDialog } from './list-from-report-dialog'
import { useCampaignActions } from '../use-campaign-actions'
import { useReason } from '../campaign-state'
import { batch } from '@preact/signals-react'
import type { ApiClient } from '../../api/api-client'

const stateKinds = {
  waiting: 'neutral',
  asked: 'info',
  confirmed: 'info',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  excluded: 'warning',
  expired: 'neutral',
} as const

const recipientRecords = (id: number) =>
  recordSource('/campaigns/:id/recipients', {
    params: { id },
    filters: ['state'],
    pageSize: recipientPageSize,
    query: ({ filters, last }) => ({
      state: shippingStates.find((name) => name === filters.state) ?? '',
      ...(last && { after: last.id }),
    }),
    compare: (a, b) => a.id - b.id,
    matches: () => true,
  })

type Report = CampaignView & {
  finishesAt: string | null
  remainingCount: number
  unconfirmedCount: number
  charges: Charge[]
}

interface ReportData {
  campaign: Report
  page: ListPage<RecipientView>
}

export const load: Loader<ReportData, { id: string }> = async (api, { id }, query) => {
  const params = { id: Number(id) }
  const [campaign, page] = await Promise.all([
    api.get('/campaigns/:id', { params }),
    loadRecords(recipientRecords(params.id), api, query),
  ])
  return { campaign, page }
}

export function page({ data }: PageProps<ReportData>) {
  useSignals()
  const t = useTexts('campaign').campaign
  const [source] = useState(() => recipientRecords(data.campaign.id))
  const list = useRecordList(source, data.page)
  const { api } = useApp()
  const [shown] = useState(() => new Set<number>())
  const refresh = () => refreshShown({ list, source, api }, shown, recipientPageSize)
  const campaign = useReport(data.campaign, () => void refresh())
  return (
    <RecordsPage
      list={list}
      texts={{ ...t.recipients, title: campaign.name }}
      icon={Users}
      back={links.campaigns()}
      heading={() => <bdi>{campaign.name}</bdi>}
      columns={useColumns(shown)}
      headerActions={<ReportActions campaign={campaign} />}
      summary={
        <>
          <CampaignCards campaign={campaign} finishesAt={campaign.finishesAt} />
          <StateFilter list={list} />
        </>
      }
    />
  )
}

function StateFilter({ list }: { list: RecordList<RecipientView, 'state'> }) {
  useSignals()
  const t = useTexts('campaign').campaign.recipients
  return (
    <div className="campaign-filters wrap-row">
      <Select<string>
        label={t.filter}
        value={list.filters.value.state}
        options={[
          { value: '', label: t.all },
          ...shippingStates.map((state) => ({ value: state, label: t.states[state] })),
        ]}
        onValueChange={(state) => list.setFilter('state', state)}
      />
    </div>
  )
}

const finishedReloadMs = 5000
const listReloadMs = 3000

/** Follows the campaign live. The shown recipients are reloaded every few seconds, and once more after the end. */
function useReport(first: Report, reloadRecipients: () => void): Report {
  const { api, live } = useApp()
  const [campaign, setCampaign] = useState(first)
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>()
    let isPlanned = false
    const later = (ms: number, task: () => void) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        task()
      }, ms)
      timers.add(timer)
    }
    const load = () => {
      reloadRecipients()
      void api.get('/campaigns/:id', { params: { id: first.id } }).then(setCampaign, () => {})
    }
    const stops = [
      live.subscribe('campaign', (event) => {
        if (event.action === 'delete' || event.campaign.id !== first.id) return
        setCampaign((report) => ({ ...report, ...event.campaign }))
        if (event.campaign.status === 'FINALIZADA') later(finishedReloadMs, load)
        if (isPlanned) return
        isPlanned = true
        later(listReloadMs, () => {
          isPlanned = false
          load()
        })
      }),
      onReconnect(live, load),
    ]
    return () => {
      for (const stop of stops) stop()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [api, live, first.id])
  return campaign
}

function ReportActions({ campaign }: { campaign: Report }) {
  const t = useTexts('campaign').campaign
  const { ui } = useTexts()
  const { api, navigation } = useApp()
  const attempt = useAttempt()
  const { confirm } = useUi()
  const { dialog, statusActions, copy } = useCampaignActions()
  const params = { id: campaign.id }

  const [listing, setListing] = useState(false)

  async function retry() {
    const { unconfirmedCount, failedCount } = campaign
    const isPartial = unconfirmedCount > 0 && unconfirmedCount < failedCount
    const { retryTitle: title, retryText, retryAction: action } = t.report
    if (isPartial && !(await confirm({ title, text: retryText(unconfirmedCount), action }))) return
    const done = await copy(campaign, 'retry')
    if (done) await navigation.go(links.campaigns())
  }

  const download = () =>
    attempt(async () =>
      saveBlob(await api.file('/campaigns/:id/file', { params }), `${t.report.file}-${campaign.id}.xlsx`),
    )

  return (
    <>
      <Button icon={Download} onClick={() => download()}>
        {ui.export}
      </Button>
      {campaign.startedAt !== null && (
        <Button icon={ListPlus} onClick={() => setListing(true)}>
          {t.list.add}
        </Button>
      )}
      {listing && <ListFromReportDialog campaign={campaign} close={() => setListing(false)} />}
      {campaign.failedCount > 0 && campaign.status !== 'EM_ANDAMENTO' && (
        <Button icon={RotateCw} onClick={() => retry()}>
          {t.report.retry}
        </Button>
      )}
      {statusActions(campaign)
        .toReversed()
        .map(({ label, icon, danger, onSelect }, index, { length }) => (
          <Button
            key={label}
            icon={icon}
            variant={danger ? 'danger' : index === length - 1 ? 'primary' : undefined}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))}
      {dialog}
    </>
  )
}

/** The name; while its row is rendered, its id is among the shown ones. */
function RecipientName({ recipient: { id, name }, shown }: { recipient: RecipientView; shown: Set<number> }) {
  useEffect(() => {
    shown.add(id)
    return () => void shown.delete(id)
  }, [id, shown])
  return <bdi>{name}</bdi>
}

function useColumns(shown: Set<number>): Column<RecipientView>[] {
  const t = useTexts('campaign').campaign.recipients
  const format = useFormat()
  const reasonOf = useReason()
  const time = (at: string | null) => <span className="tabular">{at === null ? '' : format.dateTimeShort(at)}</span>
  return [
    { id: 'name', header: t.columns.name, cell: (row) => <RecipientName recipient={row} shown={shown} /> },
    {
      id: 'number',
      compact: 'value',
      header: t.columns.number,
      width: '150px',
      cell: ({ number }) => <span className="tabular">{number && format.phone(number)}</span>,
    },
    {
      id: 'state',
      compact: 'value',
      header: t.columns.state,
      cell: ({ state, reason, optedOutAt }) => (
        <span className="campaign-state row wraps">
          <StatusPill kind={stateKinds[state]}>{t.states[state]}</StatusPill>
          {(reason || optedOutAt) && <span className="subtle">{reasonOf(reason || 'optOut')}</span>}
        </span>
      ),
    },
    {
      id: 'message',
      header: t.columns.message,
      width: '100px',
      wideOnly: true,
      cell: ({ messageNo }) => <span className="tabular">{messageNo}</span>,
    },
    { id: 'sentAt', header: t.columns.sentAt, cell: ({ sentAt }) => time(sentAt) },
    { id: 'deliveredAt', header: t.columns.deliveredAt, cell: ({ deliveredAt }) => time(deliveredAt) },
    { id: 'seenAt', header: t.columns.seenAt, wideOnly: true, cell: ({ seenAt }) => time(seenAt) },
    { id: 'answeredAt', header: t.columns.answeredAt, wideOnly: true, cell: ({ answeredAt }) => time(answeredAt) },
  ]
}

/** A page for each group of neighbours, so that a long list keeps its length. Rows must be ordered by id. */
export async function refreshShown<Row extends RecordRow, Filter extends string>(
  { list, source, api }: { list: RecordList<Row, Filter>; source: RecordSource<Row, Filter>; api: ApiClient },
  shown: ReadonlySet<number>,
  pageSize: number,
): Promise<void> {
  if (list.items.peek().length <= pageSize) return list.reload()
  const [search, filters] = [list.searchText.peek(), list.filters.peek()]
  let missing = [...shown].sort((a, b) => a - b)
  while (missing[0] !== undefined) {
    const first = missing[0]
    const last = list.items.peek().findLast(({ id }) => id < first)
    // After a failure the rows stay as they are until the next event.
    const page = await source.fetchPage(api, { pageNumber: 1, search, filters, last }).catch(() => undefined)
    const isOvertaken = list.searchText.peek() !== search || list.filters.peek() !== filters
    if (!page || isOvertaken) return
    const end = page.hasMore ? (page.items.at(-1)?.id ?? Infinity) : Infinity
    const found = new Set(page.items.map(({ id }) => id))
    const after = last?.id ?? -Infinity
    batch(() => {
      for (const { id } of list.items.peek()) if (id > after && id <= end && !found.has(id)) list.remove(id)
      for (const row of page.items) list.upsert(row)
    })
    missing = missing.filter((id) => id > end)
  }
}
