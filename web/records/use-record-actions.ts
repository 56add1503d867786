import { useCallback } from 'react'
import type { JsonPath } from '../api/api-client'
import { useApp } from '../app/app-context'
import { useErrorText, useTexts } from '../i18n/i18n'
import { Eye, Pencil, Trash2 } from '../ui/icons'
import type { RowAction } from '../ui/table/table-row'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import type { RecordList } from './record-list'
import type { RecordRow } from './record-source'
import type { RecordTexts } from './record-texts'

type IdPath = Extract<JsonPath<'DELETE'>, `${string}/:id`>

interface Removal<Row> {
  /** The call that deletes it, if no more is to be said than its id. */
  path?: IdPath
  call?: (row: Row) => Promise<unknown>
  name?: (row: Row) => string
  typed?: boolean
  text?: (row: Row) => string | Promise<string>
  may?: (row: Row) => boolean
  offered?: (row: Row) => boolean
  /** Why this row cannot be deleted; shown instead of the question. */
  refusal?: (row: Row) => string | undefined
}

export type RecordRemoval<Row> = Removal<Row> &
  ({ path: IdPath } | { call: object }) &
  (Row extends { name: string } ? unknown : { name: object })

interface ActionOptions<Row extends RecordRow> {
  /** A deleted row is removed from it at once. */
  list?: RecordList<Row, never>
  texts: RecordTexts
  open: ((row: Row) => void) | undefined
  onRow?: (row: Row) => void
  mayEdit?: (row: Row) => boolean
  opensReadOnly?: boolean
  remove?: Removal<Row>
  actions?: (row: Row) => readonly RowAction[]
  actionsInMenu?: boolean
}

const always = () => true

/** The returned functions change only with the options, so that rows need not be rendered again. */
export function useRecordActions<Row extends RecordRow>(options: ActionOptions<Row>) {
  const { open, mayEdit = always, remove, onRow, actions: further, opensReadOnly, actionsInMenu, texts } = options
  const { ui: t } = useTexts()
  const { toast } = useUi()
  const errorText = useErrorText()
  const askAndRemove = useRemoval(options)

  function onOpen(row: Row) {
    if (onRow) onRow(row)
    else if (mayEdit(row) || opensReadOnly) open?.(row)
    else toast.error(errorText('ERR_NO_PERMISSION'))
  }

  function actionsOf(row: Row): RowAction[] {
    const isReadable = opensReadOnly && !mayEdit(row)
    const edit = open && {
      label: isReadable ? t.view : (texts.editAction ?? t.edit),
      icon: isReadable ? Eye : Pencil,
      disabled: !isReadable && !mayEdit(row),
      onSelect: () => open(row),
    }
    const removal = remove &&
      remove.offered?.(row) !== false && {
        label: t.delete,
        icon: Trash2,
        danger: true,
        disabled: remove.may?.(row) === false,
        onSelect: () => askAndRemove(row),
      }
    const others = further?.(row) ?? []
    const inOrder = [...others, !actionsInMenu && edit, removal]
    const all = inOrder.filter((action) => typeof action === 'object')
    return actionsInMenu ? all.map((action) => ({ ...action, inMenu: true })) : all
  }

  const hasActions = open !== undefined || remove !== undefined || further !== undefined
  const stableOpen = useCallback(onOpen, [open, onRow, mayEdit, opensReadOnly, toast, errorText])
  const stableActions = useCallback(actionsOf, [open, mayEdit, remove, further, opensReadOnly, actionsInMenu, texts, t])
  return { onOpen: (open ?? onRow) && stableOpen, actions: hasActions ? stableActions : undefined }
}

function useRemoval<Row extends RecordRow>({ list, texts, remove }: ActionOptions<Row>) {
  const t = useTexts().ui
  const { api } = useApp()
  const { confirm, toast } = useUi()
  const attempt = useAttempt()
  return async (row: Row) => {
    if (!remove) return
    const refusal = remove.refusal?.(row)
    if (refusal) return void toast.warning(refusal)
    const { deleteTitle, deleteText, deleteAction = t.delete, deleted, deleteFailed = t.operationFailed } = texts
    let text = typeof deleteText === 'string' ? deleteText : ''
    if (!(await attempt(async () => (text = (await remove.text?.(row)) ?? text)))) return
    const { path, call = ({ id }) => api.delete(path!, { params: { id } }), name = nameOf }: Removal<Row> = remove
    const title = typeof deleteTitle === 'function' ? deleteTitle(name(row)) : (deleteTitle ?? '')
    const typed = remove.typed ? { typed: name(row) } : {}
    const question = { title, text, danger: true, ...typed, action: deleteAction }
    if (!(await confirm(question))) return
    if (await attempt(() => call(row), deleted, deleteFailed)) list?.remove(row.id)
  }
}

const nameOf = (row: object) => (row as { name: string }).name
