import { useEffect, useState } from 'react'
import type { FlowVersion } from '../../../../src/flow/flow.calls'
import { useApp } from '../../../app/app-context'
import { useFormat, useTexts } from '../../../i18n/i18n'
import { Button } from '../../../ui/button/button'
import { ErrorState } from '../../../ui/feedback/error-state'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { StatusPill } from '../../../ui/display/status-pill'
import { useAttempt } from '../../../ui/form/use-attempt'
import { useUi } from '../../../ui/context/ui-context'
import { useFlowEditor } from '../editor-context'
import type { FlowSaving } from '../saving/use-flow-saving'
import { SidePanel } from '../panel/side-panel'
import { VersionComparison } from '../version-comparison'
import { useVersionDrawing } from './use-version-drawing'

interface VersionsPanelProps {
  flowId: number
  saving: FlowSaving
  close: () => void
}

/** The saved versions, to view and restore. */
export function VersionsPanel({ flowId, saving, close }: VersionsPanelProps) {
  const t = useTexts('flowEditor').flowEditor.versions
  const { versions, failed, load } = useVersions(flowId)
  const { show, restore } = useVersionActions(flowId, saving, load)
  return (
    <SidePanel title={t.title} close={close}>
      <p className="subtle">{t.text}</p>
      {failed !== undefined && <ErrorState error={failed} onRetry={() => load()} compact />}
      {!versions && failed === undefined && <Skeleton height={160} />}
      <ol className="flow-versions">
        {versions?.map((version, index) => (
          <Version
            key={version.version}
            flowId={flowId}
            version={version}
            versions={versions}
            isCurrent={index === 0}
            onShow={() => void show(version.version)}
            onRestore={() => void restore(version.version)}
          />
        ))}
      </ol>
    </SidePanel>
  )
}

interface VersionProps {
  flowId: number
  version: FlowVersion
  versions: readonly FlowVersion[]
  isCurrent: boolean
  onShow: () => void
  onRestore: () => void
}

function Version({ flowId, version: { version, at, savedBy, nodes }, versions, ...row }: VersionProps) {
  const { isCurrent, onShow, onRestore } = row
  const t = useTexts('flowEditor').flowEditor.versions
  const format = useFormat()
  const [compares, setCompares] = useState(false)
  return (
    <li className="flow-version">
      <div className="flow-version-text">
        <span className="flow-version-name">
          {t.version(version)}
          {isCurrent && <StatusPill kind="success">{t.current}</StatusPill>}
        </span>
        <span className="subtle">
          <time dateTime={at}>{format.dateTime(at)}</time> · {savedBy?.name ?? t.somebody} · {t.nodes(nodes)}
        </span>
      </div>
      <span className="flow-version-actions">
        {versions.length > 1 && (
          <Button size="s" variant="ghost" aria-expanded={compares} onClick={() => setCompares(!compares)}>
            {t.changes}
          </Button>
        )}
        {!isCurrent && (
          <>
            <Button size="s" variant="ghost" onClick={onShow}>
              {t.preview}
            </Button>
            <Button size="s" onClick={onRestore}>
              {t.restore}
            </Button>
          </>
        )}
      </span>
      {compares && <VersionComparison flowId={flowId} version={version} versions={versions} />}
    </li>
  )
}

function useVersions(flowId: number) {
  const { api, live } = useApp()
  const [versions, setVersions] = useState<readonly FlowVersion[]>()
  const [failed, setFailed] = useState<unknown>()

  async function load() {
    try {
      setVersions((await api.get('/flowbuilder/versions/:id', { params: { id: flowId } })).versions)
      setFailed(undefined)
    } catch (cause) {
      setFailed(cause)
    }
  }

  useEffect(() => {
    void load()
    return live.subscribe('flow', (change) => {
      if (change.action !== 'delete' && change.flow.id === flowId) void load()
    })
  }, [flowId])
  return { versions, failed, load }
}

function useVersionActions(flowId: number, saving: FlowSaving, load: () => Promise<void>) {
  const t = useTexts('flowEditor').flowEditor.versions
  const { api } = useApp()
  const { model } = useFlowEditor()
  const { confirm } = useUi()
  const attempt = useAttempt()
  const drawingOf = useVersionDrawing(flowId)

  /** Shown as an unsaved change, so that it can be undone. */
  const show = (version: number) => attempt(async () => model.replace(await drawingOf(version)))

  async function restore(version: number) {
    const title = t.restoreTitle(version)
    const isLost = model.dirty.peek()
    if (!(await confirm({ title, action: t.restore, ...(isLost && { text: t.unsaved }) }))) return
    await attempt(async () => {
      const drawing = await drawingOf(version)
      const saved = await api.post('/flowbuilder/restore', { body: { flowId, version } })
      model.replace(drawing)
      model.setSaved(drawing)
      saving.setVersion(saved.version, drawing)
      await load()
    }, t.restored(version))
  }

  return { show, restore }
}
