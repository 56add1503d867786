import { dropTargetForElements, draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, startTransition, memo } from 'react'
import type { BoardLane, BoardTicket } from '../../src/ticket/ticket.answers'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { Button, IconButton } from '../ui/button/button'
import { ChevronsLeft, ChevronsRight, EllipsisVertical } from '../ui/icons'
import { focusDrawn } from '../ui/layout/focus'
import { useAttempt } from '../ui/form/use-attempt'
import { type LaneId, sinceOf } from './board-loading'
import type { BoardModel } from './board-model'
import { usePrinting } from '../ui/layout/use-printing'
import { links } from '../app/links'
import { ConnectionIcon } from '../ticket/connection-icon'
import { DueChip } from '../ticket/due-chip'
import { PriorityMark } from '../ticket/priority-mark'
import { LastMessage } from '../message/last-message'
import { Avatar } from '../ui/display/avatar'
import { Chip, Badge } from '../ui/display/labels'
import { CutText } from '../ui/display/cut-text'
import { Link } from '../ui/display/link'
import { Menu, type MenuItem } from '../ui/popup/menu'

/** Rendered at first, also by the server: what is in or near the view of common windows. */
const firstLanes = 5

const firstCards = 12

/** How far beyond the view cards are rendered. */
const nearPixels = 400

/** Height of a card with the space below it, in pixels. Taller ones only make the scrollbar move a little. */
const cardEstimate = 110

interface BoardColumnProps {
  lane: BoardLane
  index: number
  board: BoardModel
}

/** A lane with its age, count and cards, or folded to a strip, which opens under a dragged card. */
export function BoardColumn({ lane, index, board }: BoardColumnProps) {
  useSignals()
  const t = useTexts('kanban').kanban
  const id = lane.tag?.id ?? null
  const name = lane.tag?.name ?? t.none
  const { element, isOver } = useDropTarget(id, board)
  const isFolded = board.folded.list.value.includes(id) && !isOver
  const toggleId = `lane-toggle-${id}`
  const toggle = (fold: boolean) => {
    board.folded.set(id, fold)
    focusDrawn(toggleId)
  }
  return (
    <section
      ref={element}
      className="board-lane"
      aria-label={name}
      data-over={isOver || undefined}
      data-folded={isFolded || undefined}
      style={lane.tag ? { '--lane-colour': lane.tag.color } : undefined}
    >
      {isFolded ? (
        <button
          type="button"
          id={toggleId}
          className="board-lane-strip row"
          aria-expanded={false}
          onClick={() => toggle(false)}
        >
          <ChevronsRight size={16} aria-hidden />
          <LaneCount count={lane.count} />
          <bdi className="board-lane-name truncate">{name}</bdi>
        </button>
      ) : (
        <>
          <header className="board-lane-head row">
            <h2 className="board-lane-name truncate">
              <bdi>{name}</bdi>
            </h2>
            <LaneCount count={lane.count} />
            <IconButton icon={ChevronsLeft} label={t.fold(name)} size="s" id={toggleId} onClick={() => toggle(true)} />
          </header>
          <LaneFacts lane={lane} />
          <LaneCards lane={lane} index={index} board={board} />
        </>
      )}
    </section>
  )
}

function LaneCount({ count }: { count: number }) {
  const t = useTexts('kanban').kanban
  const format = useFormat()
  return (
    <>
      <span className="board-lane-count" aria-hidden>
        {format.number(count)}
      </span>
      <span className="visually-hidden">{t.cards(count)}</span>
    </>
  )
}

function LaneFacts({ lane: { amountTotal, oldestAt } }: Pick<BoardColumnProps, 'lane'>) {
  const t = useTexts('kanban').kanban
  const format = useFormat()
  const now = useNow()
  if (oldestAt === null) return null
  return (
    <p className="board-lane-facts note-text">
      <time dateTime={oldestAt} title={format.dateTime(oldestAt)}>
        {t.oldest(format.relative(oldestAt, now))}
      </time>
      {amountTotal > 0 && <span className="board-lane-amount">{format.currency(amountTotal)}</span>}
    </p>
  )
}

function LaneCards({ lane: { tag, tickets, nextCursor }, index, board }: BoardColumnProps) {
  useSignals()
  const t = useTexts('kanban').kanban
  const id = tag?.id ?? null
  const moved = board.moved.value
  const { shown, gap, gapHeight } = useShownCards(
    index,
    tickets.length,
    moved === undefined ? 0 : tickets.findIndex((ticket) => ticket.id === moved) + 1,
  )
  return (
    <ul className="board-cards column">
      {tickets.slice(0, shown).map((ticket) => (
        <BoardCard key={ticket.id} ticket={ticket} lane={id} board={board} />
      ))}
      {gapHeight > 0 && <li ref={gap} className="board-gap" aria-hidden style={{ height: gapHeight }} />}
      {tickets.length === 0 && <li className="board-empty">{t.empty}</li>}
      {nextCursor !== null && (
        <li>
          <Button loading={board.loading.value === id} onClick={() => board.loadMore(id)}>
            {t.more}
          </Button>
        </li>
      )}
    </ul>
  )
}

