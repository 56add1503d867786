import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Board } from '../../src/ticket/ticket.answers'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import type { Loader, PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/use-page-title'
import { useOwnQueues } from '../queue/use-queues'
import { Button } from '../ui/button/button'
import { ErrorState } from '../ui/feedback/error-state'
import { Columns3, SlidersHorizontal } from '../ui/icons'
import { ButtonLink } from '../ui/display/link'
import { PageHeader } from '../ui/layout/page-header'
import { SearchInput } from '../ui/field/search-input'
import { Select } from '../ui/select/select'
import { BoardColumn } from './board-column'
import { countFilters } from './board-filter'
import { BoardFilters } from './board-filters'
import { createBoard, type BoardModel } from './board-model'
import { followBoard } from './follow-board'
import { optionsOf } from '../ui/select/option'
import { useLiveModel } from '../app/use-live-model'
import { useCurrentActor } from '../app/use-current-actor'

export const load: Loader<Board, object> = (api) => api.get('/tickets/kanban', { query: {} })

/** Active tickets by lane; cards are dragged between lanes. */
export function page({ data }: PageProps<Board>) {
  useSignals()
  const t = useTexts('kanban').kanban
  const actor = useCurrentActor()
  const board = useLiveModel(
    (api) => createBoard(api, data),
    (model, live) => followBoard(model, live, actor),
  )
  const [filtersOpen, setFiltersOpen] = useState(false)
  usePageTitle(t.title)
  const lanes = board.lanes.value
  const inUse = countFilters(board.filter.value)
  return (
    <div className="screen">
      <PageHeader
        title={t.title}
        count={lanes.reduce((sum, { count }) => sum + count, 0)}
        search={
          <div className="board-search">
            <SearchInput
              value={board.filter.value.search}
              onSearch={(search) => board.setFilter({ search })}
              placeholder={t.search}
            />
            <QueueFilter board={board} />
          </div>
        }
        actions={
          <>
            <Button
              icon={SlidersHorizontal}
              aria-expanded={filtersOpen}
              aria-label={inUse > 0 ? t.filters.inUse(inUse) : undefined}
              onClick={() => setFiltersOpen(!filtersOpen)}
            >
              {inUse > 0 ? `${t.filters.toggle} · ${inUse}` : t.filters.toggle}
            </Button>
            <ButtonLink href={links.lanes()} icon={Columns3}>
              {t.manage}
            </ButtonLink>
          </>
        }
      >
        {filtersOpen && <BoardFilters board={board} />}
      </PageHeader>
      <div className="board-body">
        {board.failed.value !== undefined && (
          <ErrorState error={board.failed.value} onRetry={() => board.reload()} compact />
        )}
        <div className="board" role="group" aria-label={t.title}>
          {lanes.map((lane, index) => (
            <BoardColumn key={lane.tag?.id ?? 0} lane={lane} index={index} board={board} />
          ))}
        </div>
      </div>
    </div>
  )
}

const everyQueue = 0

function QueueFilter({ board }: { board: BoardModel }) {
  useSignals()
  const t = useTexts('kanban').kanban
  const queues = useOwnQueues()
  return (
    <Select<number>
      label={t.queue}
      value={board.filter.value.queueId ?? everyQueue}
      options={[{ value: everyQueue, label: t.allQueues }, ...optionsOf(queues)]}
      onValueChange={(chosen) => board.setFilter({ queueId: chosen || null })}
    />
  )
}
