import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { SessionUser } from '../../../src/user/session/session.calls'
import { isAdmin } from '../../app/screen-access'
import { choiceOfPerson, ofPerson } from '../../session/remembered-choice'

export type InboxQueue = SessionUser['queues'][number]

export interface QueueChoice {
  /** Queues that can be chosen: all for admins, their own for others. */
  readonly offered: ReadonlySignal<readonly InboxQueue[]>
  readonly chosen: ReadonlySignal<readonly number[]>
  /** The queues of the query; undefined when all are chosen, so that tickets without a queue are included. */
  readonly queryIds: ReadonlySignal<readonly number[] | undefined>
  /** Undefined restores the default: the user's own queues. */
  choose(queueIds: readonly number[] | undefined): void
}

interface QueueChoiceOptions {
  user: ReadonlySignal<SessionUser>
  ofCompany: ReadonlySignal<readonly InboxQueue[]>
  picked: readonly number[] | undefined
  remember: (picked: readonly number[] | undefined) => void
}

/** Follows the user: an added or removed queue is offered or hidden at once. */
export function createQueueChoice({ user, ofCompany, picked: first, remember }: QueueChoiceOptions): QueueChoice {
  const picked = signal(first)
  const offered = computed(() => offeredQueues(user.value, ofCompany.value))
  const chosen = computed(() => chosenQueues(user.value, offered.value, picked.value))
  return {
    offered,
    chosen,
    queryIds: computed(() => queryIdsOf(chosen.value, offered.value)),
    choose(queueIds) {
      picked.value = queueIds
      remember(queueIds)
    },
  }
}

export function offeredQueues(user: SessionUser, ofCompany: readonly InboxQueue[]) {
  return isAdmin(user) ? ofCompany : user.queues
}

/** Returns the picked queues that are still offered, else the user's own. An admin without queues starts with all. */
export function chosenQueues(user: SessionUser, offered: readonly InboxQueue[], picked?: readonly number[]) {
  const all = offered.map(({ id }) => id)
  const among = (ids: readonly number[]) => all.filter((id) => ids.includes(id))
  const remembered = picked ? among(picked) : []
  if (remembered.length > 0) return remembered
  const own = among(user.queues.map(({ id }) => id))
  return own.length === 0 && isAdmin(user) ? all : own
}

export function queryIdsOf(chosen: readonly number[], offered: readonly InboxQueue[]) {
  return offered.every(({ id }) => chosen.includes(id)) ? undefined : chosen
}

export function writePicked(user: SessionUser, picked: readonly number[] | undefined) {
  return picked ? ofPerson(user, picked.join('-')) : ''
}

export function readPicked(user: SessionUser, text: string | undefined): number[] | undefined {
  return choiceOfPerson(user, text)
    ?.split('-')
    .map(Number)
    .filter((queueId) => Number.isSafeInteger(queueId))
}
