import { useSignals } from '@preact/signals-react/runtime'
import { memo, useEffect } from 'react'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { lazyPart } from '../ui/layout/lazy-part'
import { paneAttributes } from '../ui/layout/focus'
import { Tabs } from '../ui/layout/tabs'
import { useInbox } from './state/inbox-context'
import { InboxList } from './inbox-list'
import { type InboxTab, isFiltered, noFilters, type InboxFilters } from './filter/inbox-query'
import { InboxSearchBar } from './filter/inbox-search-bar'
import { InboxToolbar } from './toolbar/inbox-toolbar'
import { NextTicketButton } from './toolbar/inbox-commands'
import { Chip } from '../ui/display/labels'
import type { FilterKind } from './filter/filter-names'

const SelectionBar = lazyPart(
  () => import('./selection/selection-bar').then((code) => code.SelectionBar),
  <InboxToolbar />,
)

export const InboxPane = memo(function InboxPane() {
  useInboxStart()
  const t = useTexts().ticket
  return (
    <section className="inbox" aria-label={t.title} {...paneAttributes('.ticket-row-link[tabindex="0"]')}>
      <InboxHead />
      <NextRow />
      <InboxList />
    </section>
  )
})

/** Not before it is shown, so that the list is as the server rendered it. It asks for what was missed. */
function useInboxStart() {
  const inbox = useInbox()
  useEffect(() => inbox.model.start(), [inbox])
  useEffect(() => inbox.drafts.start(), [inbox])
}

/** Does not depend on the open ticket. */
const InboxHead = memo(function InboxHead() {
  return (
    <header className="inbox-head">
      <InboxSearchBar />
      <ToolbarOrSelection />
      <FilterChips />
      <InboxTabs />
      <SearchSummary />
    </header>
  )
})

function ToolbarOrSelection() {
  useSignals()
  const { selection } = useInbox()
  // Ahead of its first use, which fetches it again if it is missing, but not part of the first load.
  useEffect(() => void SelectionBar.fetch().catch(() => {}), [])
  return selection.isActive.value ? <SelectionBar /> : <InboxToolbar />
}

/** Hidden during a search and for closed tickets. */
function InboxTabs() {
  useSignals()
  const { model } = useInbox()
  const user = useUser()
  const { tabs: t } = useTexts().ticket
  const { open, pending, group, snoozed } = model.counts.value
  const shown = model.shown.value
  if (shown === 'closed' || shown === 'search') return null
  const items: { value: InboxTab; label: string; count: number }[] = [
    { value: 'open', label: t.open, count: open },
    { value: 'pending', label: t.pending, count: pending },
    ...(snoozed > 0 || shown === 'snoozed' ? [{ value: 'snoozed' as const, label: t.snoozed, count: snoozed }] : []),
    ...(user.allowGroup ? [{ value: 'group' as const, label: t.group, count: group }] : []),
  ]
  return <Tabs label={t.label} wide value={shown} onValueChange={model.showTab} items={items} />
}

/** On the tabs: who works through those who wait needs no row of the list. */
function NextRow() {
  useSignals()
  const { shown } = useInbox().model
  if (shown.value === 'closed' || shown.value === 'search') return null
  return <NextTicketButton className="inbox-next" size="s" wide />
}

function SearchSummary() {
  useSignals()
  const { model } = useInbox()
  const t = useTexts().ticket
  const list = model.list('search')
  const isShown = model.shown.value === 'search'
  const settled = isShown && list.ready.value && list.loading.value !== 'replace'
  const found = list.countIsLeast.value && list.count.value > 0 ? t.foundMore : t.found
  return (
    <p className="inbox-found note-text" role="status" data-shown={isShown || undefined}>
      {settled && found(list.count.value)}
    </p>
  )
}

const kinds: readonly FilterKind[] = ['tags', 'connections', 'statuses', 'users', 'priorities']

function FilterChips() {
  useSignals()
  const { model, filterNames } = useInbox()
  const t = useTexts().ticket
  const { filters } = model.search.value
  if (!isFiltered(filters)) return null
  const chips = kinds.flatMap((kind) =>
    filters[kind].map((value) => {
      const option = filterNames.value[kind].find((each) => each.value === value)
      const words: Partial<Record<FilterKind, Partial<Record<string | number, string>>>> = {
        statuses: t.filter.status,
        priorities: t.priority.names,
      }
      const word = words[kind]?.[value]
      return { kind, value, label: word ?? option?.label ?? `#${value}`, color: option?.color }
    }),
  )
  return (
    <ul className="filter-chips row wraps" aria-label={t.filters}>
      {chips.map(({ kind, value, label, color }) => (
        <li key={`${kind}-${value}`}>
          <Chip
            label={label}
            color={color}
            onRemove={() => model.setSearch({ filters: without(filters, kind, value) })}
          />
        </li>
      ))}
      <li>
        <button type="button" className="link filter-clear" onClick={() => model.setSearch({ filters: noFilters })}>
          {t.filter.clear}
        </button>
      </li>
    </ul>
  )
}

function without(filters: InboxFilters, kind: FilterKind, value: number | string): InboxFilters {
  return { ...filters, [kind]: filters[kind].filter((other) => other !== value) }
}
