import { type ReadonlySignal, signal, type Signal } from '@preact/signals-react'
import { useState, useEffect } from 'react'
import type { FlowProblem } from '../../../../src/flow/edit/flow-problems.contract'
import type { OpenedFlow } from '../../../../src/flow/flow.calls'
import { useApp } from '../../../app/app-context'
import { useErrorText, useTexts } from '../../../i18n/i18n'
import { useUi } from '../../../ui/context/ui-context'
import type { FlowContent } from '../drawing/drawing'
import type { FlowEditorModel } from '../flow-editor-model'
import { mergeDrawings } from '../drawing/merge-drawings'
import { ApiError } from '../../../api/api-error'
import { links } from '../../../app/links'
import { valueAt } from '../panel/flow-problems'

type ConflictChoice = 'mine' | 'theirs' | 'copy' | 'merged'

export interface FlowSaving {
  readonly saving: ReadonlySignal<boolean>
  readonly foreign: ReadonlySignal<ForeignChange | undefined>
  readonly conflict: ReadonlySignal<FlowConflict | undefined>
  /** Files that the server did not find, by the name in `fault`. */
  readonly missingFiles: ReadonlySignal<readonly FlowProblem[]>
  save(): Promise<void>
  /** Shows the newest version on the server. Unsaved changes are compared with it first. */
  showNewest(): Promise<void>
  /** Replaces the content with the newest version, with the problems found by the server. */
  reload(problems?: readonly FlowProblem[]): Promise<void>
  setVersion(version: number, content: FlowContent): void
  /** Ends a conflict; without a choice, editing continues. */
  resolve(choice?: ConflictChoice): Promise<void>
}

interface SavingOptions {
  flow: OpenedFlow
  model: FlowEditorModel
  onRefused: () => void
}

export function useFlowSaving({ flow, model, onRefused }: SavingOptions): FlowSaving {
  const t = useTexts('flowEditor').flowEditor.changed
  const [state] = useState(() => createFlowSavingState(flow))
  const { saving, foreign, conflict, missingFiles, setVersion } = state
  const { save, saveCopy } = useSaveFlow({ flow, model, state, onConflict: mergeOrCompare, onRefused })
  const { show, withNewest, conflictWith } = useNewestVersion(flow.id, model, state)
  useForeignChanges(flow.id, state)

  const compare = () => withNewest((newest) => void (conflict.value = conflictWith(newest)))

  /** Changes of different blocks are merged at once; the user decides about a block that both changed. */
  function mergeOrCompare() {
    return withNewest((newest) => {
      const found = conflictWith(newest)
      if (found.merged) return saveMerged(found.merged, newest, newest.savedBy?.name ?? t.somebody)
      conflict.value = found
    })
  }

  const reload = (problems: readonly FlowProblem[] = []) =>
    withNewest((newest) => {
      show(newest)
      missingFiles.value = missingFilesIn(newest.flow, problems)
    })

  /** Shown even if it is refused, as changes of the newest version. */
  async function saveMerged(merged: FlowContent, newest: OpenedFlow, mergedWith?: string) {
    setVersion(newest.version, newest.flow)
    model.replace(merged)
    await save({ mergedWith })
  }

  async function resolve(choice?: ConflictChoice) {
    const { newest, merged } = conflict.peek() ?? {}
    conflict.value = undefined
    if (!newest) return
    if (choice === 'theirs') show(newest)
    else if (choice === 'mine') await save({ version: newest.version })
    else if (choice === 'copy') await saveCopy()
    else if (choice === 'merged' && merged) await saveMerged(merged, newest)
    else foreign.value = { kind: 'saved' }
  }

  return {
    saving,
    foreign,
    conflict,
    missingFiles,
    reload,
    setVersion,
    resolve,
    save: () => save(),
    showNewest: () => (model.dirty.peek() ? compare() : reload()),
  }
}

function useNewestVersion(flowId: OpenedFlow['id'], model: FlowEditorModel, state: FlowSavingState) {
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  return {
    show(newest: OpenedFlow) {
      state.setVersion(newest.version, newest.flow)
      model.replace(newest.flow)
      model.setSaved(newest.flow)
    },
    async withNewest(use: (newest: OpenedFlow) => unknown) {
      try {
        await use((await api.get('/flowbuilder/flow/:id', { params: { id: flowId } })).flow)
      } catch (cause) {
        toast.error(errorText(cause))
      }
    },
    conflictWith(newest: OpenedFlow): FlowConflict {
      const { base } = state
      const mine = model.content.peek()
      return { base, mine, newest, merged: mergeDrawings(base, mine, newest.flow) }
    },
  }
}

