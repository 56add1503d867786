import { useSignals } from '@preact/signals-react/runtime'
import { useUser } from '../app/app-context'
import { isAdmin } from '../app/screen-access'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { DateInput, isWholeDate } from '../ui/field/date-input'
import { Field } from '../ui/field/field'
import { X } from '../ui/icons'
import { MultiCombobox } from '../ui/select/multi-combobox'
import { countFilters, noFilters } from './board-filter'
import type { BoardModel } from './board-model'
import { optionsOf } from '../ui/select/option'
import { useFetched } from '../app/use-fetched'

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
          onValueChange={(dateFrom) => isWholeDate(dateFrom) && board.setFilter({ dateFrom })}
        />
      </Field>
      <Field label={t.dateTo} error={isInOrder ? undefined : t.endBeforeStart}>
        <DateInput
          value={filter.dateTo}
          onValueChange={(dateTo) => isWholeDate(dateTo) && board.setFilter({ dateTo })}
        />
      </Field>
      {countFilters(filter) > 0 && (
        <Button icon={X} onClick={() => board.setFilter(noFilters)}>
          {t.clear}
        </Button>
      )}
    </div>
  )
}

/** Users are a filter for admins only. Without names a filter stays empty; the board reports failures. */
function useNames(withUsers: boolean) {
  const tags = useFetched((api, signal) => api.get('/tags/list', { query: { kanban: '0' }, signal }), { live: 'tag' })
  const users = useFetched((api, signal) => api.get('/users/list', { signal }), { wanted: withUsers })
  return { users: optionsOf(users.answer), tags: optionsOf(tags.answer) }
}
