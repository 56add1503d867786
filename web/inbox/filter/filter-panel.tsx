import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { ticketPriorities } from '../../../src/ticket/ticket-priority.contract'
import { canFilterByUser } from '../../../src/ticket/ticket.policy'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { Button } from '../../ui/button/button'
import { Field } from '../../ui/field/field'
import { rankBySearch } from '../../../src/kernel/text/search-words.contract'
import { MultiCombobox } from '../../ui/select/combobox'
import type { Option } from '../../ui/select/option'
import { listFilterOptions, type FilterKind } from './filter-names'
import { useInbox } from '../state/inbox-context'
import { filterStatuses, isFiltered, noFilters } from './inbox-query'

export function FilterPanel() {
  useSignals()
  const { api } = useApp()
  const { model } = useInbox()
  const { filter: t, priority } = useTexts().ticket
  const admin = canFilterByUser(actorOf(useUser()))
  const tags = useMemo(() => onceFetched(() => listFilterOptions(api, 'tags')), [api])
  const connections = useMemo(() => onceFetched(() => listFilterOptions(api, 'connections')), [api])
  const users = useMemo(() => onceFetched(() => listFilterOptions(api, 'users')), [api])
  return (
    <div className="filter-panel stack gap-3">
      <Filter kind="tags" search={tags} />
      <Filter kind="connections" search={connections} />
      <Filter kind="statuses" options={filterStatuses.map((value) => ({ value, label: t.status[value] }))} />
      <Filter
        kind="priorities"
        options={ticketPriorities.toReversed().map((value) => ({ value, label: priority.names[value] }))}
      />
      {admin && <Filter kind="users" search={users} />}
      {isFiltered(model.search.value.filters) && (
        <Button wide onClick={() => model.setSearch({ filters: noFilters })}>
          {t.clear}
        </Button>
      )}
    </div>
  )
}

interface FilterProps {
  kind: FilterKind
  options?: readonly Option<number | string>[]
  search?: (text: string) => Promise<Option<number | string>[]>
}

function Filter({ kind, options, search }: FilterProps) {
  useSignals()
  const { model, filterNames } = useInbox()
  const { filter: t } = useTexts().ticket
  const { filters } = model.search.value
  return (
    <Field label={t[kind]}>
      <MultiCombobox<number | string>
        value={filters[kind]}
        selected={filterNames.value[kind]}
        options={options}
        search={search}
        debounceMs={0}
        onValueChange={(values, chosen) => {
          filterNames.value = { ...filterNames.peek(), [kind]: chosen }
          model.setSearch({ filters: { ...filters, [kind]: values } })
        }}
      />
    </Field>
  )
}

/** The whole list is short: fetched on first use and searched here. */
function onceFetched(fetchAll: () => Promise<Option<number | string>[]>) {
  let fetched: Promise<Option<number | string>[]> | undefined
  return async (text: string) => {
    fetched ??= fetchAll()
    try {
      return rankBySearch(await fetched, text, ({ label }) => [label])
    } catch (cause) {
      fetched = undefined
      throw cause
    }
  }
}
