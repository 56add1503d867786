import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import type { FlowProblem } from '../../../src/flow/flow-problems.contract'
import type { OpenedFlow } from '../../../src/flow/flow.calls'
import { ApiError } from '../../api/api-error'
import { useApp } from '../../app/app-context'
import { links } from '../../app/links'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/ui-context'
import type { FlowContent } from './drawing'
import type { FlowEditorModel } from './flow-editor-model'
import { valueAt } from './flow-problems'
import { mergeDrawings } from './merge-drawings'

/** A change of the open flow by another user. */
export type ForeignChange = { kind: 'saved' } | { kind: 'deleted' }

/** The user's changes conflict with a version that another user saved. */
export interface FlowConflict {
  /** The common base. */
  base: FlowContent
  mine: FlowContent
  newest: OpenedFlow
  /** Both sides' changes in one drawing; undefined where they changed the same block. */
  merged: FlowContent | undefined
}

export type ConflictChoice = 'mine' | 'theirs' | 'copy' | 'merged'

export interface FlowSaving {
  readonly saving: ReadonlySignal<boolean>
  readonly foreign: ReadonlySignal<ForeignChange | undefined>
  readonly conflict: ReadonlySignal<FlowConflict | undefined>
  /** Files that the server did not find, by the name in `fault`. */
  readonly missingFiles: ReadonlySignal<readonly FlowProblem[]>
  save(): Promise<void>
  /** Shows the newest version on the server. Unsaved changes are compared with it first. */
  showNewest(): Promise<void>
  /** Replaces the content by the newest version, with the problems found by the server. */
  reload(problems?: readonly FlowProblem[]): Promise<void>
  /** The server created a new version of the shown content. */
  setVersion(version: number, content: FlowContent): void
  /** Ends a conflict; without a choice, editing continues. */
  resolve(choice?: ConflictChoice): Promise<void>
}

interface SavingOptions {
  flow: OpenedFlow
  model: FlowEditorModel
  onRefused: () => void
}

/** Saves the flow, and follows changes by other users. */
export function useFlowSaving({ flow, model, onRefused }: SavingOptions): FlowSaving {
  const t = useTexts('flowEditor').flowEditor
  const { api, navigation } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [own] = useState(() => ({
    version: flow.version,
    base: flow.flow as FlowContent,
    saving: signal(false),
    foreign: signal<ForeignChange | undefined>(undefined),
    conflict: signal<FlowConflict | undefined>(undefined),
    missingFiles: signal<readonly FlowProblem[]>([]),
  }))
  const { saving, foreign, conflict, missingFiles } = own

  function setVersion(version: number, content: FlowContent) {
    own.version = version
    own.base = content
    foreign.value = undefined
  }

  /** Saves the shown content, and reports a refusal. */
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

  const drawingOf = ({ nodes, connections }: FlowContent) => ({ nodes: [...nodes], connections: [...connections] })

  const save = (over?: number) =>
    send(async (sent) => {
      const body = { idFlow: flow.id, ...drawingOf(sent), version: over ?? own.version }
      setVersion((await api.post('/flowbuilder/flow', { body })).version, sent)
      toast.success(t.saved)
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

  async function refused(cause: unknown, sent: FlowContent) {
    if (cause instanceof ApiError && cause.code === 'ERR_FLOW_CHANGED') return compare()
    const body = cause instanceof ApiError ? (cause.body as Record<string, unknown>) : {}
    const { problems } = body as { problems?: FlowProblem[] }
    if (!Array.isArray(problems)) return void toast.error(errorText(cause))
    missingFiles.value = missingIn(sent, problems)
    toast.error(t.problems.refused)
    onRefused()
  }

  const fetchNewest = async () => (await api.get('/flowbuilder/flow/:id', { params: { id: flow.id } })).flow

  function show(newest: OpenedFlow) {
    setVersion(newest.version, newest.flow)
    model.replace(newest.flow)
    model.setSaved(newest.flow)
  }

  async function attempt(task: () => Promise<void>) {
    try {
      await task()
    } catch (cause) {
      toast.error(errorText(cause))
    }
  }

  const compare = () =>
    attempt(async () => {
      const newest = await fetchNewest()
      const { base } = own
      const mine = model.content.peek()
      conflict.value = { base, mine, newest, merged: mergeDrawings(base, mine, newest.flow) }
    })
  const reload = (problems: readonly FlowProblem[] = []) =>
    attempt(async () => {
      const newest = await fetchNewest()
      show(newest)
      missingFiles.value = missingIn(newest.flow, problems)
    })

  /** Shown even if it is refused, as changes of the newest version. */
  async function saveMerged(merged: FlowContent, newest: OpenedFlow) {
    setVersion(newest.version, newest.flow)
    model.replace(merged)
    await save()
  }

  async function resolve(choice?: ConflictChoice) {
    const { newest, merged } = conflict.peek() ?? {}
    conflict.value = undefined
    if (!newest) return
    if (choice === 'theirs') show(newest)
    else if (choice === 'mine') await save(newest.version)
    else if (choice === 'copy') await saveCopy()
    else if (choice === 'merged' && merged) await saveMerged(merged, newest)
    else foreign.value = { kind: 'saved' }
  }

  useForeignChanges(flow.id, own)
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

function missingIn({ nodes }: FlowContent, problems: readonly FlowProblem[]): FlowProblem[] {
  return problems
    .filter(({ code }) => code === 'missingFile')
    .map((problem) => {
      const data = nodes.find(({ id }) => id === problem.nodeId)?.data
      return { ...problem, fault: String(valueAt(data, problem.field ?? '')) }
    })
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
