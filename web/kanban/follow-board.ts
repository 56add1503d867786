import type { UserActor } from '../../src/kernel/actor'
import type { LiveSocketClient } from '../live/live-socket-client'
import { followTickets } from '../ticket/follow-tickets'
import type { BoardModel } from './board-model'

/** Keeps the board as it is on the server; returns what ends it. */
export function followBoard(board: BoardModel, live: LiveSocketClient, actor: () => UserActor): () => void {
  const stops = [
    followTickets(live, {
      actor,
      news: {
        onTicket: board.tell,
        onRemoved: board.remove,
        onLeftTab: board.remove,
        onRead: board.read,
      },
    }),
    live.subscribe('tag', (event) => {
      // Other changes of a tag are its counts, of which the cards tell.
      const known = board.lanes
        .peek()
        .find(({ tag }) => tag?.id === (event.action === 'delete' ? event.tagId : event.tag.id))
      if (event.action === 'delete') return void (known && board.reload())
      const { name, color, kanban } = event.tag
      if (!known ? kanban === 1 : kanban !== 1 || known.tag?.name !== name || known.tag.color !== color)
        void board.reload()
    }),
    live.subscribe('reload', () => void board.reload()),
  ]
  return () => {
    for (const stop of stops) stop()
    board.dispose()
  }
}
