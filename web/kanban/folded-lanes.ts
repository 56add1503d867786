import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { SessionUser } from '../../src/user/session/session.calls'
import { choiceOfPerson, ofPerson, rememberChoice } from '../session/remembered-choice'
import type { LaneId } from './board-lanes'

/** Lanes that are only a strip with their name and count. */
export interface FoldedLanes {
  readonly list: ReadonlySignal<readonly LaneId[]>
  set(lane: LaneId, isFolded: boolean): void
}

/** Stands for the tickets without a lane, as in the calls. */
const none = 'none'

export function createFoldedLanes(user?: SessionUser, remembered?: string): FoldedLanes {
  const stored = (user && choiceOfPerson(user, remembered))?.split('-') ?? []
  const list = signal<readonly LaneId[]>(stored.map((lane) => (lane === none ? null : Number(lane))))
  return {
    list,
    set(lane, isFolded) {
      if (list.peek().includes(lane) === isFolded) return
      list.value = isFolded ? [...list.peek(), lane] : list.peek().filter((other) => other !== lane)
      if (user)
        rememberChoice(
          'lanes',
          ofPerson(
            user,
            list
              .peek()
              .map((id) => id ?? none)
              .join('-'),
          ),
        )
    },
  }
}
