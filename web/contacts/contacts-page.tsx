import type { ContactView } from '../../src/contact/contact.answers'
import { canDeleteContact } from '../../src/contact/contact.policy'
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useApp, useUser } from '../app/app-context'
import { openParameter } from '../app/links'
import { useTexts, useFormat } from '../i18n/i18n'
import { connectionOptions } from '../connection/use-connections'
import type { PageProps } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { actorOf } from '../session/session-actor'
import { Ban, BookUser, MessageCircle, Undo2, CircleCheck } from '../ui/icons'
import { lazyPart } from '../ui/layout/lazy-part'
import type { RowAction } from '../ui/table/table-row'
import { ContactBulkActions } from './contact-bulk-actions'
import { ContactDialog } from '../contact/contact-dialog'
import { contactRecords, type ContactsData, type ContactFilterName, idsOf } from './contact-records'
import { ContactTransferMenu } from './contact-transfer-menu'
import { usePersonActions } from '../contact/person/use-person-actions'
import { useBlockContact } from '../contact/use-block-contact'
import { useStartTicket } from '../contact/use-start-ticket'
import { channelRules, type ChannelName } from '../../src/channel/channel-rules.contract'
import type { ConnectionPick } from '../../src/connection/connection.calls'
import type { TagView } from '../../src/tag/tag.record'
import type { RecordList } from '../records/record-list'
import { MultiCombobox } from '../ui/select/combobox'
import { optionsOf, type Option } from '../ui/select/option'
import { Select } from '../ui/select/select'
import { ChannelIcon, channelIcons } from '../connection/channel-icon'
import { Avatar } from '../ui/display/avatar'
import { Chip, StatusPill } from '../ui/display/labels'
import type { Column } from '../ui/table/data-table'

const ContactPanel = lazyPart(() => import('../contact-panel/contact-panel').then((code) => code.ContactPanel))

export function page({ data }: PageProps<ContactsData>) {
  useSignals()
  const t = useTexts('contact').contact
  const { api } = useApp()
  const mayDelete = canDeleteContact(actorOf(useUser()))
  const list = useRecordList(contactRecords, data.page)
  const [tags, setTags] = useState(data.tags)
  const actions = useContactActions()
  const panel = useOpenedContact()
  return (
    <>
      <RecordsPage
        list={list}
        texts={t}
        icon={BookUser}
        columns={useContactColumns()}
        form={(contact, close) => <ContactDialog contact={contact} close={close} />}
        onRow={panel.open}
        actions={actions.of}
        {...(mayDelete && {
          remove: {
            name: ({ name }: ContactView) => name,
            async text({ id }: ContactView) {
              const { tickets, messages } = await api.get('/contacts/:id/records', { params: { id } })
              return t.deleteText(tickets, messages)
            },
            call: ({ id }: ContactView) => api.delete('/contacts/:id', { params: { id } }),
          },
        })}
        filters={<ContactFilters list={list} tags={tags} connections={data.connections} />}
        headerActions={<ContactTransferMenu list={list} connections={data.connections} />}
        bulkActions={(rows, clear) => (
          <ContactBulkActions
            contacts={rows}
            clear={clear}
            tags={tags}
            onTagMade={(tag) => setTags([...tags, tag])}
            mayDelete={mayDelete}
          />
        )}
      />
      {actions.dialog}
      {panel.id !== undefined && <ContactPanel key={panel.id} contactId={panel.id} close={panel.close} />}
    </>
  )
}

function useContactActions() {
  const t = useTexts('contact').contact
  const ticket = useStartTicket()
  const block = useBlockContact()
  const person = usePersonActions()

  function of(contact: ContactView): RowAction[] {
    const { active } = contact
    return [
      { label: t.startTicket, icon: MessageCircle, onSelect: () => ticket.start(contact) },
      {
        label: active ? t.drawer.block : t.drawer.unblock,
        icon: active ? Ban : Undo2,
        inMenu: true,
        onSelect: () => block(contact),
      },
      ...person.of(contact).map((action) => ({ ...action, inMenu: true })),
    ]
  }

  const dialog = (
    <>
      {ticket.dialog}
      {person.dialog}
    </>
  )
  return { of, dialog }
}

