import type { ReactNode } from 'react'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import type { Change } from '../ui/list/list-changes'
import { StatusPill } from '../ui/display/labels'

interface ConflictDialogProps {
  title: string
  text: string
  mine: readonly Change[]
  theirs: readonly Change[]
  actions: ReactNode
  close: () => void
}

export function ConflictDialog({ title, text, mine, theirs, actions, close }: ConflictDialogProps) {
  const t = useTexts().ui.conflict
  const ids = (changes: readonly Change[]) => new Set(changes.map(({ id }) => id))
  return (
    <Dialog
      open
      alert
      size="l"
      title={title}
      description={text}
      onClose={close}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {t.keepEditing}
          </Button>
          {actions}
        </>
      }
    >
      <div className="conflict">
        <Side heading={t.theirs} changes={theirs} others={ids(mine)} />
        <Side heading={t.mine} changes={mine} others={ids(theirs)} />
      </div>
    </Dialog>
  )
}

interface SideProps {
  heading: string
  changes: readonly Change[]
  /** Parts that the other side changed as well. */
  others: ReadonlySet<string>
}

function Side({ heading, changes, others }: SideProps) {
  return (
    <section className="conflict-side" aria-label={heading}>
      <h3 className="conflict-heading">{heading}</h3>
      <ChangeList changes={changes} others={others} />
    </section>
  )
}

interface ChangeListProps {
  changes: readonly Change[]
  others?: ReadonlySet<string>
}

const shownMax = 12
const pills = { added: 'success', changed: 'info', moved: 'neutral', removed: 'danger' } as const

/** The differences of two states, the first ones by name. */
export function ChangeList({ changes, others }: ChangeListProps) {
  const t = useTexts().ui.conflict
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
