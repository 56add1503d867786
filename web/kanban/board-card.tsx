import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { memo, useEffect, useRef, useState } from 'react'
import type { BoardTicket } from '../../src/ticket/ticket.answers'
import { links } from '../app/links'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { ConnectionIcon } from '../ticket/connection-icon'
import { LastMessage } from '../message/last-message'
import { Avatar } from '../ui/display/avatar'
import { Chip, Badge } from '../ui/display/labels'
import { CutText } from '../ui/display/cut-text'
import { IconButton } from '../ui/button/button'
import { EllipsisVertical } from '../ui/icons'
import { Link } from '../ui/display/link'
import { Menu, type MenuItem } from '../ui/popup/menu'
import { useAttempt } from '../ui/form/use-attempt'
import { sinceOf, type LaneId } from './board-loading'
import type { BoardModel } from './board-model'

interface BoardCardProps {
  ticket: BoardTicket
  lane: LaneId
  board: BoardModel
}

export const BoardCard = memo(function BoardCard({ ticket, lane, board }: BoardCardProps) {
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
