import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { SessionUser } from '../../src/user/session.calls'
import { isAdmin } from '../app/screen-access'

export type InboxQueue = SessionUser['queues'][number]

/** The queue selector of the inbox. */
export interface QueueChoice {
  /** Those that can be chosen: an admin's are all, anybody else's their own. */
  readonly offered: ReadonlySignal<readonly InboxQueue[]>
  readonly chosen: ReadonlySignal<readonly number[]>
  /** What is asked of the server: nothing when all are chosen, so that what has no queue comes along. */
  readonly asked: ReadonlySignal<readonly number[] | undefined>
  /** Undefined for the choice one begins with: one's own queues. */
  choose(queueIds: readonly number[] | undefined): void
}

export interface QueueChoiceOptions {
  user: ReadonlySignal<SessionUser>
  /** Every queue of the company, where the person is an admin. */
  ofCompany: ReadonlySignal<readonly InboxQueue[]>
  /** What this browser remembers. */
  picked: readonly number[] | undefined
  remember: (picked: readonly number[] | undefined) => void
}

/** Follows the person: a queue that is given or taken while the inbox is open is offered or gone at once. */
export function createQueueChoice({ user, ofCompany, picked: first, remember }: QueueChoiceOptions): QueueChoice {
  const picked = signal(first)
  const offered = computed(() => offeredQueues(user.value, ofCompany.value))
  const chosen = computed(() => chosenQueues(user.value, offered.value, picked.value))
  return {
    offered,
    chosen,
    asked: computed(() => askedQueues(chosen.value, offered.value)),
    choose(queueIds) {
      picked.value = queueIds
      remember(queueIds)
    },
  }
}

export function offeredQueues(user: SessionUser, ofCompany: readonly InboxQueue[]) {
  return isAdmin(user) ? ofCompany : user.queues
}

/** What was picked, as far as it is still offered; else one's own; an admin who is in no queue begins with all. */
export function chosenQueues(user: SessionUser, offered: readonly InboxQueue[], picked?: readonly number[]) {
  const all = offered.map(({ id }) => id)
  const among = (ids: readonly number[]) => all.filter((id) => ids.includes(id))
  const remembered = picked ? among(picked) : []
  if (remembered.length > 0) return remembered
  const own = among(user.queues.map(({ id }) => id))
  return own.length === 0 && isAdmin(user) ? all : own
}

export function askedQueues(chosen: readonly number[], offered: readonly InboxQueue[]) {
  return offered.every(({ id }) => chosen.includes(id)) ? undefined : chosen
}

/** Which queues this person picked in this browser, as it is remembered. */
export function writePicked({ companyId, id }: SessionUser, picked: readonly number[] | undefined) {
  return picked ? `${companyId}.${id}.${picked.join('-')}` : ''
}

export function readPicked({ companyId, id }: SessionUser, text: string | undefined): number[] | undefined {
  const own = `${companyId}.${id}.`
  if (!text?.startsWith(own)) return undefined
  return text
    .slice(own.length)
    .split('-')
    .map(Number)
    .filter((queueId) => Number.isSafeInteger(queueId))
}
