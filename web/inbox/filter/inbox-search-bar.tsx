import { useSignals } from '@preact/signals-react/runtime'
import { MessageSquareText, Plus, Search, SlidersHorizontal } from '../../ui/icons'
import { useMemo, useRef, type KeyboardEvent } from 'react'
import type { Command } from '../../app/command-registry'
import { useActionCommands, useCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/button'
import { lazyPart } from '../../ui/layout/lazy-part'
import { focusPane } from '../../ui/layout/focus'
import type { PopupTrigger } from '../../ui/popup/menu'
import { Popover } from '../../ui/popup/popover'
import { SearchInput } from '../../ui/field/search-input'
import { Spinner } from '../../ui/feedback/spinner'
import { tooltip } from '../../ui/popup/tooltip'
import { useInbox } from '../state/inbox-context'
import { countFilters } from './inbox-query'

const FilterPanel = lazyPart(() => import('./filter-panel').then((code) => code.FilterPanel), <Spinner />)

export function InboxSearchBar() {
  useSignals()
  const { model, dialog } = useInbox()
  const t = useTexts().ticket
  const input = useRef<HTMLInputElement>(null)
  const commands = useMemo(
    (): Command[] => [
      {
        id: 'inbox-search',
        icon: Search,
        label: t.shortcuts.search,
        group: t.shortcuts.group,
        shortcut: '/',
        run: () => input.current?.focus(),
      },
      {
        id: 'inbox-new',
        icon: Plus,
        label: t.shortcuts.newTicket,
        group: t.shortcuts.group,
        shortcut: 'n',
        run: () => (dialog.value = { kind: 'new' }),
      },
    ],
    [t, dialog],
  )
  useCommands(commands)

  /** From the search to the list; Escape clears the text first. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== input.current || event.defaultPrevented) return
    const pane = input.current.closest<HTMLElement>('.inbox')
    if (!pane || (event.key !== 'ArrowDown' && event.key !== 'Escape')) return
    event.preventDefault()
    focusPane(pane)
  }

  return (
    <div className="inbox-search-bar" onKeyDown={onKeyDown}>
      <SearchInput
        ref={input}
        value={model.search.value.text}
        onSearch={(text) => model.setSearch({ text })}
        label={t.search}
        placeholder={t.searchPlaceholder}
        trailing={
          <>
            <MessageSwitch />
            <FilterButton />
          </>
        }
      />
      <IconButton icon={Plus} variant="primary" label={t.newTicket} onClick={() => (dialog.value = { kind: 'new' })} />
    </div>
  )
}

function MessageSwitch() {
  useSignals()
  const { model } = useInbox()
  const t = useTexts().ticket
  return (
    <label className="search-switch" {...tooltip(t.searchMessages, { side: 'bottom' })}>
      <input
        type="checkbox"
        aria-label={t.searchMessages}
        checked={model.search.value.inMessages}
        onChange={({ currentTarget }) => model.setSearch({ inMessages: currentTarget.checked })}
      />
      <MessageSquareText size={14} aria-hidden />
    </label>
  )
}

function FilterButton() {
  useSignals()
  const { model } = useInbox()
  const t = useTexts().ticket
  const active = countFilters(model.search.value.filters)
  return (
    <Popover
      title={t.filters}
      align="end"
      width={300}
      trigger={(trigger) => <FilterTrigger trigger={trigger} active={active} />}
    >
      <FilterPanel />
    </Popover>
  )
}

function FilterTrigger({ trigger, active }: { trigger: PopupTrigger; active: number }) {
  const t = useTexts().ticket
  useActionCommands(t.shortcuts.group, [{ label: t.filters, icon: SlidersHorizontal, run: trigger.onClick }])
  return (
    <IconButton
      {...trigger}
      icon={SlidersHorizontal}
      label={active > 0 ? t.filtersOn(active) : t.filters}
      size="xs"
      data-active={active > 0 || undefined}
    />
  )
}
