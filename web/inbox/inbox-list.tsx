import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { AlarmClock, Archive, CircleCheckBig, Inbox as InboxIcon, SearchX, Users, type LucideIcon } from '../ui/icons'
import { useEffect, useRef, type RefObject, useLayoutEffect } from 'react'
import { useApp, useUser } from '../app/app-context'
import { isAdmin } from '../app/screen-access'
import { useTexts } from '../i18n/i18n'
import { loadPages } from '../live/load-pages'
import { Button } from '../ui/button/button'
import { useUi } from '../ui/context/ui-context'
import { EmptyState, SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { isFocusLost } from '../ui/layout/focus'
import { useRovingFocus } from '../ui/list/roving-focus'
import { Spinner } from '../ui/feedback/spinner'
import { VirtualList, type VirtualListHandle } from '../ui/list/virtual-list'
import { useInbox } from './state/inbox-context'
import type { InboxListName } from './filter/inbox-query'
import type { TicketList } from './state/ticket-list-model'
import { RowCommands } from './row/row-commands'
import { useRowTouch } from './row/use-row-touch'
import { TicketRow } from './row/ticket-row'
import { useInboxKeys, focusListedRow } from './toolbar/use-inbox-keys'
import { useRowSelectionKeys } from './selection/use-row-selection-keys'
import type { TicketView } from '../../src/ticket/ticket.answers'

const rowHeight = 64
/** Pages that one press of End loads. Resolved tickets may be tens of thousands. */
const pagesPerEnd = 10

export function InboxList() {
  useSignals()
  const uuid = useOpenUuid()
  const { model } = useInbox()
  const name = model.shown.value
  const list = model.list(name)
  const failed = list.failed.value
  const lost = useRef(false)
  const height = useRef<number>(undefined)
  if (list.items.value.length > 0) {
    return <FilledList key={name} name={name} list={list} uuid={uuid} lost={lost} height={height} />
  }
  if (failed) return <ErrorState error={failed} onRetry={() => list.retry()} />
  if (!list.ready.value || list.loading.value !== 'idle') return <SkeletonList />
  return <EmptyList name={name} lost={lost} />
}

function useOpenUuid() {
  const { navigation } = useApp()
  return useComputed(() => {
    const { visit } = navigation.shown.value
    return visit.kind === 'page' ? visit.match.params['uuid'] : undefined
  }).value
}

interface FilledListProps {
  name: InboxListName
  list: TicketList
  uuid: string | undefined
  /** The list that was shown before had the focus. */
  lost: RefObject<boolean>
  /** The height of the list that was shown before, as many rows of which are rendered at first. */
  height: RefObject<number | undefined>
}

function FilledList({ name, list, uuid, lost, height }: FilledListProps) {
  useSignals()
  const t = useTexts().ticket.list
  const handle = useRef<VirtualListHandle>(null)
  const { model, selection } = useInbox()
  const items = list.items.value
  useEffect(() => selection.keep(items.map(({ id }) => id)), [selection, items])
  useEffect(() => selection.clear, [selection])
  useEffect(() => void (height.current = handle.current?.element()?.clientHeight || undefined), [height])
  const search = name === 'search' ? model.search.value : undefined
  const [sort, showAll, queueIds] = [model.shownSort.value, model.showAll.value, model.queues.queryIds.value?.join()]
  const focusRowAt = useArrowKeys(list, handle)
  useRowSelectionKeys(handle)
  useRowTouch(handle)
  useInboxKeys({ list, uuid, handle })
  useRowFocus(list.items.value, handle, lost)
  useLostFocus(lost, () =>
    focusRowAt(
      Math.max(
        0,
        list.items.peek().findIndex((ticket) => ticket.uuid === uuid),
      ),
    ),
  )
  // Another search, order or filter is another list and starts at the top.
  useEffect(() => {
    handle.current?.scrollToTop()
  }, [search, sort, showAll, queueIds])
  return (
    <div
      className="inbox-list"
      aria-busy={list.loading.value === 'replace'}
      data-selecting={selection.isActive.value || undefined}
    >
      <VirtualList
        ref={handle}
        label={t[name]}
        items={list.items.value}
        getKey={({ id }) => id}
        rowHeight={rowHeight}
        initialHeight={height.current}
        onEndReached={() => void list.loadMore()}
        renderItem={(ticket) => <TicketRow ticket={ticket} current={ticket.uuid === uuid} />}
        footer={<ListFooter list={list} />}
      />
      <RowCommands list={list} />
    </div>
  )
}

function useArrowKeys(list: TicketList, handle: RefObject<VirtualListHandle | null>) {
  const items = list.items.value

  function focusRowAt(index: number) {
    const ticket = list.items.peek()[index]
    if (ticket) focusListedRow(handle.current, index, ticket.id)
  }

  useRovingFocus({
    list: () => handle.current?.element() ?? null,
    row: '.ticket-row',
    main: '.ticket-row-link',
    preferred: '.ticket-row[data-current]',
    focusEdge(edge) {
      if (edge === 'first') return focusRowAt(0)
      focusRowAt(items.length - 1)
      if (!list.hasMore.peek()) return
      const loaded = loadPages(list, pagesPerEnd).then(() => {
        const isLeft = !handle.current?.element()?.contains(document.activeElement)
        if (!isLeft) focusRowAt(list.items.peek().length - 1)
      })
      // Reported below the last row.
      loaded.catch(() => {})
    },
  })

  return focusRowAt
}

/** Gives the focus of a list that was left by key, or whose last row left, to what is shown instead. */
function useLostFocus(lost: RefObject<boolean>, focus: () => void) {
  const modal = useUi().modals.top.value
  useEffect(() => {
    if (modal) return
    if (lost.current && isFocusLost()) focus()
    lost.current = false
  }, [modal, lost])
}

function ListFooter({ list }: { list: TicketList }) {
  useSignals()
  const t = useTexts()
  if (list.failed.value) {
    return (
      <div className="inbox-footer row" role="alert">
        {t.ticket.moreFailed}
        <Button size="s" onClick={() => list.retry()}>
          {t.ui.retry}
        </Button>
      </div>
    )
  }
  if (list.loading.value !== 'more') {
    // A search that was cut off has not reached the end of all tickets.
    const isCut = list.countIsLeast.value && !list.hasMore.value
    return isCut ? <p className="inbox-footer row">{t.ticket.olderNotSearched}</p> : null
  }
  return (
    <div className="inbox-footer row">
      <Spinner />
      {t.ui.loadingMore}
    </div>
  )
}

function SkeletonList() {
  const t = useTexts().ui
  return (
    <div className="inbox-list inbox-skeleton" role="status" aria-label={t.loading}>
      <SkeletonRows count={9} />
    </div>
  )
}

const icons: Record<InboxListName, LucideIcon> = {
  open: InboxIcon,
  pending: CircleCheckBig,
  group: Users,
  snoozed: AlarmClock,
  closed: Archive,
  search: SearchX,
}

function EmptyList({ name, lost }: Pick<FilledListProps, 'name' | 'lost'>) {
  useSignals()
  useLostFocus(lost, () => [...document.querySelectorAll<HTMLElement>('.inbox [aria-selected=true]')].at(-1)?.focus())
  const { model } = useInbox()
  const t = useTexts().ticket
  const waiting = model.counts.value.pending
  const user = useUser()
  const seesNobody = !isAdmin(user) && user.queues.length === 0 && user.allTicket !== 'enable'
  if (name === 'pending' && seesNobody) {
    return (
      <div className="inbox-list">
        <EmptyState icon={icons.pending} title={t.queues.empty} text={t.queues.emptyText} />
      </div>
    )
  }
  // The rest was not searched and may contain a match.
  const text = model.list(name).countIsLeast.value ? t.olderNotSearched : t.empty[`${name}Text`]
  return (
    <div className="inbox-list">
      <EmptyState icon={icons[name]} title={t.empty[`${name}Title`]} text={text} action={nextStep()} />
    </div>
  )

  function nextStep() {
    const { text: words, inMessages } = model.search.value
    if (name === 'open' && waiting > 0) {
      return <Button onClick={() => model.showTab('pending')}>{t.toWaiting}</Button>
    }
    if (name !== 'search' || words === '' || inMessages) return undefined
    return <Button onClick={() => model.setSearch({ inMessages: true })}>{t.searchMessages}</Button>
  }
}

/** When the focused row leaves, also below a dialog. `lost`: the whole list left. Read it within `useSignals()`. */
function useRowFocus(
  items: readonly TicketView[],
  handle: RefObject<VirtualListHandle | null>,
  lost: RefObject<boolean>,
) {
  const focused = useRef<{ id: number; index: number }>(undefined)
  const latest = useRef(items)
  latest.current = items
  const modal = useUi().modals.top.value

  useEffect(() => {
    const list = handle.current?.element()
    const onFocus = ({ target }: FocusEvent) => {
      const id = target instanceof Element ? ticketOf(target) : undefined
      const index = latest.current.findIndex((ticket) => ticket.id === id)
      focused.current = id === undefined || index < 0 ? undefined : { id, index }
    }
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      // Removing a focused element loses the focus; a dialog gives it back.
      if (relatedTarget instanceof Element && !relatedTarget.closest('dialog, [popover]')) focused.current = undefined
    }
    list?.addEventListener('focusin', onFocus)
    list?.addEventListener('focusout', onLeave)
    return () => {
      list?.removeEventListener('focusin', onFocus)
      list?.removeEventListener('focusout', onLeave)
    }
  }, [handle])

  useEffect(() => {
    const { id, index } = focused.current ?? {}
    if (id === undefined || index === undefined) return
    const at = items.findIndex((ticket) => ticket.id === id)
    if (at >= 0) return void (focused.current = { id, index: at })
    if (modal) return
    focused.current = undefined
    const next = items[Math.min(index, items.length - 1)]
    if (next && isFocusLost()) focusRow(next.id)
  }, [items, modal])

  // Runs before the rows are removed from the document.
  useLayoutEffect(() => () => void (lost.current = focused.current !== undefined), [lost])
}

function focusRow(id: number) {
  document.querySelector<HTMLElement>(`[data-ticket="${id}"] .ticket-row-link`)?.focus({ preventScroll: true })
}

function ticketOf(element: Element) {
  const id = element.closest<HTMLElement>('[data-ticket]')?.dataset['ticket']
  return id === undefined ? undefined : Number(id)
}