/** Notices what others do to the flow, also before this screen followed and while the connection was interrupted. */
function useForeignChanges(flowId: number, state: FlowSavingState) {
  const { api, live } = useApp()
  useEffect(() => {
    const note = (version: number) => {
      if (version > state.version && !state.saving.peek()) state.foreign.value = { kind: 'saved' }
    }
    const check = async () => {
      try {
        note((await api.get('/flowbuilder/:id', { params: { id: flowId } })).version)
      } catch (cause) {
        if (cause instanceof ApiError && cause.status === 404) state.foreign.value = { kind: 'deleted' }
      }
    }
    void check()
    const stops = [
      live.subscribe('reload', () => void check()),
      live.subscribe('flow', (change) => {
        if (change.action !== 'delete') return change.flow.id === flowId ? note(change.flow.version) : undefined
        if (change.flowId === flowId) state.foreign.value = { kind: 'deleted' }
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [api, live, flowId, state])
}

interface SaveOptions {
  flow: OpenedFlow
  model: FlowEditorModel
  state: FlowSavingState
  onConflict: () => Promise<void>
  onRefused: () => void
}

interface SaveRequest {
  /** The version on the server to replace, by default the one that the content is based on. */
  version?: number
  /** Who made the changes that were merged into the content without asking. */
  mergedWith?: string | undefined
}

/** Saves the shown content in the flow or in a copy, and reports a refusal. */
function useSaveFlow({ flow, model, state, onConflict, onRefused }: SaveOptions) {
  const t = useTexts('flowEditor').flowEditor
  const { api, navigation } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const { saving, missingFiles } = state

  async function send(call: (sent: FlowContent) => Promise<void>) {
    if (saving.peek()) return
    const sent = model.content.peek()
    saving.value = true
    try {
      await call(sent)
      missingFiles.value = []
      model.setSaved(sent)
    } catch (cause) {
      saving.value = false
      await refused(cause, sent)
    } finally {
      saving.value = false
    }
  }

  async function refused(cause: unknown, sent: FlowContent) {
    if (cause instanceof ApiError && cause.code === 'ERR_FLOW_CHANGED') return onConflict()
    const problems = cause instanceof ApiError ? cause.body['problems'] : undefined
    if (!Array.isArray(problems)) return void toast.error(errorText(cause))
    missingFiles.value = missingFilesIn(sent, problems)
    toast.error(t.problems.refused)
    onRefused()
  }

  const save = ({ version = state.version, mergedWith }: SaveRequest = {}) =>
    send(async (sent) => {
      const body = { idFlow: flow.id, ...drawingOf(sent), version }
      state.setVersion((await api.post('/flowbuilder/flow', { body })).version, sent)
      toast.success(mergedWith === undefined ? t.saved : t.changed.merged(mergedWith))
    })

  async function saveCopy() {
    let copyId: number | undefined
    await send(async (sent) => {
      const copy = await api.post('/flowbuilder/duplicate', { body: { flowId: flow.id, ...drawingOf(sent) } })
      copyId = copy.id
      toast.success(t.changed.copied(copy.name))
    })
    if (copyId !== undefined) await navigation.go(links.flow({ id: String(copyId) }))
  }

  return { save, saveCopy }
}

const drawingOf = ({ nodes, connections }: FlowContent) => ({ nodes: [...nodes], connections: [...connections] })

type ForeignChange = { kind: 'saved' } | { kind: 'deleted' }

interface FlowConflict {
  base: FlowContent
  mine: FlowContent
  newest: OpenedFlow
  /** Both sides' changes in one drawing; undefined where they changed the same block. */
  merged: FlowContent | undefined
}

interface FlowSavingState {
  version: number
  base: FlowContent
  readonly saving: Signal<boolean>
  readonly foreign: Signal<ForeignChange | undefined>
  readonly conflict: Signal<FlowConflict | undefined>
  readonly missingFiles: Signal<readonly FlowProblem[]>
  setVersion(version: number, content: FlowContent): void
}

function createFlowSavingState({ version, flow }: OpenedFlow): FlowSavingState {
  const foreign = signal<ForeignChange | undefined>(undefined)
  const state: FlowSavingState = {
    version,
    base: flow,
    foreign,
    saving: signal(false),
    conflict: signal<FlowConflict | undefined>(undefined),
    missingFiles: signal<readonly FlowProblem[]>([]),
    setVersion(version, content) {
      state.version = version
      state.base = content
      foreign.value = undefined
    },
  }
  return state
}

function missingFilesIn({ nodes }: FlowContent, problems: readonly FlowProblem[]): FlowProblem[] {
  return problems
    .filter(({ code }) => code === 'missingFile')
    .map((problem) => {
      const data = nodes.find(({ id }) => id === problem.nodeId)?.data
      return { ...problem, fault: String(valueAt(data, problem.field ?? '')) }
    })
}
