import { useSignals } from '@preact/signals-react/runtime'
import { useUser } from '../../app-context'
import { useTexts } from '../../i18n/i18n'
import { Checkbox } from '../../ui/checkbox'
import { Tabs } from '../../ui/tabs'
import { FilterChips } from './filter-chips'
import { useInbox } from './inbox-context'
import { InboxList } from './inbox-list'
import type { InboxTab } from './inbox-question'
import { InboxSearchBar } from './inbox-search-bar'
import { InboxToolbar } from './inbox-toolbar'

/** The list column: what to look for, which part of it, and the list. */
export function InboxPane({ uuid }: { uuid: string | undefined }) {
  const t = useTexts().ticket
  return (
    <section className="inbox" aria-label={t.title}>
      <header className="inbox-head">
        <InboxSearchBar />
        <InboxToolbar />
        <FilterChips />
        <ListHead />
      </header>
      <InboxList uuid={uuid} />
    </section>
  )
}

/** The tabs; while something is searched, how much was found; nothing over what is resolved. */
function ListHead() {
  useSignals()
  const { model } = useInbox()
  const shown = model.shown.value
  if (shown === 'search') return <SearchHead />
  return shown === 'closed' ? null : <InboxTabs />
}

function InboxTabs() {
  useSignals()
  const { model } = useInbox()
  const user = useUser()
  const { tabs: t } = useTexts().ticket
  const { open, pending, group } = model.counts.value
  const items: { value: InboxTab; label: string; count: number }[] = [
    { value: 'open', label: t.open, count: open },
    { value: 'pending', label: t.pending, count: pending },
    ...(user.allowGroup ? [{ value: 'group' as const, label: t.group, count: group }] : []),
  ]
  return <Tabs label={t.label} wide value={model.tab.value} onValueChange={model.showTab} items={items} />
}

function SearchHead() {
  useSignals()
  const { model } = useInbox()
  const t = useTexts().ticket
  const list = model.list('search')
  const { text, inMessages } = model.search.value
  const settled = list.ready.value && list.loading.value !== 'replace'
  const found = list.countIsLeast.value ? t.foundMore : t.found
  return (
    <div className="inbox-search-head">
      <Checkbox
        label={t.searchMessages}
        checked={inMessages}
        disabled={text.trim() === ''}
        onCheckedChange={(next) => model.setSearch({ inMessages: next })}
      />
      <span className="inbox-found" role="status">
        {settled && found(list.count.value)}
      </span>
    </div>
  )
}
