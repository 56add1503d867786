import type { TicketsChange } from '../../src/ticket/ticket.contract'
import { useApp } from '../app/app-context'
import { useErrorText, useTexts } from '../i18n/i18n'
import { useUi } from '../ui/ui-context'
import { changeSelected, type TicketResult } from './change-selected'
import { useInbox } from './inbox-context'

const undoMs = 5000

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

  /** Names are read before the change, which may take rows out of the list. */
  async function request(ids: readonly number[], change: TicketsChange) {
    const listed = model.list(model.shown.peek()).items.peek()
    const names = new Map(listed.map(({ id, contact }) => [id, contact.name]))
    setBusy(ids, true)
    const results = await changeSelected(api, ids, change)
    setBusy(ids, false)
    const refused = results.filter(({ error }) => error !== null)
    if (refused.length > 0) showRefused(refused, names, ids.length)
    return { done: results.filter(({ error }) => error === null).map(({ id }) => id), refused }
  }

  function showRefused(refused: readonly TicketResult[], names: ReadonlyMap<number, string>, count: number) {
    dialog.value = {
      kind: 'bulk-refused',
      count,
      refused: refused.map(({ id, error }) => ({ id, name: names.get(id) ?? `#${id}`, reason: errorText(error) })),
    }
  }

  /** Refused tickets stay selected. */
  return async function change(ids: readonly number[], what: TicketsChange) {
    dialog.value = undefined
    const { done, refused } = await request(ids, what)
    selection.select(refused.map(({ id }) => id))
    if (done.length === 0) return
    const text = t.done[what.action](done.length)
    if (what.action !== 'resolve') return void toast.success(text)
    const undo = () => void request(done, { action: 'undoResolve' })
    toast.success(text, { action: { label: texts.ui.undo, onAction: undo }, durationMs: undoMs, expires: true })
  }
}
