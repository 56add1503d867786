import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import type { ConnectionPick } from '../../src/connection/connection.contract'
import type { TagView } from '../../src/tag/tag.contract'
import { canFilterByUser } from '../../src/ticket/ticket.policy'
import type { UserPick } from '../../src/user/user.contract'
import { useApp, useUser } from '../app-context'
import { useTexts } from '../i18n/i18n'
import { actorOf } from '../session/session-actor'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { fold } from '../ui/fold'
import { MultiCombobox } from '../ui/multi-combobox'
import type { Option } from '../ui/option'
import { useInbox, type FilterKind } from './inbox-context'
import { filterStatuses, isFiltered, noFilters } from './inbox-question'

/** Tags, connections, states and, for admins, users. What is chosen applies at once. */
export function FilterPanel() {
  useSignals()
  const { api } = useApp()
  const { model } = useInbox()
  const { filter: t } = useTexts().ticket
  const admin = canFilterByUser(actorOf(useUser()))
  const tags = useMemo(() => onceFetched(async () => (await api.get<TagView[]>('/tags/list')).map(asOption)), [api])
  const connections = useMemo(
    () => onceFetched(async () => (await api.get<ConnectionPick[]>('/whatsapp', { session: 0 })).map(asOption)),
    [api],
  )
  const users = useMemo(() => onceFetched(async () => (await api.get<UserPick[]>('/users/list')).map(asOption)), [api])
  return (
    <div className="filter-panel">
      <Filter kind="tags" search={tags} />
      <Filter kind="connections" search={connections} />
      <Filter kind="statuses" options={filterStatuses.map((value) => ({ value, label: t.status[value] }))} />
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

function asOption({ id, name, color }: { id: number; name: string; color?: string }): Option<number | string> {
  return { value: id, label: name, color }
}

/** The whole list is short: fetched when first asked for, searched here. */
function onceFetched(fetchAll: () => Promise<Option<number | string>[]>) {
  let fetched: Promise<Option<number | string>[]> | undefined
  return async (text: string) => {
    fetched ??= fetchAll()
    try {
      return (await fetched).filter(({ label }) => fold(label).includes(fold(text)))
    } catch (cause) {
      fetched = undefined
      throw cause
    }
  }
}
