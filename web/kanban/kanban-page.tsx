import { useSignals } from '@preact/signals-react/runtime'
import { useState, useEffect, useLayoutEffect, useRef } from 'react'
import type { Board, BoardLane } from '../../src/ticket/ticket.answers'
import { useUser, useCurrentActor } from '../app/app-context'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import type { Loader, PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { useOwnQueues } from '../queue/use-queues'
import { Button } from '../ui/button/button'
import { ErrorState } from '../ui/feedback/feedback'
import { Columns3, SlidersHorizontal, X } from '../ui/icons'
import { ButtonLink } from '../ui/display/link'
import { PageHeader } from '../ui/layout/screen'
import { SearchInput } from '../ui/field/search-input'
import { Select } from '../ui/select/select'
import { BoardColumn } from './board-column'
import { countFilters, noFilters } from './board-loading'
import { createBoard, type BoardModel, createFoldedLanes } from './board-model'
import { optionsOf } from '../ui/select/option'
import { useLiveModel } from '../app/use-live-model'
import type { UserActor } from '../../src/kernel/company/actor'
import type { LiveSocketClient } from '../live/live-socket-client'
import { followTickets } from '../ticket/follow-tickets'
import { isAdmin } from '../app/screen-access'
import { DateInput, isWholeDate } from '../ui/field/date-input'
import { Field } from '../ui/field/field'
import { MultiCombobox } from '../ui/select/combobox'
import { useFetched } from '../app/use-fetched'
import { isFocusLost } from '../ui/layout/focus'

interface FocusedCard {
  ticketId: string
  /** What has the focus: the card's link, or its menu. */
  part: string
  lane: Element | null
  index: number
}

const cardSelector = '[data-ticket]'
const menuSelector = '[aria-haspopup]'

/** A card that changes lanes is another element there. Its neighbour gets the focus when it leaves. */
function useKeptFocus(lanes: readonly BoardLane[]) {
  const board = useRef<HTMLDivElement>(null)
  const focused = useRef<FocusedCard>(undefined)

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => void (focused.current = describe(target))
    // A press beside the card takes the focus away as well.
    const onPress = ({ target }: PointerEvent) => {
      if (describe(target)?.ticketId !== focused.current?.ticketId) focused.current = undefined
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])

  useLayoutEffect(() => {
    const kept = focused.current
    if (!kept || !isFocusLost()) return
    const card = board.current?.querySelector(`[data-ticket="${kept.ticketId}"]`) ?? neighbourOf(kept)
    const target = card?.querySelector<HTMLElement>(kept.part) ?? kept.lane?.querySelector('button')
    target?.focus()
  }, [lanes])

  return board
}

function describe(target: EventTarget | null): FocusedCard | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>(cardSelector) : null
  if (!card) return undefined
  const part = (target as Element).matches('a') ? 'a' : menuSelector
  const index = [...(card.parentElement?.children ?? [])].indexOf(card)
  return { ticketId: card.dataset['ticket'] ?? '', part, lane: card.closest('section'), index }
}

function neighbourOf({ lane, index }: FocusedCard) {
  const cards = [...(lane?.querySelectorAll(cardSelector) ?? [])]
  return cards[index] ?? cards.at(-1)
}

interface BoardData {
  board: Board
  folded: string | undefined
}

export const load: Loader<BoardData, object> = async (api, _params, _query, { remembered }) => ({
  board: await api.get('/tickets/kanban', { query: {} }),
  folded: remembered?.('lanes'),
})

export function page({ data }: PageProps<BoardData>) {
  useSignals()
  const t = useTexts('kanban').kanban
  const actor = useCurrentActor()
  const user = useUser()
  const board = useLiveModel(
    (api) => createBoard(api, data.board, createFoldedLanes(user, data.folded)),
    (model, live) => followBoard(model, live, actor),
  )
  const [filtersOpen, setFiltersOpen] = useState(false)
  usePageTitle(t.title)
  const lanes = board.lanes.value
  const element = useKeptFocus(lanes)
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
        <div ref={element} className="board" role="group" aria-label={t.title}>
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

function followBoard(board: BoardModel, live: LiveSocketClient, actor: () => UserActor): () => void {
  const stops = [
    followTickets(live, {
      actor,
      listener: {
        onTicket: board.apply,
        onRemoved: board.remove,
        onLeftTab: board.remove,
        onRead: board.read,
      },
    }),
    live.subscribe('tag', (event) => {
      // Other changes of a tag affect its count only, which the board computes from the cards.
      const known = board.lanes
        .peek()
        .find(({ tag }) => tag?.id === (event.action === 'delete' ? event.tagId : event.tag.id))
      if (event.action === 'delete') return void (known && board.reload())
      const { name, color, kanban, position } = event.tag
      const shown = known?.tag
      const isSame = shown?.name === name && shown.color === color && shown.position === position
      if (!known ? kanban === 1 : kanban !== 1 || !isSame) board.reloadSoon()
    }),
    live.subscribe('reload', () => void board.reload()),
  ]
  return () => {
    for (const stop of stops) stop()
    board.dispose()
  }
}

function BoardFilters({ board }: { board: BoardModel }) {
  useSignals()
  const t = useTexts('kanban').kanban.filters
  const admin = isAdmin(useUser())
  const { users, tags } = useNames(admin)
  const filter = board.filter.value
  const isInOrder = filter.dateFrom === '' || filter.dateTo === '' || filter.dateFrom <= filter.dateTo
  return (
    <div className="board-filters" role="search" aria-label={t.label}>
      {admin && (
        <Field label={t.users}>
          <MultiCombobox<number>
            value={filter.users}
            options={users}
            onValueChange={(chosen) => board.setFilter({ users: chosen })}
          />
        </Field>
      )}
      <Field label={t.tags}>
        <MultiCombobox<number>
          value={filter.tags}
          options={tags}
          onValueChange={(chosen) => board.setFilter({ tags: chosen })}
        />
      </Field>
      <Field label={t.dateFrom}>
        <DateInput
          value={filter.dateFrom}
          onValueChange={(dateFrom) => isWholeDate(dateFrom) && board.setFilter({ dateFrom })}
        />
      </Field>
      <Field label={t.dateTo} error={isInOrder ? undefined : t.endBeforeStart}>
        <DateInput
          value={filter.dateTo}
          onValueChange={(dateTo) => isWholeDate(dateTo) && board.setFilter({ dateTo })}
        />
      </Field>
      {countFilters(filter) > 0 && (
        <Button icon={X} onClick={() => board.setFilter(noFilters)}>
          {t.clear}
        </Button>
      )}
    </div>
  )
}

/** Users are a filter for admins only. Without names a filter stays empty; the board reports failures. */
function useNames(withUsers: boolean) {
  const tags = useFetched((api, signal) => api.get('/tags/list', { query: { kanban: '0' }, signal }), { live: 'tag' })
  const users = useFetched((api, signal) => api.get('/users/list', { signal }), { wanted: withUsers })
  return { users: optionsOf(users.answer), tags: optionsOf(tags.answer) }
}
