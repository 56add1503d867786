import type { ReactNode } from 'react'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import type { Change } from '../ui/list/list-changes'
import { StatusPill } from '../ui/display/status-pill'

interface ConflictDialogProps {
  title: string
  text: string
  /** Since the state that was opened. */
  mine: readonly Change[]
  theirs: readonly Change[]
  /** The choices, as buttons; the main one last. */
  actions: ReactNode
  /** Goes on editing. */
  close: () => void
}

const shownMax = 12

/** Shows what the user and somebody else changed at the same time, and lets the user choose. */
export function ConflictDialog({ title, text, mine, theirs, actions, close }: ConflictDialogProps) {
  const t = useTexts('conflict').conflict
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
        <Changes heading={t.theirs} changes={theirs} others={ids(mine)} />
        <Changes heading={t.mine} changes={mine} others={ids(theirs)} />
      </div>
    </Dialog>
  )
}

interface ChangesProps {
  heading: string
  changes: readonly Change[]
  /** Parts that the other side changed as well. */
  others: ReadonlySet<string>
}

const pills = { added: 'success', changed: 'info', moved: 'neutral', removed: 'danger' } as const

function Changes({ heading, changes, others }: ChangesProps) {
  const t = useTexts('conflict').conflict
  const hidden = changes.length - shownMax
  return (
    <section className="conflict-side" aria-label={heading}>
      <h3 className="conflict-heading">{heading}</h3>
      {changes.length === 0 && <p className="subtle">{t.none}</p>}
      <ul>
        {changes.slice(0, shownMax).map(({ id, kind, name }) => (
          <li key={id} className="conflict-change">
            <bdi className="conflict-name">{name}</bdi>
            <span className="conflict-marks">
              <StatusPill kind={pills[kind]}>{t.kinds[kind]}</StatusPill>
              {others.has(id) && <StatusPill kind="warning">{t.both}</StatusPill>}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="subtle">{t.more(hidden)}</p>}
    </section>
  )
}
