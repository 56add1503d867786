import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useTexts } from '../../i18n/i18n'
import { Chip } from '../../ui/display/labels'
import { Popover } from '../../ui/popup/popover'

const shownMax = 2
const shownMaxNarrow = 1

export function TicketRowTags({ tags }: { tags: TicketView['tags'] }) {
  if (tags.length === 0) return null
  return (
    <span className="ticket-row-tags inline-row gap-1">
      {tags.slice(0, shownMax).map(({ id, name, color }) => (
        <Chip key={id} label={name} color={color} size="s" />
      ))}
      <MoreTags tags={tags} shown={shownMax} />
      <MoreTags tags={tags} shown={shownMaxNarrow} isNarrow />
    </span>
  )
}

function MoreTags({ tags, shown, isNarrow }: { tags: TicketView['tags']; shown: number; isNarrow?: boolean }) {
  const t = useTexts().ticket.row
  const rest = tags.length - shown
  if (rest <= 0) return null
  return (
    <Popover
      title={t.tags}
      width={240}
      trigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          tabIndex={-1}
          className="ticket-row-more"
          data-narrow={isNarrow}
          aria-label={t.moreTags(rest)}
        >
          +{rest}
        </button>
      )}
    >
      <span className="ticket-row-all-tags">
        {tags.map(({ id, name, color }) => (
          <Chip key={id} label={name} color={color} />
        ))}
      </span>
    </Popover>
  )
}
