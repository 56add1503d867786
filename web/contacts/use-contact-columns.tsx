import type { ContactView } from '../../src/contact/contact.answers'
import { ChannelIcon } from '../connection/channel-icon'
import { useFormat, useTexts } from '../i18n/i18n'
import { Avatar } from '../ui/display/avatar'
import { Chip } from '../ui/display/chip'
import type { Column } from '../ui/table/data-table'
import { Ban, CircleCheck } from '../ui/icons'
import { StatusPill } from '../ui/display/status-pill'

const tagsShown = 2

export function useContactColumns(): Column<ContactView>[] {
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
