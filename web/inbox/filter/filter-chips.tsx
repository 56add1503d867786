import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../../i18n/i18n'
import { Chip } from '../../ui/display/chip'
import type { FilterKind } from './filter-names'
import { useInbox } from '../state/inbox-context'
import { isFiltered, noFilters, type FilterStatus, type InboxFilters } from './inbox-query'

const kinds: readonly FilterKind[] = ['tags', 'connections', 'statuses', 'users']

export function FilterChips() {
  useSignals()
  const { model, filterNames } = useInbox()
  const t = useTexts().ticket
  const { filters } = model.search.value
  if (!isFiltered(filters)) return null
  const chips = kinds.flatMap((kind) =>
    filters[kind].map((value) => {
      const option = filterNames.value[kind].find((each) => each.value === value)
      const word = kind === 'statuses' ? t.filter.status[value as FilterStatus] : undefined
      return { kind, value, label: word ?? option?.label ?? `#${value}`, color: option?.color }
    }),
  )
  return (
    <ul className="filter-chips" aria-label={t.filters}>
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
