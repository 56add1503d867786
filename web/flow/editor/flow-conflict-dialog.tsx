import { useSignals } from '@preact/signals-react/runtime'
import { useFormat, useNow, useTexts } from '../../i18n/i18n'
import { ConflictDialog } from '../../records/conflict-dialog'
import { Button } from '../../ui/button'
import { listChanges } from '../../ui/list-changes'
import { handleOf, type FlowContent } from './drawing'
import { nodeName } from './node-summary'
import type { FlowSaving } from './use-flow-saving'

/** Compares the unsaved drawing with the version that somebody else saved meanwhile. */
export function FlowConflictDialog({ saving }: { saving: FlowSaving }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const format = useFormat()
  const now = useNow()
  const conflict = saving.conflict.value
  if (!conflict) return null
  const { base, mine, newest } = conflict
  const changesTo = (content: FlowContent) =>
    listChanges(blocksOf(base), blocksOf(content), {
      id: ({ node }) => node.id,
      name: ({ node }) => nodeName(t, node),
      content: ({ content: text }) => text,
    })
  const who = newest.savedBy?.name ?? t.changed.somebody
  return (
    <ConflictDialog
      title={t.changed.title}
      text={t.changed.text(who, format.relative(newest.updatedAt, now))}
      mine={changesTo(mine)}
      theirs={changesTo(newest.flow)}
      close={() => void saving.resolve()}
      actions={
        <>
          <Button onClick={() => void saving.resolve('theirs')}>{t.changed.takeTheirs}</Button>
          <Button onClick={() => void saving.resolve('mine')}>{t.changed.overwrite}</Button>
          <Button variant="primary" data-autofocus onClick={() => void saving.resolve('copy')}>
            {t.changed.keepCopy}
          </Button>
        </>
      }
    />
  )
}

/** Each block with where it leads; its position is no content. */
function blocksOf({ nodes, connections }: FlowContent) {
  const targets = Map.groupBy(connections, ({ source }) => source)
  return nodes.map((node) => {
    const leads = (targets.get(node.id) ?? []).map((one) => [handleOf(one), one.target].join(' ')).sort()
    return { node, content: JSON.stringify([node.type, node.data, leads]) }
  })
}
