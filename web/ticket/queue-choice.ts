import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { SessionUser } from '../../src/user/session.contract'
import { isAdmin } from '../screen-access'

type Queue = SessionUser['queues'][number]

/** The queue selector of the inbox. */
export interface QueueChoice {
  /** Those that can be chosen: an admin's are all, anybody else's their own. */
  readonly offered: readonly Queue[]
  readonly chosen: ReadonlySignal<readonly number[]>
  /** What is asked of the server: nothing when all are chosen, so that what has no queue comes along. */
  readonly asked: ReadonlySignal<readonly number[] | undefined>
  /** Undefined for the choice one begins with: one's own queues. */
  choose(queueIds: readonly number[] | undefined): void
  /** Takes up what this browser remembers; true when that is another choice. */
  restore(): boolean
}

/** What remembers the choice; nothing does on the server. */
export type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createQueueChoice(
  user: SessionUser,
  ofCompany: readonly Queue[],
  storage: ChoiceStorage | undefined,
): QueueChoice {
  const offered = isAdmin(user) ? ofCompany : user.queues
  const all = offered.map(({ id }) => id)
  const own = user.queues.map(({ id }) => id).filter((id) => all.includes(id))
  const chosen = signal<readonly number[]>(firstQueues(user, ofCompany))
  const key = `inbox-queues-${user.companyId}-${user.id}`

  return {
    offered,
    chosen,
    asked: computed(() => askedQueues(chosen.value, all)),
    choose(queueIds) {
      chosen.value = all.filter((id) => (queueIds ?? own).includes(id))
      if (queueIds) storage?.setItem(key, JSON.stringify(chosen.value))
      else storage?.removeItem(key)
    },
    restore() {
      const remembered = readIds(storage?.getItem(key) ?? null)?.filter((id) => all.includes(id))
      if (!remembered || remembered.length === 0 || sameIds(remembered, chosen.peek())) return false
      chosen.value = remembered
      return true
    },
  }
}

/** One's own; an admin who is in no queue begins with all. */
export function firstQueues(user: SessionUser, ofCompany: readonly Queue[]): readonly number[] {
  const own = user.queues.map(({ id }) => id)
  return own.length === 0 && isAdmin(user) ? ofCompany.map(({ id }) => id) : own
}

export function askedQueues(chosen: readonly number[], all: readonly number[]) {
  return all.every((id) => chosen.includes(id)) ? undefined : chosen
}

function sameIds(a: readonly number[], b: readonly number[]) {
  return a.length === b.length && a.every((id) => b.includes(id))
}

function readIds(text: string | null): number[] | undefined {
  try {
    const ids: unknown = text === null ? undefined : JSON.parse(text)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : undefined
  } catch {
    return undefined
  }
}