/** The contact whose panel is open; the address holds it, so that Back closes it and a reload keeps it. */
function useOpenedContact() {
  useSignals()
  const { navigation } = useApp()
  const { search } = navigation.shown.value
  // The server renders no open dialogs.
  const [isClient, setClient] = useState(false)
  useEffect(() => {
    setClient(true)
    // Its first use fetches it again if it is missing, and says if it cannot.
    ContactPanel.fetch().catch(() => {})
  }, [])
  const id = Number(new URLSearchParams(search).get(openParameter))
  /** Whether the list is the entry before this one in the history, to which closing returns. */
  const isBeforeList = useRef(false)

  const open = useCallback(
    ({ id: opened }: ContactView) => {
      isBeforeList.current = true
      const query = new URLSearchParams(navigation.shown.peek().search)
      query.set(openParameter, String(opened))
      navigation.pushQuery(query)
    },
    [navigation],
  )

  useEffect(() => {
    if (id === 0) isBeforeList.current = false
  }, [id])

  function close() {
    if (isBeforeList.current) return history.back()
    const query = new URLSearchParams(navigation.shown.peek().search)
    query.delete(openParameter)
    navigation.replaceQuery(query)
  }

  return { id: isClient && Number.isSafeInteger(id) && id > 0 ? id : undefined, open, close }
}

interface ContactFiltersProps {
  list: RecordList<ContactView, ContactFilterName>
  tags: readonly TagView[]
  connections: readonly ConnectionPick[]
}

function ContactFilters({ list, tags, connections }: ContactFiltersProps) {
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
    <div className="contact-filters wrap-row" role="group" aria-label={t.label}>
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
          channels.map((channel) => {
            const { label, icon } = channelRules[channel]
            return { value: channel, label, icon: channelIcons[icon] }
          }),
        )}
      {connections.length > 1 &&
        select(
          'whatsappId',
          t.connection,
          t.allConnections,
          connectionOptions(connections).map((option) => ({ ...option, value: String(option.value) })),
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

const tagsShown = 2

function useContactColumns(): Column<ContactView>[] {
  const t = useTexts('contact').contact
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t.columns.name,
      cell: ({ name, urlPicture }) => (
        <span className="contact-person">
          <Avatar name={name} src={urlPicture} size={28} />
          <bdi className="contact-person-name">{name}</bdi>
        </span>
      ),
    },
    {
      id: 'number',
      compact: 'value',
      header: t.columns.number,
      width: '170px',
      cell: ({ number, username, isGroup }) =>
        isGroup ? (
          <span className="subtle">{t.group}</span>
        ) : (
          <span className="tabular">{number ? format.phone(number) : username && `@${username}`}</span>
        ),
    },
    {
      id: 'email',
      header: t.columns.email,
      cell: ({ email }) => <span className="contact-email">{email}</span>,
    },
    { id: 'tags', header: t.columns.tags, wideOnly: true, compact: 'value', cell: ({ tags }) => <Tags tags={tags} /> },
    {
      id: 'connection',
      header: t.columns.connection,
      cell: ({ channel, whatsapp }) => (
        <span className="contact-connection">
          <ChannelIcon channel={channel} />
          <span className="contact-connection-name">{whatsapp?.name}</span>
        </span>
      ),
    },
    {
      id: 'active',
      compact: 'value',
      header: t.columns.active,
      width: '112px',
      cell: ({ active }) => (
        <StatusPill kind={active ? 'success' : 'danger'} icon={active ? CircleCheck : Ban}>
          {active ? t.active : t.blocked}
        </StatusPill>
      ),
    },
  ]
}

function Tags({ tags }: Pick<ContactView, 'tags'>) {
  const hidden = tags.slice(tagsShown)
  return (
    <span className="contact-tags">
      {tags.slice(0, tagsShown).map(({ id, name, color }) => (
        <Chip key={id} label={name} color={color} size="s" />
      ))}
      {hidden.length > 0 && (
        <span className="subtle" title={hidden.map(({ name }) => name).join(', ')}>
          +{hidden.length}
        </span>
      )}
    </span>
  )
}
