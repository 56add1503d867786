import { useTexts } from '../i18n/i18n'
import type { Change } from '../ui/list/list-changes'
import { StatusPill } from '../ui/display/status-pill'

interface ChangeListProps {
  changes: readonly Change[]
  /** Parts that another person changed as well. */
  others?: ReadonlySet<string>
}

const shownMax = 12
const pills = { added: 'success', changed: 'info', moved: 'neutral', removed: 'danger' } as const

/** The differences of two states, the first ones by name. */
export function ChangeList({ changes, others }: ChangeListProps) {
  const t = useTexts('conflict').conflict
  const hidden = changes.length - shownMax
  if (changes.length === 0) return <p className="subtle">{t.none}</p>
  return (
    <>
      <ul>
        {changes.slice(0, shownMax).map(({ id, kind, name }) => (
          <li key={id} className="change">
            <bdi className="change-name">{name}</bdi>
            <span className="change-marks">
              <StatusPill kind={pills[kind]}>{t.kinds[kind]}</StatusPill>
              {others?.has(id) && <StatusPill kind="warning">{t.both}</StatusPill>}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="subtle">{t.more(hidden)}</p>}
    </>
  )
}
