import { useSignals } from '@preact/signals-react/runtime'
import { useFormat, useNow, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { History, Info, Trash2, Workflow } from '../../ui/icons'
import { useFlowEditor } from './editor-context'
import type { useDraft } from './saving/use-draft'
import type { FlowSaving } from './saving/use-flow-saving'
import { ConflictDialog } from '../../records/conflict-dialog'
import { drawingChanges } from './drawing/merge-drawings'

export function Notices({ saving, draft }: { saving: FlowSaving; draft: ReturnType<typeof useDraft> }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const format = useFormat()
  const now = useNow()
  const { model } = useFlowEditor()
  const foreign = saving.foreign.value
  return (
    <div className="flow-notices">
      {foreign?.kind === 'deleted' && (
        <p className="flow-notice row" data-tone="danger" role="alert">
          <Trash2 size={16} aria-hidden />
          <span className="grows">{t.removed}</span>
        </p>
      )}
      {foreign?.kind === 'saved' && (
        <p className="flow-notice row" data-tone="warning" role="alert">
          <Info size={16} aria-hidden />
          <span className="grows">{t.changed.live(t.changed.somebody)}</span>
          <Button size="s" onClick={() => saving.showNewest()}>
            {model.dirty.value ? t.changed.compare : t.changed.show}
          </Button>
        </p>
      )}
      {draft.found && (
        <p className="flow-notice row" data-tone="info" role="status">
          <History size={16} aria-hidden />
          <span className="grows">{t.draft.text(format.relative(draft.found.at, now))}</span>
          <Button size="s" variant="ghost" onClick={draft.discard}>
            {t.draft.discard}
          </Button>
          <Button size="s" onClick={draft.restore}>
            {t.draft.restore}
          </Button>
        </p>
      )}
    </div>
  )
}

export function EmptyHint() {
  const t = useTexts('flowEditor').flowEditor.empty
  return (
    <div className="flow-empty">
      <Workflow size={28} aria-hidden />
      <p className="flow-empty-title">{t.title}</p>
      <p className="subtle">{t.text}</p>
    </div>
  )
}

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
