import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useApp, useUser } from '../app/app-context'
import { isAdmin } from '../app/screen-access'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { DateInput } from '../ui/field/date-input'
import { Field } from '../ui/field/field'
import { X } from '../ui/icons'
import { MultiCombobox } from '../ui/select/multi-combobox'
import type { Option } from '../ui/select/option'
import { countFilters, noFilters } from './board-filter'
import type { BoardModel } from './board-model'

/** Filters the board by owner, tag and start date of tickets. */
export function BoardFilters({ board }: { board: BoardModel }) {
  useSignals()
  const t = useTexts('kanban').kanban.filters
  const admin = isAdmin(useUser())
  const { users, tags } = useNames(admin)
  const filter = board.filter.value
  const isInOrder = filter.dateFrom === '' || filter.dateTo === '' || filter.dateFrom <= filter.dateTo
  return (
    <div className="board-filters" role="search" aria-label={t.label}>
      {admin && (
        <Field label={t.users}>
          <MultiCombobox<number>
            value={filter.users}
            options={users}
            onValueChange={(chosen) => board.setFilter({ users: chosen })}
          />
        </Field>
      )}
      <Field label={t.tags}>
        <MultiCombobox<number>
          value={filter.tags}
          options={tags}
          onValueChange={(chosen) => board.setFilter({ tags: chosen })}
        />
      </Field>
      <Field label={t.dateFrom}>
        <DateInput
          value={filter.dateFrom}
          onValueChange={(dateFrom) => isDay(dateFrom) && board.setFilter({ dateFrom })}
        />
      </Field>
      <Field label={t.dateTo} error={isInOrder ? undefined : t.endBeforeStart}>
        <DateInput value={filter.dateTo} onValueChange={(dateTo) => isDay(dateTo) && board.setFilter({ dateTo })} />
      </Field>
      {countFilters(filter) > 0 && (
        <Button icon={X} onClick={() => board.setFilter(noFilters)}>
          {t.clear}
        </Button>
      )}
    </div>
  )
}

const isDay = (text: string) => text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Users are a filter for admins only. */
function useNames(withUsers: boolean) {
  const { api } = useApp()
  const [users, setUsers] = useState<readonly Option<number>[]>([])
  const [tags, setTags] = useState<readonly Option<number>[]>([])
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const optionOf = ({ id, name }: { id: number; name: string }) => ({ value: id, label: name })
    // Without names a filter stays empty; the board reports failures.
    const ignore = () => {}
    api
      .get('/tags/list', { query: { kanban: '0' }, signal })
      .then((found) => setTags(found.map(optionOf)))
      .catch(ignore)
    if (withUsers) {
      api
        .get('/users/list', { signal })
        .then((found) => setUsers(found.map(optionOf)))
        .catch(ignore)
    }
    return () => stop.abort()
  }, [api, withUsers])
  return { users, tags }
}
