import { useEffect, useState } from 'react'
import type { FlowVersion } from '../../../src/flow/flow.calls'
import { useTexts } from '../../i18n/i18n'
import { ChangeList } from '../../records/change-list'
import { ErrorState } from '../../ui/feedback/error-state'
import { Field } from '../../ui/field/field'
import type { Change } from '../../ui/list/list-changes'
import { Select } from '../../ui/select/select'
import { Skeleton } from '../../ui/feedback/skeleton'
import { useVersionDrawing } from './drawing/use-version-drawing'
import { drawingChanges } from './drawing-changes'

interface VersionComparisonProps {
  flowId: number
  version: number
  /** All kept versions, the newest first. */
  versions: readonly FlowVersion[]
}

/** What changed between a version and another one, at first the one before it. */
export function VersionComparison({ flowId, version, versions }: VersionComparisonProps) {
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
    <div className="flow-version-changes">
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
