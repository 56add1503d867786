import { useSignals } from '@preact/signals-react/runtime'
import { useFormat, useNow, useTexts } from '../../../i18n/i18n'
import { ConflictDialog } from '../../../records/conflict-dialog'
import { Button } from '../../../ui/button/button'
import { drawingChanges } from './merge-drawings'
import type { FlowSaving } from '../saving/use-flow-saving'

export function FlowConflictDialog({ saving }: { saving: FlowSaving }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const format = useFormat()
  const now = useNow()
  const conflict = saving.conflict.value
  if (!conflict) return null
  const { base, mine, newest, merged } = conflict
  const who = newest.savedBy?.name ?? t.changed.somebody
  return (
    <ConflictDialog
      title={t.changed.title}
      text={[
        t.changed.text(who, format.relative(newest.updatedAt, now)),
        ...(merged ? [t.changed.different] : []),
      ].join(' ')}
      mine={drawingChanges(t, base, mine)}
      theirs={drawingChanges(t, base, newest.flow)}
      close={() => void saving.resolve()}
      actions={
        <>
          <Button onClick={() => saving.resolve('theirs')}>{t.changed.takeTheirs}</Button>
          <Button onClick={() => saving.resolve('mine')}>{t.changed.overwrite}</Button>
          <Button
            variant={merged ? 'secondary' : 'primary'}
            data-autofocus={!merged}
            onClick={() => saving.resolve('copy')}
          >
            {t.changed.keepCopy}
          </Button>
          {merged && (
            <Button variant="primary" data-autofocus onClick={() => saving.resolve('merged')}>
              {t.changed.merge}
            </Button>
          )}
        </>
      }
    />
  )
}
