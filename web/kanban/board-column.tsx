import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { BoardLane } from '../../src/ticket/ticket.answers'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { useAttempt } from '../ui/form/use-attempt'
import { BoardCard } from './board-card'
import type { LaneId } from './board-lanes'
import type { BoardModel } from './board-model'
import { useShownCards } from './use-shown-cards'

/** A lane with its count and cards. */
interface BoardColumnProps {
  lane: BoardLane
  index: number
  board: BoardModel
}

export function BoardColumn({ lane, index, board }: BoardColumnProps) {
  useSignals()
  const t = useTexts('kanban').kanban
  const format = useFormat()
  const { tag, count, amountTotal, tickets, nextCursor } = lane
  const id = tag?.id ?? null
  const name = tag?.name ?? t.none
  const { element, isOver } = useDropTarget(id, board)
  const { shown, gap, gapHeight } = useShownCards(index, tickets.length)
  const style = tag ? { '--lane-colour': tag.color } : undefined
  return (
    <section ref={element} className="board-lane" aria-label={name} data-over={isOver || undefined} style={style}>
      <header className="board-lane-head">
        <h2 className="board-lane-name">
          <bdi>{name}</bdi>
        </h2>
        {amountTotal > 0 && <span className="board-lane-amount">{format.currency(amountTotal)}</span>}
        <span className="board-lane-count" aria-hidden>
          {format.number(count)}
        </span>
        <span className="visually-hidden">{t.cards(count)}</span>
      </header>
      <ul className="board-cards">
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
    </section>
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
