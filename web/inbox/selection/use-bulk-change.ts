import type { TicketsChange } from '../../../src/ticket/ticket.contract'
import { useApp } from '../../app/app-context'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'
import { useInbox } from '../state/inbox-context'
import type { ApiClient } from '../../api/api-client'

/** The server's limit per call. */
const idsPerCall = 50

interface TicketResult {
  id: number
  /** An error code or an error; null when it was changed. */
  error: unknown
  canUndo: boolean
}

const undoMs = 5000

type UndoAction = 'undoAccept' | 'undoTransfer' | 'undoResolve'
const undoActions: Partial<Record<TicketsChange['action'], UndoAction>> = {
  accept: 'undoAccept',
  transfer: 'undoTransfer',
  resolve: 'undoResolve',
}

/** Changes the selected tickets, and reports every one that was refused. */
export function useBulkChange() {
  const { api } = useApp()
  const inbox = useInbox()
  const { model, dialog, selection, busy } = inbox
  const { toast } = useUi()
  const errorText = useErrorText()
  const texts = useTexts()
  const t = texts.ticket.selection

  function setBusy(ids: readonly number[], isBusy: boolean) {
    const next = new Set(busy.peek())
    for (const id of ids) {
      if (isBusy) next.add(id)
      else next.delete(id)
    }
    busy.value = next
  }

  async function request(ids: readonly number[], change: TicketsChange, names: ReadonlyMap<number, string>) {
    setBusy(ids, true)
    const results = await changeSelected(api, ids, change)
    setBusy(ids, false)
    const refused = results.filter(({ error }) => error !== null)
    if (refused.length > 0) showRefused(refused, names, ids.length)
    return { done: results.filter(({ error }) => error === null), refused }
  }

  function showRefused(refused: readonly TicketResult[], names: ReadonlyMap<number, string>, count: number) {
    dialog.value = {
      kind: 'bulk-refused',
      count,
      refused: refused.map(({ id, error }) => ({ id, name: names.get(id) ?? `#${id}`, reason: errorText(error) })),
    }
  }

  function listedNames() {
    const listed = model.list(model.shown.peek()).items.peek()
    return new Map(listed.map(({ id, contact }) => [id, contact.name]))
  }

  /** Refused tickets stay selected. Names are read before the change, which can remove rows from the list. */
  return async function change(selected: readonly number[], what: TicketsChange) {
    dialog.value = undefined
    // Also by key, or by another button for the same rows.
    const ids = selected.filter((id) => !busy.peek().has(id))
    if (ids.length === 0) return
    const names = listedNames()
    const { done, refused } = await request(ids, what, names)
    selection.select(refused.map(({ id }) => id))
    if (done.length === 0) return
    const text = t.done[what.action](done.length)
    const undoable = done.filter(({ canUndo }) => canUndo).map(({ id }) => id)
    const action = undoActions[what.action]
    if (!action || undoable.length === 0) return void toast.success(text)
    const undo = () => void takeBack(undoable, action, names)
    toast.success(text, { action: { label: texts.ui.undo, onAction: undo }, durationMs: undoMs, expires: true })
  }

  async function takeBack(ids: readonly number[], action: UndoAction, names: ReadonlyMap<number, string>) {
    const { done } = await request(ids, { action }, names)
    if (done.length > 0) toast.success(t.done[action](done.length))
  }
}

/** Does the same with several tickets. Where a call fails, its tickets and those after it are reported with its error. */
export async function changeSelected(
  api: ApiClient,
  ids: readonly number[],
  change: TicketsChange,
): Promise<TicketResult[]> {
  const results: TicketResult[] = []
  for (let at = 0; at < ids.length; at += idsPerCall) {
    try {
      const answer = await api.post('/tickets/change', { body: { ids: ids.slice(at, at + idsPerCall), change } })
      results.push(...answer.results)
    } catch (error) {
      return [...results, ...ids.slice(at).map((id) => ({ id, error, canUndo: false }))]
    }
  }
  return results
}
