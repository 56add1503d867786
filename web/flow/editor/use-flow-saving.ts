import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import type { FlowProblem } from '../../../src/flow/flow-problems.contract'
import type { OpenedFlow } from '../../../src/flow/flow.calls'
import { ApiError } from '../../api/api-error'
import { useApp } from '../../app/app-context'
import { useErrorText, useFormat, useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/ui-context'
import type { FlowEditorModel } from './flow-editor-model'
import { valueAt } from './flow-problems'

/** What somebody else did to the open flow. */
export type ForeignChange = { kind: 'saved' } | { kind: 'deleted' }

export interface FlowSaving {
  readonly saving: ReadonlySignal<boolean>
  readonly foreign: ReadonlySignal<ForeignChange | undefined>
  /** Files that the server did not find, with the name in `fault`. */
  readonly missingFiles: ReadonlySignal<readonly FlowProblem[]>
  save(): Promise<void>
  /** Replaces what is shown by the newest version on the server. */
  reload(): Promise<void>
  /** The server made another version of what is shown. */
  setVersion(version: number): void
}

interface SavingOptions {
  flow: OpenedFlow
  model: FlowEditorModel
  onRefused: () => void
}

/** Saves the drawing, and follows what others do to it. */
export function useFlowSaving({ flow, model, onRefused }: SavingOptions): FlowSaving {
  const t = useTexts('flowEditor').flowEditor
  const { api } = useApp()
  const { toast, confirm } = useUi()
  const errorText = useErrorText()
  const format = useFormat()
  const [own] = useState(() => ({
    version: flow.version,
    saving: signal(false),
    foreign: signal<ForeignChange | undefined>(undefined),
    missingFiles: signal<readonly FlowProblem[]>([]),
  }))
  const { saving, foreign, missingFiles } = own

  function setVersion(version: number) {
    own.version = version
    foreign.value = undefined
  }

  async function save(over?: number) {
    if (saving.peek()) return
    const sent = model.content.peek()
    const body = {
      idFlow: flow.id,
      nodes: [...sent.nodes],
      connections: [...sent.connections],
      version: over ?? own.version,
    }
    saving.value = true
    try {
      const saved = await api.post('/flowbuilder/flow', { body })
      setVersion(saved.version)
      missingFiles.value = []
      model.setSaved(sent)
      toast.success(t.saved)
    } catch (cause) {
      saving.value = false
      await refused(cause, sent.nodes)
    } finally {
      saving.value = false
    }
  }

  async function refused(cause: unknown, nodes: readonly { id: string; data: object }[]) {
    const body = cause instanceof ApiError ? (cause.body as Record<string, unknown>) : {}
    if (cause instanceof ApiError && cause.code === 'ERR_FLOW_CHANGED') return askToOverwrite(body)
    const { problems } = body as { problems?: FlowProblem[] }
    if (!Array.isArray(problems)) return toast.error(errorText(cause))
    missingFiles.value = problems
      .filter(({ code }) => code === 'missingFile')
      .map((problem) => {
        const data = nodes.find(({ id }) => id === problem.nodeId)?.data
        return { ...problem, fault: String(valueAt(data, problem.field ?? '')) }
      })
    toast.error(t.problems.refused)
    onRefused()
  }

  async function askToOverwrite(body: Record<string, unknown>) {
    const { version, updatedAt, savedBy } = body as {
      version: number
      updatedAt: string
      savedBy: { name: string } | null
    }
    const yes = await confirm({
      title: t.changed.title,
      text: t.changed.text(savedBy?.name ?? t.changed.somebody, format.relative(updatedAt, new Date())),
      action: t.changed.overwrite,
    })
    if (yes) await save(version)
    else foreign.value = { kind: 'saved' }
  }

  async function reload() {
    try {
      const { flow: newest } = await api.get('/flowbuilder/flow/:id', { params: { id: flow.id } })
      setVersion(newest.version)
      model.replace(newest.flow)
      model.setSaved(newest.flow)
    } catch (cause) {
      toast.error(errorText(cause))
    }
  }

  useForeignChanges(flow.id, own)
  return { saving, foreign, missingFiles, save: () => save(), reload, setVersion }
}

interface OwnState {
  version: number
  saving: Signal<boolean>
  foreign: Signal<ForeignChange | undefined>
}

/** Notices what others do to the flow, also before this screen followed and while the connection was interrupted. */
function useForeignChanges(flowId: number, own: OwnState) {
  const { api, live } = useApp()
  useEffect(() => {
    const note = (version: number) => {
      if (version > own.version && !own.saving.peek()) own.foreign.value = { kind: 'saved' }
    }
    const check = async () => {
      try {
        note((await api.get('/flowbuilder/:id', { params: { id: flowId } })).version)
      } catch (cause) {
        if (cause instanceof ApiError && cause.status === 404) own.foreign.value = { kind: 'deleted' }
      }
    }
    void check()
    const stops = [
      live.subscribe('reload', () => void check()),
      live.subscribe('flow', (change) => {
        if (change.action !== 'delete') return change.flow.id === flowId ? note(change.flow.version) : undefined
        if (change.flowId === flowId) own.foreign.value = { kind: 'deleted' }
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [api, live, flowId, own])
}
