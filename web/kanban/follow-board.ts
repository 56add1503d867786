import type { UserActor } from '../../src/kernel/company/actor'
import type { LiveSocketClient } from '../live/live-socket-client'
import { followTickets } from '../ticket/follow-tickets'
import type { BoardModel } from './board-model'

/** Keeps the board up to date; returns a function that stops it. */
export function followBoard(board: BoardModel, live: LiveSocketClient, actor: () => UserActor): () => void {
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
