import { useSignals } from '@preact/signals-react/runtime'
import { channelRules, type ChannelName } from '../../src/channel/channel-rules.contract'
import type { ConnectionPick } from '../../src/connection/connection.calls'
import type { ContactView } from '../../src/contact/contact.answers'
import type { TagView } from '../../src/tag/tag.calls'
import { useTexts } from '../i18n/i18n'
import type { RecordList } from '../records/record-list'
import { MultiCombobox } from '../ui/select/multi-combobox'
import { optionsOf, type Option } from '../ui/select/option'
import { Select } from '../ui/select/select'
import { type ContactFilterName, idsOf } from './contact-records'

interface ContactFiltersProps {
  list: RecordList<ContactView, ContactFilterName>
  tags: readonly TagView[]
  connections: readonly ConnectionPick[]
}

export function ContactFilters({ list, tags, connections }: ContactFiltersProps) {
  useSignals()
  const t = useTexts('contact').contact.filters
  const { contactTag, tagMatch } = list.filters.value
  const chosen = idsOf(contactTag)
  const channels = [...new Set(connections.map(({ channel }) => channel))] as ChannelName[]
  const select = (name: ContactFilterName, label: string, all: string, options: Option<string>[]) => (
    <Select<string>
      label={label}
      value={list.filters.value[name]}
      options={[{ value: '', label: all }, ...options]}
      onValueChange={(value) => list.setFilter(name, value)}
    />
  )
  return (
    <div className="contact-filters" role="group" aria-label={t.label}>
      <MultiCombobox<number>
        label={t.tags}
        placeholder={chosen.length === 0 ? t.tags : ''}
        value={chosen}
        options={optionsOf(tags)}
        onValueChange={(ids) => list.setFilter('contactTag', ids.join(','))}
      />
      {chosen.length > 1 && (
        <Select<string>
          label={t.tagMatch}
          value={tagMatch || 'all'}
          options={[
            { value: 'all', label: t.allTags },
            { value: 'any', label: t.anyTag },
          ]}
          onValueChange={(value) => list.setFilter('tagMatch', value === 'any' ? value : '')}
        />
      )}
      {channels.length > 1 &&
        select(
          'channel',
          t.channel,
          t.allChannels,
          channels.map((channel) => ({ value: channel, label: channelRules[channel].label })),
        )}
      {connections.length > 1 &&
        select(
          'whatsappId',
          t.connection,
          t.allConnections,
          connections.map(({ id, name }) => ({ value: String(id), label: name })),
        )}
      {select('active', t.active, t.activeAndBlocked, [
        { value: 'true', label: t.onlyActive },
        { value: 'false', label: t.onlyBlocked },
      ])}
      {select('isGroup', t.kind, t.peopleAndGroups, [
        { value: 'false', label: t.onlyPeople },
        { value: 'true', label: t.onlyGroups },
      ])}
    </div>
  )
}
