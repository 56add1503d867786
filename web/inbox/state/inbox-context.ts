import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { createRequiredContext } from '../../ui/context/ui-context'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { InboxModel } from './inbox-model'
import type { FilterNames } from '../filter/filter-names'
import type { AlreadyAssigned } from '../../ticket/change-ticket'
import type { RowDrafts } from '../row/row-drafts'
import type { ContactView } from '../../../src/contact/contact.answers'

export interface RefusedTicket {
  id: number
  name: string
  reason: string
}

export type InboxDialog =
  | { kind: 'bulk-accept' | 'bulk-transfer' | 'bulk-tag'; ids: readonly number[] }
  | { kind: 'bulk-refused'; refused: readonly RefusedTicket[]; count: number }
  /** Contact and connection, if known already. */
  | { kind: 'new'; contact?: TicketContactPick; connectionId?: number | undefined }
  | { kind: 'accept' | 'snooze' | 'priority'; ticket: TicketView }
  | { kind: 'transfer'; ticket: TicketView; reopening: boolean }
  | AlreadyAssigned

interface TargetMessage {
  uuid: string
  messageId: number
}

export interface Inbox {
  model: InboxModel
  readonly dialog: Signal<InboxDialog | undefined>
  /** The ticket whose conversation is open or loading, as far as it is known. */
  readonly opened: Signal<TicketView | undefined>
  readonly filterNames: Signal<FilterNames>
  readonly busy: Signal<ReadonlySet<number>>
  readonly drafts: RowDrafts
  readonly selection: RowSelection
  /** The open conversation was dealt with: who comes next takes its place. */
  readonly offersNext: Signal<boolean>
  /** The message at which a conversation is to be shown, such as the one that a search found. */
  readonly targetMessage: Signal<TargetMessage | undefined>
  listedIds(): number[]
  readonly waiting: ReadonlySignal<number>
}

export function createInboxView(model: InboxModel, filterNames: FilterNames, drafts: RowDrafts): Inbox {
  return {
    model,
    dialog: signal<InboxDialog | undefined>(undefined),
    opened: signal<TicketView | undefined>(undefined),
    filterNames: signal(filterNames),
    busy: signal<ReadonlySet<number>>(new Set()),
    drafts,
    selection: createRowSelection(),
    offersNext: signal(false),
    targetMessage: signal<TargetMessage | undefined>(undefined),
    waiting: computed(() => model.counts.value.pending),
    listedIds: () =>
      model
        .list(model.shown.peek())
        .items.peek()
        .map(({ id }) => id),
  }
}

export const [InboxContext, useInbox] = createRequiredContext<Inbox>('the inbox')

interface RowSelection {
  readonly ids: ReadonlySignal<ReadonlySet<number>>
  /** Rows are being selected, or `begin` was called. */
  readonly isActive: ReadonlySignal<boolean>
  /** Shows the checkboxes before any row is selected, for screens without hover. */
  begin(): void
  toggle(id: number): void
  extendTo(id: number, listed: readonly number[]): void
  select(ids: readonly number[]): void
  keep(listed: readonly number[]): void
  clear(): void
}

export function createRowSelection(): RowSelection {
  const ids = signal<ReadonlySet<number>>(new Set())
  const begun = signal(false)
  let anchor: number | undefined

  return {
    ids,
    isActive: computed(() => begun.value || ids.value.size > 0),
    begin: () => void (begun.value = true),
    toggle(id) {
      const next = new Set(ids.peek())
      if (!next.delete(id)) next.add(id)
      anchor = id
      ids.value = next
    },
    extendTo(id, listed) {
      const [from, to] = [listed.indexOf(anchor ?? id), listed.indexOf(id)]
      if (from < 0 || to < 0) {
        anchor = id
        ids.value = new Set(ids.peek()).add(id)
        return
      }
      ids.value = new Set([...ids.peek(), ...listed.slice(Math.min(from, to), Math.max(from, to) + 1)])
    },
    select(selected) {
      if (selected.length === 0) begun.value = false
      ids.value = new Set(selected)
    },
    keep(listed) {
      if (ids.peek().size === 0) return
      const present = new Set(listed)
      const kept = [...ids.peek()].filter((id) => present.has(id))
      if (kept.length < ids.peek().size) ids.value = new Set(kept)
    },
    clear() {
      anchor = undefined
      begun.value = false
      if (ids.peek().size > 0) ids.value = new Set()
    },
  }
}

export type TicketContactPick = Pick<ContactView, 'id' | 'name' | 'number' | 'channel' | 'isGroup'>