function useDropTarget(lane: LaneId, board: BoardModel) {
  const element = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const attempt = useAttempt()
  const move = useRef((ticketId: number) => attempt(() => board.move(ticketId, lane)))
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => typeof source.data['ticketId'] === 'number',
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop({ source }) {
        setOver(false)
        void move.current(source.data['ticketId'] as number)
      },
    })
  }, [])
  return { element, isOver }
}

/** Near the view; they stay, so that the focus stays. `least` in any case. `gap`: as high as the others. */
function useShownCards(laneIndex: number, count: number, least: number) {
  const isPrinting = usePrinting()
  const gap = useRef<HTMLLIElement>(null)
  const [wanted, setWanted] = useState(laneIndex < firstLanes ? firstCards : 0)
  if (wanted < least) setWanted(least)
  const shown = isPrinting ? count : Math.min(wanted, count)

  useEffect(() => {
    const element = gap.current
    const list = element?.parentElement
    if (!element || !list) return
    const watch = { root: list.closest('.board'), rootMargin: `0px ${nearPixels}px`, scrollMargin: `${nearPixels}px` }
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      const empty = list.scrollTop + list.clientHeight - (element.offsetTop - list.offsetTop)
      const missing = Math.ceil((empty + nearPixels) / cardEstimate)
      startTransition(() => setWanted(shown + Math.max(firstCards, missing)))
    }, watch)
    observer.observe(element)
    return () => observer.disconnect()
    // It reports only changes, and the gap may still be in view after cards were added.
  }, [shown, count])

  return { shown, gap, gapHeight: (count - shown) * cardEstimate }
}

interface BoardCardProps {
  ticket: BoardTicket
  lane: LaneId
  board: BoardModel
}

const BoardCard = memo(function BoardCard({ ticket, lane, board }: BoardCardProps) {
  const texts = useTexts('kanban')
  const { element, isDragged } = useDraggable(ticket.id)
  const name = ticket.contact.name.trim() || ticket.contact.number
  return (
    <li ref={element} className="board-card stack gap-1" data-dragged={isDragged || undefined} data-ticket={ticket.id}>
      <div className="board-card-line">
        <Avatar name={name} src={ticket.contact.urlPicture} size={28} />
        <Link className="board-card-name" href={links.ticket(ticket.uuid)} dir="auto" draggable={false}>
          <CutText text={name} max={60} />
        </Link>
        <Badge count={ticket.unreadMessages} kind="brand" label={texts.ticket.row.unread(ticket.unreadMessages)} />
        <MoveMenu ticket={ticket} lane={lane} board={board} name={name} />
      </div>
      <div className="board-card-message truncate">
        <LastMessage ticket={ticket} />
      </div>
      <CardFacts ticket={ticket} />
    </li>
  )
})

function CardFacts({ ticket }: { ticket: BoardTicket }) {
  const { kanban: t, ticket: words } = useTexts('kanban')
  const format = useFormat()
  const now = useNow()
  const { queue, user, amount, laneAt, tags } = ticket
  const since = format.relative(sinceOf(ticket), now)
  return (
    <div className="board-card-facts">
      <PriorityMark priority={ticket.priority} />
      <DueChip due={ticket.due} />
      <ConnectionIcon ticket={ticket} />
      <Chip label={queue?.name ?? words.row.noQueue} color={queue?.color} size="s" />
      {user && <Chip label={user.name} size="s" />}
      {tags
        .filter(({ kanban }) => !kanban)
        .map(({ id, name, color }) => (
          <Chip key={id} label={name} color={color} size="s" />
        ))}
      {amount !== null && amount > 0 && <span className="board-card-amount">{format.currency(amount)}</span>}
      <time
        className="board-card-time note-text"
        dateTime={sinceOf(ticket)}
        {...(laneAt && { title: t.inLane(since) })}
      >
        {since}
      </time>
    </div>
  )
}

function MoveMenu({ ticket, lane, board, name }: BoardCardProps & { name: string }) {
  const t = useTexts('kanban').kanban
  const attempt = useAttempt()
  // The lanes of the moment: a card that followed them would be rendered with every change of the board.
  const items = (): MenuItem[] => {
    const others = board.lanes.peek().filter(({ tag }) => (tag?.id ?? null) !== lane)
    return [
      { label: t.open, href: links.ticket(ticket.uuid) },
      'separator',
      { heading: t.move },
      ...others.map(({ tag }) => ({
        label: tag?.name ?? t.none,
        onSelect: () => attempt(() => board.move(ticket.id, tag?.id ?? null), t.moved(name, tag?.name ?? t.none)),
      })),
    ]
  }
  return (
    <Menu
      align="end"
      items={items}
      trigger={(trigger) => <IconButton {...trigger} icon={EllipsisVertical} size="s" label={t.moveOf(name)} />}
    />
  )
}

function useDraggable(ticketId: number) {
  const element = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    if (!element.current) return
    return draggable({
      element: element.current,
      getInitialData: () => ({ ticketId }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [ticketId])
  return { element, isDragged }
}
