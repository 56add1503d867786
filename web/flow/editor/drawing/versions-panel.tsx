import { useEffect, useState } from 'react'
import type { FlowVersion } from '../../../../src/flow/flow.calls'
import { useApp } from '../../../app/app-context'
import { useFormat, useTexts } from '../../../i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Skeleton, ErrorState } from '../../../ui/feedback/feedback'
import { StatusPill } from '../../../ui/display/labels'
import { useAttempt } from '../../../ui/form/use-attempt'
import { useUi } from '../../../ui/context/ui-context'
import { useFlowEditor } from '../editor-context'
import type { FlowSaving } from '../saving/use-flow-saving'
import { SidePanel } from '../panel/side-panel'
import { ChangeList } from '../../../records/conflict-dialog'
import { Field } from '../../../ui/field/field'
import type { Change } from '../../../ui/list/list-changes'
import { Select } from '../../../ui/select/select'
import { drawingChanges } from './merge-drawings'

export function VersionsPanel({ flowId, saving, close }: { flowId: number; saving: FlowSaving; close: () => void }) {
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
    <li className="flow-version stack gap-1">
      <div className="flow-version-text">
        <span className="flow-version-name row">
          {t.version(version)}
          {isCurrent && <StatusPill kind="success">{t.current}</StatusPill>}
        </span>
        <span className="subtle">
          <time dateTime={at}>{format.dateTime(at)}</time> · {savedBy?.name ?? t.somebody} · {t.nodes(nodes)}
        </span>
      </div>
      <span className="flow-version-actions wrap-row">
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

interface VersionComparisonProps {
  flowId: number
  version: number
  versions: readonly FlowVersion[]
}

function VersionComparison({ flowId, version, versions }: VersionComparisonProps) {
  const t = useTexts('flowEditor').flowEditor.versions
  const others = versions.filter((one) => one.version !== version)
  const before = others.find((one) => one.version < version) ?? others.at(-1)
  const [other, setOther] = useState(before?.version ?? version)
  const [earlier, later] = [Math.min(other, version), Math.max(other, version)]
  const { changes, failed, load } = useChanges(flowId, earlier, later)
  const options = others.map((one, index) => ({
    value: one.version,
    label: one === versions[0] && index === 0 ? `${t.version(one.version)} (${t.current})` : t.version(one.version),
  }))
  return (
    <div className="stack">
      <Field label={t.compareWith}>
        <Select value={other} onValueChange={setOther} options={options} />
      </Field>
      <h3 className="flow-version-heading">{t.between(earlier, later)}</h3>
      {failed !== undefined && <ErrorState error={failed} onRetry={() => load()} compact />}
      {!changes && failed === undefined && <Skeleton height={60} />}
      {changes && <ChangeList changes={changes} />}
    </div>
  )
}

function useChanges(flowId: number, earlier: number, later: number) {
  const t = useTexts('flowEditor').flowEditor
  const [state, setState] = useState<{ changes?: readonly Change[]; failed?: unknown }>({})
  const drawingOf = useVersionDrawing(flowId)

  async function load(isWanted = () => true) {
    setState({})
    try {
      const [before, after] = await Promise.all([drawingOf(earlier), drawingOf(later)])
      if (isWanted()) setState({ changes: drawingChanges(t, before, after) })
    } catch (failed) {
      if (isWanted()) setState({ failed })
    }
  }

  useEffect(() => {
    let isWanted = true
    void load(() => isWanted)
    return () => {
      isWanted = false
    }
  }, [flowId, earlier, later])
  return { ...state, load }
}

function useVersionDrawing(flowId: number) {
  const { api } = useApp()
  return (version: number) => api.get('/flowbuilder/versions/:id/:version', { params: { id: flowId, version } })
}
