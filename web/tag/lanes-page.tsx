import { useSignals } from '@preact/signals-react/runtime'
import type { TagView } from '../../src/tag/tag.record'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Chip } from '../ui/display/labels'
import type { Column } from '../ui/table/data-table'
import { NoValue } from '../ui/table/table-cells'
import { ArrowDown, ArrowUp, Columns3 } from '../ui/icons'
import type { RowAction } from '../ui/table/table-row'
import { useAttempt } from '../ui/form/use-attempt'
import { TagDialog } from './tag-dialog'
import { useTagRemoval, laneRecords } from './tag-records'

export const load = recordLoader(laneRecords)

export function page({ data }: PageProps<ListPage<TagView>>) {
  useSignals()
  const t = useTexts('tag').tag
  const remove = useTagRemoval()
  const list = useRecordList(laneRecords, data)
  const moves = useMoves()
  return (
    <RecordsPage
      list={list}
      texts={{ ...t, ...t.lanes }}
      icon={Columns3}
      columns={useColumns(list.items.value)}
      form={(lane, close) => <TagDialog tag={lane} isLane close={close} />}
      {...(list.searchText.value === '' && { actions: (lane: TagView) => moves(list.items.value, lane) })}
      remove={remove}
    />
  )
}

function useMoves() {
  const t = useTexts('tag').tag.lanes
  const { api } = useApp()
  const attempt = useAttempt()
  return (lanes: readonly TagView[], lane: TagView): RowAction[] => {
    const at = lanes.indexOf(lane)
    const swap = (other: number) => () => {
      const tagIds = lanes.map(({ id }) => id)
      tagIds.splice(other, 0, ...tagIds.splice(at, 1))
      void attempt(() => api.put('/tags/lanes', { body: { tagIds } }))
    }
    return [
      { label: t.earlier, icon: ArrowUp, onSelect: swap(at - 1), disabled: at <= 0 },
      { label: t.later, icon: ArrowDown, onSelect: swap(at + 1), disabled: at === lanes.length - 1 },
    ]
  }
}

function useColumns(lanes: readonly TagView[]): Column<TagView>[] {
  const t = useTexts('tag').tag
  const nameOf = (id: number | null) => lanes.find((lane) => lane.id === id)?.name ?? (id === null ? '' : `#${id}`)
  return [
    { id: 'name', header: t.columns.name, cell: ({ name, color }) => <Chip label={name} color={color} /> },
    { id: 'id', header: t.columns.id, width: '72px', cell: ({ id }) => <span className="tabular">{id}</span> },
    {
      id: 'tickets',
      compact: 'labelled',
      header: t.columns.tickets,
      width: '140px',
      cell: ({ ticketsCount }) => <span className="tabular">{ticketsCount}</span>,
    },
    {
      id: 'next',
      compact: 'labelled',
      header: t.lanes.next,
      cell: ({ timeLane, nextLaneId, rollbackLaneId }) => (
        <Lines
          lines={[
            timeLane > 0 && nextLaneId !== null && t.lanes.after(timeLane, nameOf(nextLaneId)),
            rollbackLaneId !== null && t.lanes.back(nameOf(rollbackLaneId)),
          ]}
        />
      ),
    },
    {
      id: 'remarketing',
      compact: 'labelled',
      header: t.lanes.remarketing,
      wideOnly: true,
      cell: ({ daysForRemarketing, hourRemarketing }) => (
        <Lines lines={[daysForRemarketing > 0 && t.lanes.afterDays(daysForRemarketing, hourRemarketing)]} />
      ),
    },
  ]
}

function Lines({ lines }: { lines: readonly (string | false)[] }) {
  const said = lines.filter((line) => line !== false)
  if (said.length === 0) return <NoValue />
  return (
    <span className="tag-lines">
      {said.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}
