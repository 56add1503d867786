import type { OpenedFlow } from '../../../../src/flow/flow.calls'
import { ApiError } from '../../../api/api-error'
import { useApp } from '../../../app/app-context'
import { links } from '../../../app/links'
import { useErrorText, useTexts } from '../../../i18n/i18n'
import { useUi } from '../../../ui/context/ui-context'
import type { FlowContent } from '../drawing/drawing'
import type { FlowEditorModel } from '../flow-editor-model'
import { type FlowSavingState, missingFilesIn } from './flow-saving-state'

interface SaveOptions {
  flow: OpenedFlow
  model: FlowEditorModel
  state: FlowSavingState
  /** Another user saved the flow meanwhile. */
  onConflict: () => Promise<void>
  /** The server found errors in the flow. */
  onRefused: () => void
}

interface SaveRequest {
  /** The version on the server to replace, by default the one that the content is based on. */
  version?: number
  /** Who made the changes that were merged into the content without asking. */
  mergedWith?: string | undefined
}

/** Saves the shown content in the flow or in a copy, and reports a refusal. */
export function useSaveFlow({ flow, model, state, onConflict, onRefused }: SaveOptions) {
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
