import { keysOf } from '../../../src/kernel/typed-object.contract'
import { useState } from 'react'
import { filteredRatings, noRecord, ticketStarters } from '../../../src/report/report.contract'
import { useApp, useUser } from '../../app/app-context'
import { connectionOptions } from '../../connection/use-connections'
import { ContactDialog } from '../../contact/contact-dialog'
import { searchContacts, searchLengthMin } from '../../contact/search-contacts'
import { calendarDay } from '../../i18n/format'
import { useTexts } from '../../i18n/i18n'
import { useAllQueues } from '../../queue/use-queues'
import { Combobox, MultiCombobox } from '../../ui/select/combobox'
import { DateInput, isWholeDate } from '../../ui/field/date-input'
import { Field } from '../../ui/field/field'
import { optionsOf, type Option } from '../../ui/select/option'
import { Select } from '../../ui/select/select'
import { faceOf } from '../rating-face'
import { SearchInput } from '../../ui/field/search-input'
import { Switch } from '../../ui/field/switch'
import { type AttendanceQuery, daysOfPeriod, type Period } from './attendance-query'
import { useFetched, useLookup } from '../../app/use-fetched'

interface AttendanceFiltersProps {
  query: AttendanceQuery
  onChange: (change: Partial<AttendanceQuery>) => void
}

export function AttendanceFilters({ query, onChange }: AttendanceFiltersProps) {
  const { attendances: t } = useTexts('attendances')
  const queues = useAllQueues()
  const { connections, users, tags, contact } = useNames(query.contactId)
  const today = calendarDay(Date.now(), useUser().company.timeZone)
  const { without } = t.filters
  const statuses = keysOf(t.statuses).map((value) => ({ value, label: t.statuses[value] }))
  const isInOrder = query.dateFrom === '' || query.dateTo === '' || query.dateFrom <= query.dateTo
  return (
    <div className="attendance-filters" role="search" aria-label={t.filters.label}>
      <Field label={t.filters.period}>
        <Select<Period | 'own'>
          value={query.period || 'own'}
          onValueChange={(period) => onChange(period === 'own' ? { period: '' } : daysOfPeriod(period, today))}
          options={keysOf(t.filters.periods).map((value) => ({ value, label: t.filters.periods[value] }))}
        />
      </Field>
      <Field label={t.filters.dateFrom}>
        <DateInput
          value={query.dateFrom}
          onValueChange={(dateFrom) => isWholeDate(dateFrom) && onChange({ period: '', dateFrom })}
        />
      </Field>
      <Field label={t.filters.dateTo} error={isInOrder ? undefined : t.filters.endBeforeStart}>
        <DateInput
          value={query.dateTo}
          onValueChange={(dateTo) => isWholeDate(dateTo) && onChange({ period: '', dateTo })}
        />
      </Field>
      <Field label={t.filters.counts}>
        <Select<'any' | 'opened' | 'resolved'>
          value={query.counts || 'any'}
          onValueChange={(counts) => onChange({ counts: counts === 'any' ? '' : counts })}
          options={keysOf(t.filters.countsOptions).map((value) => ({ value, label: t.filters.countsOptions[value] }))}
        />
      </Field>
      <ContactFilter value={query.contactId} selected={contact} onChange={(contactId) => onChange({ contactId })} />
      <Several
        label={t.filters.users}
        value={query.users}
        options={orNone(users, without.user)}
        onChange={(ids) => onChange({ users: ids })}
      />
      <Several
        label={t.filters.queues}
        value={query.queueIds}
        options={orNone(optionsOf(queues), without.queue)}
        onChange={(queueIds) => onChange({ queueIds })}
      />
      <Several
        label={t.filters.connections}
        value={query.whatsappId}
        options={orNone(connections, without.connection)}
        onChange={(whatsappId) => onChange({ whatsappId })}
      />
      <Several
        label={t.filters.tags}
        value={query.tags}
        options={orNone(tags, without.tag)}
        onChange={(ids) => onChange({ tags: ids })}
      />
      <Several
        label={t.filters.status}
        value={query.status}
        options={statuses}
        onChange={(status) => onChange({ status })}
      />
      <Several
        label={t.filters.startedBy}
        value={query.startedBy}
        options={ticketStarters.map((value) => ({ value, label: t.filters.starters[value] }))}
        onChange={(startedBy) => onChange({ startedBy })}
      />
      <Several
        label={t.filters.ratings}
        value={query.ratings}
        options={filteredRatings.map((value) => ({
          value,
          label: value === 0 ? without.rating : `${faceOf(value)} ${value}`,
        }))}
        onChange={(ratings) => onChange({ ratings })}
      />
      <Field label={t.filters.text}>
        <SearchInput
          value={query.searchParam}
          onSearch={(searchParam) => onChange({ searchParam })}
          placeholder={t.filters.textPlaceholder}
        />
      </Field>
      <Switch
        label={t.filters.onlyRated}
        checked={query.onlyRated}
        onCheckedChange={(onlyRated) => onChange({ onlyRated })}
      />
      <Switch
        label={t.filters.withUnattended}
        checked={query.withUnattended}
        onCheckedChange={(withUnattended) => onChange({ withUnattended })}
      />
    </div>
  )
}

const orNone = (options: readonly Option<number>[], label: string) =>
  options.length === 0 ? options : [...options, { value: noRecord, label }]

interface ContactFilterProps {
  value: number | null
  selected: Option<number> | undefined
  onChange: (contactId: number | null) => void
}

function ContactFilter({ value, selected, onChange }: ContactFilterProps) {
  const { attendances: t } = useTexts('attendances')
  const { api } = useApp()
  const [search] = useState(() => searchContacts(api))
  const [newContact, setNewContact] = useState<string>()
  return (
    <>
      <Field label={t.filters.contact}>
        <Combobox<number>
          value={value}
          onValueChange={onChange}
          selected={selected}
          search={search}
          lengthMin={searchLengthMin}
          onCreate={setNewContact}
          createLengthMin={searchLengthMin}
        />
      </Field>
      {newContact !== undefined && (
        <ContactDialog contact={undefined} name={newContact} close={() => setNewContact(undefined)} />
      )}
    </>
  )
}

interface SeveralProps<Value> {
  label: string
  value: readonly Value[]
  options: readonly Option<Value>[]
  onChange: (value: Value[]) => void
}

function Several<Value extends string | number>({ label, value, options, onChange }: SeveralProps<Value>) {
  const shown = value.filter((one) => options.length === 0 || options.some((option) => option.value === one))
  return (
    <Field label={label}>
      <MultiCombobox<Value> value={shown} options={options} onValueChange={onChange} />
    </Field>
  )
}

function useNames(contactId: number | null) {
  const connections = useLookup((api, signal) => api.get('/whatsapp', { query: { session: 0 }, signal }))
  const users = useLookup((api, signal) => api.get('/users/list', { signal }))
  const [firstId] = useState(contactId)
  const tags = useLookup((api, signal) => api.get('/tags/list', { query: {}, signal }))
  const { answer: contact } = useFetched(
    (api, signal) => api.get('/contacts/:id', { params: { id: firstId ?? 0 }, signal }),
    { wanted: firstId !== null },
  )
  return {
    connections: connectionOptions(connections),
    users: optionsOf(users),
    tags: optionsOf(tags),
    contact: contact && optionsOf([contact])[0],
  }
}
